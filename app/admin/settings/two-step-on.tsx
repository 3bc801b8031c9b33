import { type SubmitEvent, useId } from "react";

import { endTwoStep, renewRecoveryCodes } from "#app/api/accounts.ts";
import { Button } from "#app/ui/button.tsx";

import { formText } from "./form-text.ts";
import { Outcome } from "./outcome.tsx";
import { PasswordField } from "./password-field.tsx";
import { Box } from "./section.tsx";
import { useAction } from "./use-action.ts";

interface TwoStepOnProps {
  readonly codesLeft: number;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onOff: () => Promise<void>;
}

const offButton = "off";

/** What can be done while two-step sign-in is on; both ask for the password. */
export function TwoStepOn({ codesLeft, onCodes, onOff }: TwoStepOnProps) {
  const action = useAction();
  const problemId = useId();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = formText(event.currentTarget, "password");
    const { submitter } = event.nativeEvent;
    const wantsOff = submitter instanceof HTMLButtonElement && submitter.value === offButton;
    void action.run(async () => {
      if (wantsOff) {
        await endTwoStep(password);
        await onOff();
      } else onCodes(await renewRecoveryCodes(password));
      return null;
    });
  };
  return (
    <Box title="On">
      <p className="mb-5">
        {codesLeft === 1 ? "1 recovery code is left." : `${codesLeft} recovery codes are left.`}
        {codesLeft < 4 && " Make new ones soon."}
      </p>
      <Outcome action={action} id={problemId} />
      <form method="post" onSubmit={submit} className="grid gap-5">
        <PasswordField
          name="password"
          label="Your password"
          autoComplete="current-password"
          problemId={action.problem?.field === "password" ? problemId : undefined}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" aria-disabled={action.isBusy}>
            Make new recovery codes
          </Button>
          <Button type="submit" name="do" value={offButton} look="outline" aria-disabled={action.isBusy}>
            Switch off
          </Button>
        </div>
      </form>
    </Box>
  );
}
