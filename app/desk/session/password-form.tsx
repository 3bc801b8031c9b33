import { deskSend } from "#app/desk/api/desk-call.ts";
import { formText, Outcome, useAction } from "#app/desk/ui/action.tsx";
import { NewPasswordFields, PasswordField } from "#app/desk/ui/password-field.tsx";
import { Button } from "#app/shared/ui/button.tsx";
import { Logo } from "#app/shared/ui/logo.tsx";
import { deskCalls } from "#domain/desk-wire.ts";

import { signOut } from "./session-end.ts";

interface PasswordFormProps {
  readonly email: string;
  /** Called once the password is changed. */
  readonly onChanged?: () => void;
}

/** Changes the user's own password. */
export function PasswordForm({ email, onChanged }: PasswordFormProps) {
  const action = useAction();
  const submit = action.onSubmit(async (form) => {
    const body = { current: formText(form, "current"), next: formText(form, "next") };
    await deskSend(deskCalls.password, body);
    form.reset();
    onChanged?.();
    return "Your password has been changed. You are signed out everywhere else.";
  });
  return (
    <>
      <Outcome action={action} />
      <form method="post" onSubmit={submit} className="grid gap-5">
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          name="current"
          label="Current password"
          autoComplete="current-password"
          problemId={action.problemAt("current")}
        />
        <NewPasswordFields problemId={action.problemAt("next")} />
        <Button type="submit" className="justify-self-start" aria-disabled={action.isBusy}>
          {action.isBusy ? "Changing..." : "Change password"}
        </Button>
      </form>
    </>
  );
}

/** The only page that the password of the first start opens. */
export function FirstPasswordPage({ email }: { readonly email: string }) {
  return (
    <main className="grid min-h-dvh content-center justify-items-center px-4 py-8">
      <div className="border-line bg-surface-raised w-full max-w-md rounded-md border p-[min(1.5rem,7.5vw)]">
        <Logo />
        <h1 className="mt-5 mb-2 text-2xl">Choose your own password</h1>
        <p className="mb-4">
          The password from the first start is for this once. Choose one that only you know.
        </p>
        <PasswordForm email={email} onChanged={() => location.reload()} />
        <Button look="outline" className="mt-6" onClick={() => void signOut()}>
          Logout
        </Button>
      </div>
    </main>
  );
}
