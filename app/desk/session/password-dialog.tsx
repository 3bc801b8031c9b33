import { type SubmitEvent, useId, useState } from "react";

import { confirmSession } from "#app/desk/api/accounts.ts";
import { whenPasswordRequired } from "#app/desk/api/confirmation.ts";
import { CallProblem } from "#app/desk/api/panel-call.ts";
import { Dialog } from "#app/desk/ui/dialog.tsx";
import { formText } from "#app/desk/ui/form-text.ts";
import { Outcome } from "#app/desk/ui/outcome.tsx";
import { PasswordField } from "#app/desk/ui/password-field.tsx";
import { useAction } from "#app/desk/ui/use-action.ts";
import { Button } from "#app/shared/ui/button.tsx";
import { confirmationMinutes } from "#domain/accounts.ts";
import type { CurrentUser } from "#domain/wire.ts";

import { CodeField } from "./code-field.tsx";
import { useQuestion } from "./use-question.ts";

/** Asks for the password again when the server wants it for a dangerous action, which then goes on. */
export function PasswordDialog({ user }: { readonly user: CurrentUser }) {
  const { isOpen, asked, answer } = useQuestion(whenPasswordRequired);
  return (
    <Dialog title="Enter your password again" isOpen={isOpen} onClose={() => answer(false)}>
      <PasswordForm key={asked} email={user.email} onDone={answer} />
    </Dialog>
  );
}

interface PasswordFormProps {
  readonly email: string;
  readonly onDone: (isConfirmed: boolean) => void;
}

function PasswordForm({ email, onDone }: PasswordFormProps) {
  const action = useAction();
  const [wantsCode, setWantsCode] = useState(false);
  const problemId = useId();

  const confirm = async (form: HTMLFormElement) => {
    try {
      await confirmSession(formText(form, "password"), formText(form, "code").trim());
      onDone(true);
    } catch (error) {
      // The first time, that a code is missing is no mistake of theirs.
      if (wantsCode || !(error instanceof CallProblem) || error.field !== "code") throw error;
      setWantsCode(true);
    }
    return null;
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    void action.run(() => confirm(form));
  };
  return (
    <>
      <p className="mt-2 mb-4">
        This needs your password, because you last entered it more than {confirmationMinutes} minutes ago.
      </p>
      <Outcome action={action} id={problemId} />
      <form method="post" onSubmit={submit}>
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          name="password"
          label="Your password"
          autoComplete="current-password"
          problemId={action.problem?.field === "password" ? problemId : undefined}
        />
        {wantsCode && <CodeField />}
        <div className="mt-6 grid gap-3 sm:grid-cols-2">
          <Button type="submit" aria-disabled={action.isBusy}>
            Continue
          </Button>
          <Button look="outline" onClick={() => onDone(false)}>
            Cancel
          </Button>
        </div>
      </form>
    </>
  );
}
