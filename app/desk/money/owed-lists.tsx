import { useState } from "react";
import { Link } from "react-router";

import { deskSend } from "#app/desk/api/desk-call.ts";
import { recordLink } from "#app/desk/state/desk-view.ts";
import { useAction } from "#app/desk/ui/action.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { randomKey } from "#app/shared/forms/draft.ts";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { dealCalls } from "#domain/deals/deal-calls.ts";
import { takenWords } from "#domain/deals/history-words.ts";
import { moneyCalls } from "#domain/deals/money-calls.ts";
import type { MoneyLists, OwedMoney } from "#domain/deals/money-wire.ts";
import { formatCents } from "#domain/deals/money.ts";
import { orderActions } from "#domain/deals/order.ts";
import { refundMethods } from "#domain/deals/stage.ts";
import { paymentCode } from "#domain/deals/typed-numbers.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";

import { MoneyBox } from "./money-box.tsx";

interface UnmatchedMoney {
  readonly owed: OwedMoney;
  readonly text: string;
  readonly canRevive: boolean;
  /** The reason the money was taken back; undefined if we still have it. */
  readonly taken?: MoneyLists["taken_back"][number]["why"];
}

const takenHints: Readonly<Record<NonNullable<UnmatchedMoney["taken"]>, string>> = {
  bank: "Take it off the order; if you paid it back yourself, enter that in the record.",
  card: "It is in the books, with its credit note.",
  dispute: "What the card company took is in the books. Answer it in Stripe’s dashboard.",
  refund_failed: "Pay it back another way.",
};

/** Lists the money that fits no open order, each with its reason. */
function waitingIn(
  { late, over, to_refund: cancelled, taken_back: left }: MoneyLists,
  now: Date,
): UnmatchedMoney[] {
  return [
    ...left.map((owed) => ({
      owed,
      text: `${takenWords[owed.why](formatCents(owed.amount_cents))}. ${owed.by === null ? "" : `Evidence is due by ${formatDay(owed.by, now)}. `}${takenHints[owed.why]} Nothing of it is packed until you have seen to it.`,
      canRevive: false,
      taken: owed.why,
    })),
    ...late.map((owed) => ({
      owed,
      text: owed.are_items_free
        ? "It arrived after the payment time. The parts are still free."
        : "It arrived after the payment time, and another order holds the parts.",
      canRevive: owed.are_items_free && owed.is_record_gone !== true,
    })),
    ...over.map((owed) => ({
      owed,
      text: owed.currency === undefined ? "Overpaid by this much." : foreign,
      canRevive: false,
    })),
    ...cancelled.map((owed) => ({ owed, text: "Paid for an order that was cancelled.", canRevive: false })),
  ];
}

const foreign =
  "Paid by card in another currency, which counts for no order. Pay it back at the card company, then say so here.";

/** "$50.00", or "AUD $50.00". */
function sumOf({ amount_cents: cents, currency }: OwedMoney): string {
  return `${currency === undefined ? "" : `${currency} `}${formatCents(cents)}`;
}

interface OwedListsProps {
  readonly lists: MoneyLists;
  readonly now: Date;
  readonly onDone: () => Promise<void>;
}

/** Payments that wait for a decision: the system never refunds on its own, and never drops a payment. */
export function OwedLists({ lists, now, onDone }: OwedListsProps) {
  const { short } = lists;
  const waiting = waitingIn(lists, now);
  return (
    <>
      <MoneyBox
        title="To refund"
        count={waiting.length}
        text={
          waiting.length === 0
            ? "No money waits."
            : "Money that fits no open order, or has left one without you: revive the order, or refund it."
        }
      >
        <ul className="divide-line divide-y">
          {waiting.map((one) => (
            <WaitingMoney
              key={`${one.owed.invoice_number} ${one.owed.currency} ${one.taken} ${one.owed.since}`}
              {...one}
              now={now}
              onDone={onDone}
            />
          ))}
        </ul>
      </MoneyBox>
      <MoneyBox
        title="Part-paid"
        count={short.length}
        text={short.length === 0 ? "No order is part-paid." : "Still owing."}
      >
        <ul className="divide-line divide-y">
          {short.map((owed) => (
            <li key={owed.invoice_number}>
              <OwedText owed={owed} now={now} />
            </li>
          ))}
        </ul>
      </MoneyBox>
    </>
  );
}

