import { useEffect, useId, useRef, useState } from "react";

import { CallProblem } from "#app/desk/api/desk-call.ts";
import { type Credentials, login } from "#app/desk/api/session.ts";
import { formText, useAction } from "#app/desk/ui/action.tsx";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { deskMessages } from "#domain/desk-wire.ts";

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

/** The second step of signing in: six digits from the app, or a recovery code. Takes the focus. */
function CodeField() {
  const [isRecovery, setIsRecovery] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => input.current?.focus(), [isRecovery]);
  const kind = isRecovery
    ? ({ inputMode: "text", autoComplete: "off", maxLength: 40 } as const)
    : ({ inputMode: "numeric", autoComplete: "one-time-code", maxLength: 7 } as const);
  return (
    <div className="mt-4 grid gap-1">
      <label htmlFor={id} className="font-semibold">
        {isRecovery ? "Recovery code" : "Code"}
      </label>
      <p id={`${id}-hint`} className="text-ink-muted text-sm">
        {isRecovery ? "One of the ten you saved. Each works once." : deskMessages.codeRequired}
      </p>
      <input
        key={String(isRecovery)}
        ref={input}
        id={id}
        name="code"
        required
        aria-describedby={`${id}-hint`}
        className={`${controlClasses} font-sign text-xl tracking-widest`}
        {...kind}
      />
      <button
        type="button"
        className="text-link min-h-11 justify-self-start text-sm"
        onClick={() => setIsRecovery(!isRecovery)}
      >
        {isRecovery ? "Use the app instead" : "No phone with you? Use a recovery code"}
      </button>
    </div>
  );
}
