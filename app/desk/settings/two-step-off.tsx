import { useId, useState } from "react";

import { startTwoStep } from "#app/desk/api/accounts.ts";
import { Outcome } from "#app/desk/ui/outcome.tsx";
import { useAction } from "#app/desk/ui/use-action.ts";
import { Button } from "#app/shared/ui/button.tsx";
import type { AuthenticatorKey } from "#domain/accounts.ts";

import { Box } from "./section.tsx";
import { TwoStepSetup } from "./two-step-setup.tsx";

/** Starts to set two-step sign-in up: the secret for the app comes next. */
export function TwoStepOff({ onCodes }: { readonly onCodes: (codes: readonly string[]) => void }) {
  const [key, setKey] = useState<AuthenticatorKey | null>(null);
  const action = useAction();
  const problemId = useId();
  if (key !== null) return <TwoStepSetup authenticatorKey={key} onCodes={onCodes} />;

  const start = () =>
    void action.run(async () => {
      setKey(await startTwoStep());
      return null;
    });
  return (
    <Box title="Off">
      <p className="mb-5 max-w-[65ch]">
        You need an authenticator app, such as the one of Google or Microsoft, 2FAS or Aegis. Password
        managers can do it too.
      </p>
      <Outcome action={action} id={problemId} />
      <Button aria-disabled={action.isBusy} onClick={start}>
        Set up two-step sign-in
      </Button>
    </Box>
  );
}
