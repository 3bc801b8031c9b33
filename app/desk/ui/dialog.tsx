import { type ReactNode, type SubmitEvent, useEffect, useId, useRef } from "react";

import { Button } from "#app/shared/ui/button.tsx";

import { Outcome, useAction } from "./action.tsx";

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  /** Closed in another way than by what is inside: Escape, or a phone's back gesture. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A box on top of the page that has to be answered first. The focus returns to where it was. */
export function Dialog({ title, isOpen, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={() => {
        if (isOpen) onClose();
      }}
      className="border-line-strong bg-surface-raised text-ink backdrop:bg-deep/70 m-auto w-[min(28rem,calc(100%-2rem))] rounded-md border p-6"
    >
      <h2 id={titleId} className="text-2xl">
        {title}
      </h2>
      {isOpen && children}
    </dialog>
  );
}

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
