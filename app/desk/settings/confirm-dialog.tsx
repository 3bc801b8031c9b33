import { type ReactNode, type SubmitEvent, useId } from "react";

import { Dialog } from "#app/desk/ui/dialog.tsx";
import { Outcome } from "#app/desk/ui/outcome.tsx";
import { useAction } from "#app/desk/ui/use-action.ts";
import { Button } from "#app/shared/ui/button.tsx";

interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** What the button says that does it. */
  readonly label: string;
  /** Does it; if this throws, the dialog stays open and says what went wrong. */
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before something that pressing again does not undo. */
export function ConfirmDialog({ title, children, label, onConfirm, onClose }: ConfirmDialogProps) {
  const action = useAction();
  const problemId = useId();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const isDone = await action.run(async () => {
      await onConfirm();
      return null;
    });
    if (isDone) onClose();
  };
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <div className="mt-2 mb-4">{children}</div>
      <Outcome action={action} id={problemId} />
      <form method="post" onSubmit={(event) => void submit(event)} className="grid gap-5">
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