const ways = { transfer: "by transfer", cash: "in cash", card: "to the card" } as const;

interface Way {
  readonly method: keyof typeof ways;
  readonly key: string;
}

interface WaitingMoneyProps extends UnmatchedMoney {
  readonly now: Date;
  readonly onDone: () => Promise<void>;
}

function WaitingMoney({ owed, text, canRevive, taken, now, onDone }: WaitingMoneyProps) {
  const { isBusy, problem, run } = useAction();
  // A press that is repeated after a broken connection has the same key: it is one payment.
  const [{ method, key }, setWay] = useState({ method: "transfer", key: randomKey() } as Way);
  const { ref, amount_cents, invoice_number, currency } = owed;
  const revive = () => deskSend(dealCalls.order, { ref, change: "revive", note: null }, { key });
  const see = () => deskSend(dealCalls.order, { ref, change: "seen", note: null }, { key });
  const takeOff = () => {
    const entry = { method: "correction", received_on: nzDate(now), note: "Taken back by the bank" } as const;
    const payment = { ref, amount_cents: -amount_cents, invoice_number, ...entry };
    return deskSend(dealCalls.payment, payment, { key: `${key}-off` });
  };
  const payBack = () => {
    if (currency === undefined)
      return deskSend(moneyCalls.refund, { ref, amount_cents, invoice_number, method }, { key });
    const noted = { method: "card", received_on: nzDate(now), note: null, currency } as const;
    const payment = { ref, amount_cents: -amount_cents, invoice_number, ...noted };
    return deskSend(dealCalls.payment, payment, { key });
  };
  const press = (work: () => Promise<void>) => void run(() => work().then(onDone));
  return (
    <li className="grid gap-1 pb-3">
      <OwedText owed={owed} now={now} />
      <p className="text-sm">{text}</p>
      <p className="flex flex-wrap gap-2">
        {canRevive && (
          <ToolButton className="px-3 text-sm" aria-disabled={isBusy} onClick={() => press(revive)}>
            {orderActions.revive.label}
          </ToolButton>
        )}
        {taken === "bank" && (
          <ToolButton className="px-3 text-sm" aria-disabled={isBusy} onClick={() => press(takeOff)}>
            Take {sumOf(owed)} off the order
          </ToolButton>
        )}
        <ToolButton
          className="px-3 text-sm"
          aria-disabled={isBusy}
          onClick={() => press(taken === undefined ? payBack : see)}
        >
          {taken === undefined
            ? `${method === "card" ? "Pay back" : "I have paid back"} ${sumOf(owed)}`
            : "Seen"}
        </ToolButton>
        {currency === undefined && taken === undefined && (
          <select
            aria-label={`How ${sumOf(owed)} goes back`}
            value={method}
            className={`${controlClasses} min-h-11! w-auto! py-1! text-sm`}
            onChange={({ target }) =>
              setWay({
                method: refundMethods.find((one) => one === target.value) ?? method,
                key: randomKey(),
              })
            }
          >
            {refundMethods.map((one) => (
              <option key={one} value={one}>
                {ways[one]}
              </option>
            ))}
          </select>
        )}
      </p>
      <p role="alert" className="text-danger text-sm font-semibold empty:hidden">
        {problem?.message}
      </p>
    </li>
  );
}

const lineClasses = "flex min-h-11 flex-wrap items-center gap-x-4";

function OwedText({ owed, now }: { readonly owed: OwedMoney; readonly now: Date }) {
  const { ref, since, name, invoice_number: invoice } = owed;
  const text = (
    <>
      <span className="font-sign font-semibold">{ref}</span>
      <span className="text-ink font-semibold tabular-nums">{sumOf(owed)}</span>
      {name !== null && <bdi className="text-ink">{name}</bdi>}
      <span className="text-ink-muted text-sm">
        Invoice {invoice}, code {paymentCode(invoice)}, since {formatDay(nzDate(new Date(since)), now)}
      </span>
    </>
  );
  if (owed.is_record_gone === true)
    return (
      <p className={lineClasses}>
        {text}
        <span className="text-ink-muted text-sm">Its record was removed.</span>
      </p>
    );
  return (
    <Link to={recordLink(ref)} className={`hover:bg-surface-sunken text-link ${lineClasses}`}>
      {text}
    </Link>
  );
}
