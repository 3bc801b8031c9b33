import { useEffect, useRef, useState } from "react";

import { CallProblem, passwordAgain } from "#app/desk/api/desk-call.ts";
import type { Question } from "#app/desk/api/question.ts";
import { signInAgain } from "#app/desk/api/session.ts";
import { confirmSession } from "#app/desk/api/settings.ts";
import { Outcome, formText, useAction } from "#app/desk/ui/action.tsx";
import { Dialog, DialogButtons } from "#app/desk/ui/dialog.tsx";
import { ErrorBanner } from "#app/shared/ui/banner.tsx";
import { confirmationMinutes } from "#domain/accounts.ts";
import type { CurrentUser } from "#domain/wire.ts";

import { PasswordField } from "./password-form.tsx";
import { CodeField, LoginFields, useSignIn } from "./sign-in-form.tsx";

interface SignInDialogProps {
  readonly user: CurrentUser;
  /** Called if they signed in with a first password, because an owner has reset theirs. */
  readonly onFirstPassword: () => void;
}

/**
 * Signs the same user in again, without leaving the page, when a call sent with `fetchInPlace` finds the
 * session over. The call then continues.
 */
export function SignInDialog({ user, onFirstPassword }: SignInDialogProps) {
  const { isOpen, asked, answer } = useQuestion(signInAgain);
  return (
    <Dialog title="Sign in again" isOpen={isOpen} onClose={() => answer(false)}>
      <SignInForm key={asked} email={user.email} onDone={answer} onFirstPassword={onFirstPassword} />
    </Dialog>
  );
}

interface SignInFormProps {
  readonly email: string;
  readonly onDone: (isSignedIn: boolean) => void;
  readonly onFirstPassword: () => void;
}

function SignInForm({ email, onDone, onFirstPassword }: SignInFormProps) {
  const { isBusy, problem, wantsCode, submit } = useSignIn(async ({ hasFirstPassword }) => {
    onDone(true);
    if (hasFirstPassword) onFirstPassword();
  });
  return (
    <>
      <p className="mt-2 mb-3">Your session has ended. What you typed is still here.</p>
      {problem !== null && <ErrorBanner>{problem.message}</ErrorBanner>}
      <form method="post" onSubmit={submit}>
        <LoginFields email={email} wantsCode={wantsCode} />
        <div className="mt-6">
          <DialogButtons
            label={isBusy ? "Logging in..." : "Login"}
            isBusy={isBusy}
            cancelLabel="Not now"
            onCancel={() => onDone(false)}
          />
        </div>
      </form>
    </>
  );
}

/** Asks for the password again when the server requires it for a dangerous action, which then continues. */
export function PasswordDialog({ user }: { readonly user: CurrentUser }) {
  const { isOpen, asked, answer } = useQuestion(passwordAgain);
  return (
    <Dialog title="Enter your password again" isOpen={isOpen} onClose={() => answer(false)}>
      <ConfirmPasswordForm key={asked} email={user.email} onDone={answer} />
    </Dialog>
  );
}

interface ConfirmPasswordFormProps {
  readonly email: string;
  readonly onDone: (isConfirmed: boolean) => void;
}

function ConfirmPasswordForm({ email, onDone }: ConfirmPasswordFormProps) {
  const action = useAction();
  const [wantsCode, setWantsCode] = useState(false);
  const submit = action.onSubmit(async (form) => {
    try {
      await confirmSession(formText(form, "password"), formText(form, "code").trim());
      onDone(true);
    } catch (error) {
      // The first missing code is not the user's mistake: the field was not shown.
      if (wantsCode || !(error instanceof CallProblem) || error.field !== "code") throw error;
      setWantsCode(true);
    }
  });
  return (
    <>
      <p className="mt-2 mb-4">
        Please confirm it is you: you last entered your password more than {confirmationMinutes} minutes ago.
      </p>
      <Outcome action={action} />
      <form method="post" onSubmit={submit}>
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          name="password"
          label="Your password"
          autoComplete="current-password"
          problemId={action.problemAt("password")}
        />
        {wantsCode && <CodeField />}
        <div className="mt-6">
          <DialogButtons label="Continue" isBusy={action.isBusy} onCancel={() => onDone(false)} />
        </div>
      </form>
    </>
  );
}

interface OpenQuestion {
  readonly isOpen: boolean;
  /** How often it has been asked: a fresh key for the form. */
  readonly asked: number;
  readonly answer: (isYes: boolean) => void;
}

/** The state of a dialog that opens when a call has the question. */
function useQuestion(question: Question): OpenQuestion {
  const [asked, setAsked] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const settle = useRef<(isYes: boolean) => void>(() => {});

  useEffect(() => {
    const takeBack = question.askBy(() => {
      setAsked((count) => count + 1);
      setIsOpen(true);
      return new Promise((resolve) => (settle.current = resolve));
    });
    return () => {
      takeBack();
      // Nobody can answer any more: later calls must not wait for it.
      settle.current(false);
    };
  }, [question]);

  const answer = (isYes: boolean) => {
    setIsOpen(false);
    settle.current(isYes);
  };
  return { isOpen, asked, answer };
}
