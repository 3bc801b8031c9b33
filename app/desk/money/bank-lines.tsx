import { useState } from "react";

import { deskCall, deskSend } from "#app/desk/api/desk-call.ts";
import { FilingCard } from "#app/desk/record-parts/filing-card.tsx";
import { Outcome, useAction } from "#app/desk/ui/action.tsx";
import { focusPart } from "#app/desk/ui/commands.tsx";
import { moneyCalls } from "#domain/deals/money-calls.ts";
import type { BankLine, Suggestion } from "#domain/deals/money-wire.ts";
import { formatCents } from "#domain/deals/money.ts";
import { orderStates } from "#domain/deals/order.ts";
import { formatDay } from "#domain/nz-time.ts";

import { type LinePart, SplitLine } from "./split-line.tsx";

interface BankLineTextProps {
  readonly line: BankLine;
  readonly now: Date;
}

interface BankLineCardProps extends BankLineTextProps {
  readonly onMove: (step: 1 | -1) => void;
  /** Called when the line no longer waits, with what happened and the record it is in. */
  readonly onLeave: (text: string, reference: string | null) => Promise<void>;
}

/** The open bank line: staff say whose money it is. */
export function BankLineCard({ line: waiting, now, onMove, onLeave }: BankLineCardProps) {
  const action = useAction();
  const { line } = waiting;
  const amount = formatCents(waiting.amount_cents);
  const [found, setFound] = useState<readonly Suggestion[] | null>(null);
  const find = (text: string) =>
    void action.run(async () => {
      const { suggestions: orders } = await deskCall(moneyCalls.bankFind, { text });
      if (orders.length === 0) return `No order is found by “${text}”`;
      setFound(orders);
      focusPart("title");
    });
  const file = (ref: string) =>
    void action.run(async () => {
      await deskSend(moneyCalls.bankMatch, { line, ref });
      await onLeave(`${ref}: ${amount} is entered as a payment`, ref);
    });
  const split = (parts: readonly LinePart[]) =>
    void action.run(async () => {
      await deskSend(moneyCalls.bankMatch, { line, refs: [...parts] });
      const [first] = parts;
      await onLeave(`${amount} is entered for ${parts.map(({ ref }) => ref).join(", ")}`, first?.ref ?? null);
    });
  const ignore = () =>
    void action.run(async () => {
      await deskSend(moneyCalls.bankMatch, { line, ignore: true });
      await onLeave(`Ignored ${amount}: no customer’s payment`, null);
    });
  return (
    <FilingCard
      label={`${amount}, ${waiting.text}`}
      suggestions={(found ?? waiting.suggestions).map((one) => ({ ref: one.ref, why: orderText(one) }))}
      words={{
        fileTo: `${amount} is for`,
        file: "Find or enter it",
        find: "Reference, invoice number or name",
      }}
      onFind={find}
      isBusy={action.isBusy}
      onFile={file}
      onMove={onMove}
      onIgnore={ignore}
      tools={<SplitLine line={waiting} isBusy={action.isBusy} onSplit={split} />}
    >
      <h3 className="font-text text-base font-normal tracking-normal">
        <BankLineText line={waiting} now={now} />
      </h3>
      <Outcome action={action} />
    </FilingCard>
  );
}

/** "Jack King, 2004 Honda TRX350, $316.00 open (code)" */
function orderText({ name, machine, balance_cents: cents, state, why }: Suggestion): string {
  const { label, money } = orderStates[state];
  const balance = money !== "due" ? label : cents > 0 ? `${formatCents(cents)} open` : "paid already";
  return `${[name, machine, balance].filter((part) => part !== "").join(", ")} (${why})`;
}

interface BankLineRowProps extends BankLineTextProps {
  readonly onOpen: () => void;
}

export function BankLineRow({ line, now, onOpen }: BankLineRowProps) {
  return (
    <button
      type="button"
      aria-expanded={false}
      className="hover:bg-surface-sunken min-h-11 w-full px-4 py-2 text-left focus-visible:-outline-offset-3"
      onClick={onOpen}
    >
      <BankLineText line={line} now={now} />
    </button>
  );
}

function BankLineText({ line: { amount_cents: cents, day, text }, now }: BankLineTextProps) {
  return (
    <>
      <span className="flex items-baseline justify-between gap-x-3">
        <span className="font-semibold tabular-nums">{formatCents(cents)}</span>
        <time dateTime={day} className="text-ink-muted text-sm">
          {formatDay(day, now)}
        </time>
      </span>
      <bdi className="block wrap-anywhere">{text}</bdi>
    </>
  );
}
