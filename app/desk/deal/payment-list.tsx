import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { Outcome, useAction } from "#app/desk/ui/action.tsx";
import { focusPart } from "#app/desk/ui/commands.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { isUndone } from "#domain/deals/bank-source.ts";
import type { DealForDesk } from "#domain/deals/deal-wire.ts";
import { moneyCalls } from "#domain/deals/money-calls.ts";
import { formatCents } from "#domain/deals/money.ts";
import { orderStates } from "#domain/deals/order.ts";
import { formatDay } from "#domain/nz-time.ts";

import { type DealProps, useDealCall } from "./deal-call.ts";
import { enteredLabels } from "./deal-forms.tsx";

const methodLabels = { ...enteredLabels, rounding: "Cash rounding" } as const;

/** What was paid for the order. What a bank line paid can be taken back until the parcel has left. */
export function PaymentList({ record, deal }: DealProps) {
  const { viewer, now } = useDeskPage();
  const call = useDealCall(record);
  const action = useAction();
  const { payments } = deal;
  if (payments.length === 0) return null;
  const undo = (line: string) =>
    void action.run(async () => {
      const done = "the transfer is taken back from every order that it paid, and waits under Money";
      await call(done, { line, undo: true as const }, moneyCalls.bankMatch);
      focusPart("title"); // The button goes.
    });
  return (
    <>
      <ul aria-label="Payments" className="text-sm">
        {payments.map((payment) => (
          <li key={payment.id} className="flex flex-wrap items-center gap-x-2">
            <span className="font-semibold tabular-nums">{formatCents(payment.amount_cents)}</span>
            <span>
              {methodLabels[payment.method]}, {formatDay(payment.received_on, now)}, entered by{" "}
              <bdi>{viewer.nameOf(payment.by)}</bdi>
            </span>
            {payment.note !== null && <bdi className="text-ink-muted">{payment.note}</bdi>}
            {payment.line !== undefined && canUndo(payment, deal) && (
              <ToolButton
                className="px-3 text-sm lg:min-h-8 print:hidden"
                aria-disabled={action.isBusy}
                onClick={() => undo(payment.line ?? "")}
              >
                Undo<span className="sr-only"> the payment of {formatCents(payment.amount_cents)}</span>
              </ToolButton>
            )}
          </li>
        ))}
      </ul>
      <Outcome action={action} />
    </>
  );
}

function canUndo(
  payment: DealForDesk["payments"][number],
  { order, payments, parcels }: DealForDesk,
): boolean {
  if (order === null || parcels.length > 0 || isUndone(payment, payments)) return false;
  const { money, isUnsent } = orderStates[order.state];
  return money !== "due" || isUnsent === true;
}
