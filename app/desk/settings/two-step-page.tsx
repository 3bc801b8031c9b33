import { useId, useState } from "react";

import { endTwoStep, renewRecoveryCodes, startTwoStep, twoStepState } from "#app/desk/api/accounts.ts";
import { Outcome, useAction } from "#app/desk/ui/action.tsx";
import { ConfirmDialog } from "#app/desk/ui/dialog.tsx";
import { Loading, useLoaded } from "#app/desk/ui/loaded.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { Button } from "#app/shared/ui/button.tsx";
import type { AuthenticatorKey } from "#domain/accounts.ts";

import { Box, Section } from "./section.tsx";
import { RecoveryCodes, TwoStepSetup } from "./two-step-setup.tsx";

export const meta = () => pageMeta({ title: "Two-step sign-in", hidden: true });

/** Where users have a code from their phone asked for beside the password. */
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
      intro="After your password, a code from an app on your phone: whoever learns your password still cannot get in."
    >
      {codes !== null ? (
        <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />
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

/** Starts to set two-step sign-in up: the secret for the app comes next. */
function TwoStepOff({ onCodes }: { readonly onCodes: (codes: readonly string[]) => void }) {
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

interface TwoStepOnProps {
  readonly codesLeft: number;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onOff: () => Promise<void>;
}

/** What can be done while two-step sign-in is on. */
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
          <p>Those you have kept stop working.</p>
        </ConfirmDialog>
      )}
      {question === "off" && (
        <ConfirmDialog
          title="Switch off two-step sign-in?"
          label="Switch off"
          onConfirm={() => endTwoStep().then(onOff)}
          onClose={close}
        >
          <p>Your password alone signs you in then, and whoever else knows it.</p>
        </ConfirmDialog>
      )}
    </Box>
  );
}
