import { useState } from "react";

import { twoStepState } from "#app/desk/api/accounts.ts";
import { Loading } from "#app/desk/ui/loading.tsx";
import { useLoaded } from "#app/desk/ui/use-loaded.ts";
import { pageMeta } from "#app/shared/document/page-meta.ts";

import { RecoveryCodes } from "./recovery-codes.tsx";
import { Section } from "./section.tsx";
import { TwoStepOff } from "./two-step-off.tsx";
import { TwoStepOn } from "./two-step-on.tsx";

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
