import { useState } from "react";

import { twoStepState } from "#app/api/accounts.ts";
import { pageMeta } from "#app/document/page-meta.ts";

import { Loading } from "./loading.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { Section } from "./section.tsx";
import { TwoStepOff } from "./two-step-off.tsx";
import { TwoStepOn } from "./two-step-on.tsx";
import { useLoaded } from "./use-loaded.ts";

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
