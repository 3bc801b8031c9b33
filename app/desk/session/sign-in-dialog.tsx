import { useEffect, useRef, useState } from "react";

import { signInAgain } from "#app/desk/api/session.ts";
import { Dialog, DialogButtons } from "#app/desk/ui/dialog.tsx";
import { ErrorBanner } from "#app/shared/ui/banner.tsx";

import { LoginFields, useSignIn } from "./sign-in-form.tsx";

/** Signs the same user in again, in place, when a call finds the session over. The call then continues. */
export function SignInDialog({ email }: { readonly email: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const settle = useRef<(isSignedIn: boolean) => void>(() => {});
  useEffect(() => {
    const takeBack = signInAgain.askBy(() => {
      setIsOpen(true);
      return new Promise((resolve) => (settle.current = resolve));
    });
    return () => {
      takeBack();
      settle.current(false); // Nobody can answer any more: later calls must not wait for it.
    };
  }, []);
  const answer = (isSignedIn: boolean) => {
    setIsOpen(false);
    settle.current(isSignedIn);
  };
  return (
    <Dialog title="Sign in again" isOpen={isOpen} onClose={() => answer(false)}>
      <SignInForm email={email} onDone={answer} />
    </Dialog>
  );
}

interface SignInFormProps {
  readonly email: string;
  readonly onDone: (isSignedIn: boolean) => void;
}

function SignInForm({ email, onDone }: SignInFormProps) {
  const { isBusy, problem, wantsCode, submit } = useSignIn(async () => onDone(true));
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
