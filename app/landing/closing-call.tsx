import { quotePage } from "#app/layout/navigation.ts";
import { ButtonLink } from "#app/ui/button.tsx";

interface ClosingCallProps {
  readonly title: string;
  readonly text: string;
  readonly label?: string;
  readonly to?: string;
  /** On the darker ground, where the stretch before it is on the lighter one. */
  readonly sunken?: boolean;
}

/** The last word of a landing page: one thing to do now. */
export function ClosingCall({
  title,
  text,
  label = "Get a Quote",
  to = quotePage,
  sunken = false,
}: ClosingCallProps) {
  return (
    <section className={`py-14 sm:py-20 ${sunken ? "bg-surface-sunken" : ""}`}>
      <div className="column grid justify-items-start gap-4">
        <h2 className="text-4xl sm:text-5xl">{title}</h2>
        <p className="max-w-prose text-lg">{text}</p>
        <ButtonLink to={to} look="action" className="mt-1">
          {label}
        </ButtonLink>
      </div>
    </section>
  );
}
