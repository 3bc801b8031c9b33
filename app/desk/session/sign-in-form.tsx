import { useState } from "react";

import { CallProblem } from "#app/desk/api/desk-call.ts";
import { type Credentials, login } from "#app/desk/api/session.ts";
import { formText, useAction } from "#app/desk/ui/action.tsx";
import { CodeField } from "#app/desk/ui/code-field.tsx";
import { controlClasses } from "#app/shared/ui/control-classes.ts";

/** The state of a login form. `onSignedIn` continues from there; if it throws, the problem is shown. */
export function useSignIn(onSignedIn: () => Promise<void>) {
  const { isBusy, problem, onSubmit } = useAction();
  // The password was right; a two-step code is needed too.
  const [wantsCode, setWantsCode] = useState(false);
  const submit = onSubmit(async (form) => {
    const outcome = await login(credentialsOf(form));
    if (outcome.ok) return onSignedIn();
    setWantsCode(wantsCode || outcome.wantsCode);
    if (wantsCode || !outcome.wantsCode) throw new CallProblem(outcome.message);
  });
  return { isBusy, problem, wantsCode, submit };
}

function credentialsOf(form: HTMLFormElement): Credentials {
  const code = formText(form, "code").trim();
  return {
    email: formText(form, "email"),
    password: formText(form, "password"),
    ...(code === "" ? {} : { code }),
  };
}

interface LoginFieldsProps {
  /** Given if only this user may sign in. */
  readonly email?: string;
  readonly wantsCode: boolean;
}

export function LoginFields({ email, wantsCode }: LoginFieldsProps) {
  return (
    <>
      <label className="mt-4 grid gap-1">
        <span className="font-semibold">Email</span>
        <input
          type="email"
          name="email"
          required
          autoComplete="username"
          className={`${controlClasses} read-only:bg-surface-sunken`}
          {...(email === undefined ? {} : { value: email, readOnly: true })}
        />
      </label>
      <label className="mt-4 grid gap-1">
        <span className="font-semibold">Password</span>
        <input
          type="password"
          name="password"
          required
          autoComplete="current-password"
          ref={email === undefined ? undefined : focusFirst}
          className={controlClasses}
        />
      </label>
      {wantsCode && <CodeField />}
    </>
  );
}

/** Dialogs focus the element with this attribute. React does not render it. */
function focusFirst(input: HTMLInputElement | null): void {
  input?.setAttribute("autofocus", "");
}
