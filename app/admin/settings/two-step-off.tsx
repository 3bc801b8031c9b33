import { type SubmitEvent, useId, useState } from "react";

import { startTwoStep } from "#app/api/accounts.ts";
import { Button } from "#app/ui/button.tsx";
import type { AuthenticatorKey } from "#domain/accounts.ts";

import { formText } from "./form-text.ts";
import { Outcome } from "./outcome.tsx";
import { PasswordField } from "./password-field.tsx";
import { Box } from "./section.tsx";
import { TwoStepSetup } from "./two-step-setup.tsx";
import { useAction } from "./use-action.ts";

/** The password first, then the secret for the app. */
export function TwoStepOff({ onCodes }: { readonly onCodes: (codes: readonly string[]) => void }) {
  const [key, setKey] = useState<AuthenticatorKey | null>(null);
  const action = useAction();
  const problemId = useId();
  if (key !== null) return <TwoStepSetup authenticatorKey={key} onCodes={onCodes} />;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = formText(event.currentTarget, "password");
    void action.run(async () => {
      setKey(await startTwoStep(password));
      return null;
    });
  };
  return (
    <Box title="Off">
      <p className="mb-5 max-w-[65ch]">
        You need an authenticator app, such as the one of Google or Microsoft, 2FAS or Aegis. Password
        managers can do it too.
      </p>
      <Outcome action={action} id={problemId} />
      <form method="post" onSubmit={submit} className="grid gap-5">
        <PasswordField
          name="password"
          label="Your password"
          autoComplete="current-password"
          problemId={action.problem?.field === "password" ? problemId : undefined}
        />
        <Button type="submit" className="justify-self-start" aria-disabled={action.isBusy}>
          Set up two-step sign-in
        </Button>
      </form>
    </Box>
  );
}
