import { deskSend } from "#app/desk/api/desk-call.ts";
import { formText, Outcome, useAction } from "#app/desk/ui/action.tsx";
import { NewPasswordFields, PasswordField } from "#app/desk/ui/password-field.tsx";
import { Button } from "#app/shared/ui/button.tsx";
import { FormField } from "#app/shared/ui/field.tsx";
import { Logo } from "#app/shared/ui/logo.tsx";
import { ownNameField } from "#domain/accounts.ts";
import { deskCalls } from "#domain/desk-wire.ts";
import { isNameless } from "#domain/reply-text.ts";
import type { CurrentUser } from "#domain/wire.ts";

import { signOut } from "./session-end.ts";

interface PasswordFormProps {
  readonly email: string;
  /** Asks for it too. */
  readonly asksName?: boolean;
  /** Called once the password is changed. */
  readonly onChanged?: () => void;
}

/** Changes the user's own password. */
export function PasswordForm({ email, asksName = false, onChanged }: PasswordFormProps) {
  const action = useAction();
  const submit = action.onSubmit(async (form) => {
    const body = { current: formText(form, "current"), next: formText(form, "next") };
    const named = asksName ? { full_name: formText(form, "full_name") } : {};
    await deskSend(deskCalls.password, { ...body, ...named });
    form.reset();
    onChanged?.();
    return "Your password has been changed. You are signed out everywhere else.";
  });
  return (
    <>
      <Outcome action={action} />
      <form method="post" onSubmit={submit} className="grid gap-5">
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        {asksName && (
          <FormField
            name="full_name"
            field={ownNameField}
            isCapped
            problemId={action.problemAt("full_name")}
          />
        )}
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
export function FirstPasswordPage({ user }: { readonly user: CurrentUser }) {
  return (
    <main className="grid min-h-dvh content-center justify-items-center px-4 py-8">
      <div className="border-line bg-surface-raised w-full max-w-md rounded-md border p-[min(1.5rem,7.5vw)]">
        <Logo />
        <h1 className="mt-5 mb-2 text-2xl">Choose your own password</h1>
        <p className="mb-4">
          The password from the first start is for this once. Choose one that only you know.
        </p>
        <PasswordForm
          email={user.email}
          asksName={isNameless(user.full_name)}
          onChanged={() => location.reload()}
        />
        <Button look="outline" className="mt-6" onClick={() => void signOut()}>
          Logout
        </Button>
      </div>
    </main>
  );
}
