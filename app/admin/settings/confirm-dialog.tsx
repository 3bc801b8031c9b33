import { type ReactNode, type SubmitEvent, useId } from "react";

import { Button } from "#app/ui/button.tsx";

import { Dialog } from "../dialog.tsx";
import { formText } from "./form-text.ts";
import { Outcome } from "./outcome.tsx";
import { PasswordField } from "./password-field.tsx";
import { useAction } from "./use-action.ts";

interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** What the button says that does it. */
  readonly label: string;
  readonly asksPassword?: boolean;
  /** Does it; the dialog stays open with what went wrong where this throws. */
  readonly onConfirm: (password: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before something that is not undone by pressing again, with one's own password where it matters. */
export function ConfirmDialog({
  title,
  children,
  label,
  asksPassword = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const action = useAction();
  const problemId = useId();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = formText(event.currentTarget, "password");
    const isDone = await action.run(async () => {
      await onConfirm(password);
      return null;
    });
    if (isDone) onClose();
  };
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <div className="mt-2 mb-4">{children}</div>
      <Outcome action={action} id={problemId} />
      <form method="post" onSubmit={(event) => void submit(event)} className="grid gap-5">
        {asksPassword && (
          <PasswordField
            name="password"
            label="Your own password"
            autoComplete="current-password"
            problemId={action.problem?.field === "password" ? problemId : undefined}
          />
        )}
        <div className="grid gap-3 sm:grid-cols-2">
          <Button type="submit" aria-disabled={action.isBusy}>
            {label}
          </Button>
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
