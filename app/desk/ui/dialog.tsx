import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";

import { CallProblem } from "#app/desk/api/desk-call.ts";
import { Button } from "#app/shared/ui/button.tsx";
import type { Proof } from "#domain/accounts.ts";

import { formText, Outcome, useAction } from "./action.tsx";
import { CodeField } from "./code-field.tsx";
import { PasswordField } from "./password-field.tsx";

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  /** Called when the browser closes it: Escape, or a phone's back gesture. */
  readonly onClose: () => void;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** A modal dialog. The browser gives the focus back when it closes. */
export function Dialog({ title, isOpen, onClose, isWide = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (!isOpen || shown === null) return;
    shown.showModal();
    return () => shown.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      // Escape cancels at once. "close" comes later, when the next key may have opened the dialog again.
      onCancel={onClose}
      onClose={({ currentTarget }) => {
        if (isOpen && !currentTarget.open) onClose();
      }}
      className={`border-line-strong bg-surface-raised text-ink backdrop:bg-deep/70 m-auto rounded-md border p-6 ${isWide ? "w-[min(60rem,calc(100%-2rem))]" : "w-[min(28rem,calc(100%-2rem))]"}`}
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
  readonly label: string;
  /** Asks for the user's password, and for a code once the server wants one. */
  readonly asksPassword?: boolean;
  /** The dialog stays open and shows the problem if this throws. */
  readonly onConfirm: (password: string, proof: Proof) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before an action that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, label, asksPassword = false, onConfirm, onClose } = props;
  const action = useAction();
  const [wantsCode, setWantsCode] = useState(false);
  const submit = action.onSubmit(async (form) => {
    const [password, code] = [formText(form, "password"), formText(form, "code").trim()];
    try {
      await onConfirm(password, { password, ...(code !== "" && { code }) });
      onClose();
    } catch (error) {
      const isAsked = error instanceof CallProblem && error.field === "code" && !wantsCode;
      if (!isAsked) throw error;
      setWantsCode(true);
    }
  });
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <div className="mt-2 mb-4">{children}</div>
      <Outcome action={action} />
      <form method="post" onSubmit={submit} className="grid gap-5">
        {asksPassword && (
          <PasswordField
            name="password"
            label="Your password"
            autoComplete="current-password"
            problemId={action.problemAt("password")}
          />
        )}
        {wantsCode && <CodeField />}
        <DialogButtons label={label} isBusy={action.isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

interface DialogButtonsProps {
  readonly label: string;
  readonly isBusy: boolean;
  readonly cancelLabel?: string;
  readonly onCancel: () => void;
}

/** The submit and cancel buttons of a form in a dialog. */
export function DialogButtons({ label, isBusy, cancelLabel = "Cancel", onCancel }: DialogButtonsProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Button type="submit" aria-disabled={isBusy}>
        {label}
      </Button>
      <Button look="outline" onClick={onCancel}>
        {cancelLabel}
      </Button>
    </div>
  );
}
