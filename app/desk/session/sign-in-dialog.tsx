import { whenSignedOut } from "#app/desk/api/session.ts";
import { Dialog } from "#app/desk/ui/dialog.tsx";
import { ErrorBanner } from "#app/shared/ui/banner.tsx";
import { Button } from "#app/shared/ui/button.tsx";
import type { CurrentUser } from "#domain/wire.ts";

import { LoginFields } from "./login-fields.tsx";
import { useQuestion } from "./use-question.ts";
import { useSignIn } from "./use-sign-in.ts";

interface SignInDialogProps {
  readonly user: CurrentUser;
  /** They signed in with a first password, because somebody has replaced theirs. */
  readonly onFirstPassword: () => void;
}

/**
 * Signs the same user in again on top of what they are doing, when a call sent with `fetchInPlace`
 * finds the session over. The page behind stays as it is, and the call goes on afterwards.
 */
export function SignInDialog({ user, onFirstPassword }: SignInDialogProps) {
  const { isOpen, asked, answer } = useQuestion(whenSignedOut);
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
      {problem !== null && <ErrorBanner>{problem}</ErrorBanner>}
      <form method="post" onSubmit={(event) => void submit(event)}>
        <LoginFields email={email} wantsCode={wantsCode} />
        <div className="mt-6 grid gap-3 sm:grid-cols-2">
          <Button type="submit" aria-disabled={isBusy}>
            {isBusy ? "Logging in..." : "Login"}
          </Button>
          <Button look="outline" onClick={() => onDone(false)}>
            Not now
          </Button>
        </div>
      </form>
    </>
  );
}
