import { type SubmitEvent, useState } from "react";

import { type Credentials, login, type LoginOutcome } from "#app/desk/api/session.ts";

export interface SignInState {
  readonly isBusy: boolean;
  readonly problem: string | null;
  /** The password was right and a code is wanted as well. */
  readonly wantsCode: boolean;
  /** Signs in with what stands in the form; that stays there whatever happens. */
  readonly submit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>;
}

type SignedIn = Extract<LoginOutcome, { ok: true }>;

/** A form that signs in. `go` takes the person on; an error it throws is shown. */
export function useSignIn(go: (outcome: SignedIn) => Promise<void>): SignInState {
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
