import type { ReactNode, Ref, SubmitEvent } from "react";

import { type ActionState, Outcome } from "#app/desk/ui/action.tsx";
import { Button } from "#app/shared/ui/button.tsx";

interface SettingFrameProps {
  readonly action: ActionState;
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  readonly canSave: boolean;
  /** What the button says; null for somebody who only reads it. */
  readonly label: string | null;
  readonly status: string;
  readonly ref?: Ref<HTMLFormElement>;
  readonly children: ReactNode;
}

/** The form of one setting, with how far it is saved. A problem that one of its fields shows is not repeated above it. */
export function SettingFrame(props: SettingFrameProps) {
  const { action, onSubmit, canSave, label, status, ref, children } = props;
  return (
    <form ref={ref} method="post" onSubmit={onSubmit}>
      <div className="in-[form:has([aria-invalid])]:hidden">
        <Outcome action={action} />
      </div>
      <div className="grid gap-4">{children}</div>
      <div className="mt-4 flex flex-wrap items-center gap-4">
        {label !== null && (
          <Button type="submit" aria-disabled={!canSave || action.isBusy}>
            {label}
          </Button>
        )}
        <p role="status" className="text-ink-muted text-sm">
          {status}
        </p>
      </div>
    </form>
  );
}
