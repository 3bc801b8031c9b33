import { type ReactNode, useEffect, useId, useRef } from "react";

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
