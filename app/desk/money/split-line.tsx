import { useState } from "react";

import { MoneyField } from "#app/desk/deal/inputs.tsx";
import { ReferenceInput } from "#app/desk/ui/reference-input.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import type { BankLine } from "#domain/deals/money-wire.ts";
import { type Cents, formatCents } from "#domain/deals/money.ts";
import { referencesIn } from "#domain/reference-number.ts";

interface TypedPart {
  readonly ref: string;
  readonly cents: Cents | null;
}

export interface LinePart {
  readonly ref: string;
  readonly amount_cents: Cents;
}

interface SplitLineProps {
  readonly line: BankLine;
  readonly isBusy: boolean;
  readonly onSplit: (parts: readonly LinePart[]) => void;
}

/** Parts a transfer among the orders of several records. */
export function SplitLine({ line, isBusy, onSplit }: SplitLineProps) {
  const [parts, setParts] = useState<readonly TypedPart[]>(() => firstParts(line));
  const left = parts.reduce((sum, { cents }) => sum - (cents ?? 0), line.amount_cents);
  const change = (place: number, part: Partial<TypedPart>) =>
    setParts(parts.map((one, at) => (at === place ? { ...one, ...part } : one)));
  // A further row that stays empty counts for nothing.
  const isNeeded = ({ ref, cents }: TypedPart, place: number) => place < 2 || ref !== "" || cents !== null;
  const split = () => {
    onSplit(
      parts
        .filter(isNeeded)
        .map(({ ref, cents }) => ({ ref: referencesIn(ref)[0] ?? ref.trim(), amount_cents: cents ?? 0 })),
    );
  };
  return (
    <details className="w-full text-sm">
      <summary className="text-link min-h-11 w-fit cursor-pointer content-center lg:min-h-8">
        Split it: one transfer for several orders
      </summary>
      <form
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          split();
        }}
      >
        {parts.map((part, place) => (
          <div key={place} className="grid items-end gap-2 lg:grid-cols-[minmax(0,1fr)_12rem]">
            <ReferenceInput
              label={`Reference of order ${place + 1}`}
              value={part.ref}
              required={isNeeded(part, place)}
              onChange={(reference) => change(place, { ref: reference })}
            />
            <MoneyField
              label="Amount"
              required={isNeeded(part, place)}
              cents={part.cents}
              onChange={(amount) => change(place, { cents: amount })}
            />
          </div>
        ))}
        <p role="status" className={left === 0 ? "" : "text-warn font-semibold"}>
          {left === 0 ? "It adds up." : `${formatCents(Math.abs(left))} ${left > 0 ? "left" : "too much"}`}
        </p>
        <p className="flex flex-wrap gap-2">
          <ToolButton className="px-3" onClick={() => setParts([...parts, { ref: "", cents: null }])}>
            Another order
          </ToolButton>
          <ToolButton type="submit" className="px-4" aria-disabled={isBusy}>
            Split it
          </ToolButton>
        </p>
      </form>
    </details>
  );
}

/** Begins with the two likeliest orders, and what is open of each. */
function firstParts({ suggestions, amount_cents: all }: BankLine): readonly TypedPart[] {
  const [one, two] = suggestions;
  const first = one === undefined || one.balance_cents <= 0 ? null : Math.min(one.balance_cents, all);
  const rest = first === null ? null : all - first;
  return [
    { ref: one?.ref ?? "", cents: first },
    { ref: two?.ref ?? "", cents: rest === 0 ? null : rest },
  ];
}
