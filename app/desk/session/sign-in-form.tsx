import { type SubmitEvent, useEffect, useId, useRef, useState } from "react";

import { type Credentials, type LoginOutcome, login } from "#app/desk/api/session.ts";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { deskMessages } from "#domain/desk-wire.ts";

interface SignInState {
  readonly isBusy: boolean;
  readonly problem: string | null;
  /** The password was right and a code is wanted as well. */
  readonly wantsCode: boolean;
  /** Signs in with what stands in the form; that stays there whatever happens. */
  readonly submit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>;
}

type SignedInOutcome = Extract<LoginOutcome, { ok: true }>;

/** A form that signs in. `go` takes the person on; an error it throws is shown. */
export function useSignIn(go: (outcome: SignedInOutcome) => Promise<void>): SignInState {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [wantsCode, setWantsCode] = useState(false);

  const attempt = async (credentials: Credentials): Promise<string | null> => {
    const outcome = await login(credentials);
    if (!outcome.ok) {
      setWantsCode(wantsCode || outcome.wantsCode);
      return outcome.wantsCode && !wantsCode ? null : outcome.message;
    }
    return go(outcome).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  };

  return {
    isBusy,
    problem,
    wantsCode,
    async submit(event) {
      event.preventDefault();
      if (isBusy) return;
      const form = new FormData(event.currentTarget);
      setProblem(null);
      setIsBusy(true);
      setProblem(await attempt(credentialsOf(form)));
      setIsBusy(false);
    },
  };
}

function credentialsOf(form: FormData): Credentials {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const code = text("code").trim();
  return { email: text("email"), password: text("password"), ...(code === "" ? {} : { code }) };
}

interface LoginFieldsProps {
  /** The one who has to sign in, where that is not open. */
  readonly email?: string;
  readonly wantsCode: boolean;
}

/** E-mail and password, as password managers know them, and the code once it is asked for. */
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

/** Dialogs give the focus to what has this attribute; React leaves it out of the page. */
function focusFirst(input: HTMLInputElement | null): void {
  input?.setAttribute("autofocus", "");
}

/** The second step of signing in: six digits from the app, or a recovery code. It takes the focus. */
export function CodeField() {
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
        {isRecovery ? "One of the ten you kept. Each works once." : deskMessages.codeRequired}
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
        {isRecovery ? "Use the app instead" : "No phone at hand? Use a recovery code"}
      </button>
    </div>
  );
}
