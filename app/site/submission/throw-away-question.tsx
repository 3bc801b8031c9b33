import { type RefObject, useId } from "react";

import { Button } from "#app/shared/ui/button.tsx";

interface ThrowAwayQuestionProps {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  readonly onThrowAway: () => void;
}

const throwAway = "throw away";

/** Asks before typed text is lost. The browser closes the dialog and gives the focus back. */
export function ThrowAwayQuestion({ dialog, onThrowAway }: ThrowAwayQuestionProps) {
  const titleId = useId();
  // No form of its own: the dialog may be inside one.
  const close = (value: string) => dialog.current?.close(value);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={({ currentTarget }) => {
        if (currentTarget.returnValue === throwAway) onThrowAway();
        currentTarget.returnValue = "";
      }}
      className="border-line-strong bg-surface-raised text-ink backdrop:bg-deep/70 m-auto w-[min(28rem,calc(100%-2rem))] rounded-md border p-6"
    >
      <div className="grid gap-5">
        <h2 id={titleId} className="text-2xl">
          Throw away what you typed?
        </h2>
        <div className="grid gap-3 sm:grid-cols-2">
          <Button onClick={() => close("")}>Keep it</Button>
          <Button look="outline" onClick={() => close(throwAway)}>
            Throw it away
          </Button>
        </div>
      </div>
    </dialog>
  );
}
