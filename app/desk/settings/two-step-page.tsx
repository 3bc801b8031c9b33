import { useState } from "react";

import { endTwoStep, renewRecoveryCodes, startTwoStep, twoStepState } from "#app/desk/api/settings.ts";
import { Outcome, useAction } from "#app/desk/ui/action.tsx";
import { ConfirmDialog } from "#app/desk/ui/dialog.tsx";
import { Loading, useLoaded } from "#app/desk/ui/loaded.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { Button } from "#app/shared/ui/button.tsx";
import type { AuthenticatorKey } from "#domain/accounts.ts";

import { Box, Section } from "./section.tsx";
import { RecoveryCodes, TwoStepSetup } from "./two-step-setup.tsx";

export const meta = () => pageMeta({ title: "Two-step sign-in", hidden: true });

export default function TwoStepSection() {
  const state = useLoaded(twoStepState);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { data, reload } = state;
  const showCodes = (fresh: readonly string[]) => {
    setCodes(fresh);
    void reload();
  };
  return (
    <Section
      title="Two-step sign-in"
      intro="Signing in also takes a code from an app on your phone, so a stolen password is not enough."
    >
      {codes !== null ? (
        <RecoveryCodes codes={codes} onSaved={() => setCodes(null)} />
      ) : data === null ? (
        <Loading state={state} />
      ) : data.is_on ? (
        <TwoStepOn codesLeft={data.recovery_codes_left} onCodes={showCodes} onOff={reload} />
      ) : (
        <TwoStepOff onCodes={showCodes} />
      )}
    </Section>
  );
}

function TwoStepOff({ onCodes }: { readonly onCodes: (codes: readonly string[]) => void }) {
  const [key, setKey] = useState<AuthenticatorKey | null>(null);
  const action = useAction();
  if (key !== null) return <TwoStepSetup authenticatorKey={key} onCodes={onCodes} />;

  const start = () => void action.run(async () => setKey(await startTwoStep()));
  return (
    <Box title="Off">
      <p className="mb-5 max-w-[65ch]">
        You need an authenticator app, such as Google Authenticator, Microsoft Authenticator, 2FAS or Aegis.
        Most password managers work too.
      </p>
      <Outcome action={action} />
      <Button aria-disabled={action.isBusy} onClick={start}>
        Set up two-step sign-in
      </Button>
    </Box>
  );
}

interface TwoStepOnProps {
  readonly codesLeft: number;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onOff: () => Promise<void>;
}

function TwoStepOn({ codesLeft, onCodes, onOff }: TwoStepOnProps) {
  const [question, setQuestion] = useState<"off" | "codes" | null>(null);
  const close = () => setQuestion(null);
  return (
    <Box title="On">
      <p className="mb-5">
        {codesLeft === 1 ? "1 recovery code is left." : `${codesLeft} recovery codes are left.`}
        {codesLeft < 4 && " Make new ones soon."}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setQuestion("codes")}>Make new recovery codes</Button>
        <Button look="outline" onClick={() => setQuestion("off")}>
          Switch off
        </Button>
      </div>
      {question === "codes" && (
        <ConfirmDialog
          title="Make new recovery codes?"
          label="Make new ones"
          onConfirm={() => renewRecoveryCodes().then(onCodes)}
          onClose={close}
        >
          <p>The codes you have saved stop working.</p>
        </ConfirmDialog>
      )}
      {question === "off" && (
        <ConfirmDialog
          title="Switch off two-step sign-in?"
          label="Switch off"
          onConfirm={() => endTwoStep().then(onOff)}
          onClose={close}
        >
          <p>Then anyone who knows your password can sign in.</p>
        </ConfirmDialog>
      )}
    </Box>
  );
}
