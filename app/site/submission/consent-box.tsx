import { useId } from "react";

import { PageLink } from "#app/shared/ui/page-link.tsx";

interface ConsentBoxProps {
  readonly problemId?: string | undefined;
}

/** The visitor's consent, without which nothing is sent. */
export function ConsentBox({ problemId }: ConsentBoxProps) {
  const id = useId();
  return (
    <div className="flex gap-3">
      <input
        id={id}
        type="checkbox"
        name="consent"
        value="true"
        required
        aria-invalid={problemId !== undefined || undefined}
        aria-describedby={problemId}
        className="accent-brand aria-invalid:outline-danger mt-0.5 size-6 shrink-0 aria-invalid:outline-2"
      />
      <label htmlFor={id} className="min-h-7">
        I agree to the{" "}
        <PageLink to="/privacy" className="text-link font-semibold">
          privacy policy
        </PageLink>
      </label>
    </div>
  );
}
