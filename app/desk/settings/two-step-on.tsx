import { useState } from "react";

import { endTwoStep, renewRecoveryCodes } from "#app/desk/api/accounts.ts";
import { Button } from "#app/shared/ui/button.tsx";

import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Box } from "./section.tsx";

interface TwoStepOnProps {
  readonly codesLeft: number;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onOff: () => Promise<void>;
}

/** What can be done while two-step sign-in is on. */
export function TwoStepOn({ codesLeft, onCodes, onOff }: TwoStepOnProps) {
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
