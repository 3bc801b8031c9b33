import { flushSync } from "react-dom";

import { focusPart } from "#app/desk/ui/commands.tsx";
import { ConfirmDialog } from "#app/desk/ui/dialog.tsx";

import { type DealRecord, useDealCall } from "./deal-call.ts";
import { type DealKind, dealKinds } from "./deal-kinds.ts";

interface WithdrawDialogProps {
  readonly kind: DealKind;
  readonly record: DealRecord;
  readonly number: number;
  readonly onClose: () => void;
}

/** Asks before the version that is out is withdrawn. */
export function WithdrawDialog({ kind, record, number, onClose }: WithdrawDialogProps) {
  const call = useDealCall(record);
  const withdraw = async () => {
    await call(`${kind} ${number} withdrawn`, { ref: record.ref_number, number }, dealKinds[kind].withdraw);
    flushSync(onClose); // Nothing else can take the focus while the question is open.
    focusPart("title"); // The button goes.
  };
  return (
    <ConfirmDialog title={`Withdraw the ${kind}?`} label="Withdraw it" onConfirm={withdraw} onClose={onClose}>
      <p>{dealKinds[kind].withdrawn}</p>
    </ConfirmDialog>
  );
}
