import type { ReactNode } from "react";
import { flushSync } from "react-dom";

import { focusPart } from "#app/desk/ui/commands.tsx";
import { ConfirmDialog } from "#app/desk/ui/dialog.tsx";

import { type DealRecord, type Sender, useDealCall } from "./deal-call.ts";

interface WithdrawDialogProps {
  readonly record: DealRecord;
  readonly what: "quote" | "offer";
  readonly number: number;
  readonly send: Sender<{ readonly ref: string; readonly number: number }>;
  readonly onClose: () => void;
  /** What it means for the visitor. */
  readonly children: ReactNode;
}

/** Asks before the version that is out is withdrawn. */
export function WithdrawDialog({ record, what, number, send, onClose, children }: WithdrawDialogProps) {
  const call = useDealCall(record);
  const withdraw = async () => {
    await call(`${what} ${number} withdrawn`, { ref: record.ref_number, number }, send);
    flushSync(onClose); // Nothing else can take the focus while the question is open.
    focusPart("title"); // The button goes.
  };
  return (
    <ConfirmDialog title={`Withdraw the ${what}?`} label="Withdraw it" onConfirm={withdraw} onClose={onClose}>
      <p>{children}</p>
    </ConfirmDialog>
  );
}
