import { standingCents } from "#domain/deals/deal-state.ts";
import type { DealForDesk } from "#domain/deals/deal-wire.ts";
import { creditFor } from "#domain/deals/documents.ts";
import { moneyCalls } from "#domain/deals/money-calls.ts";
import { type Cents, formatCents } from "#domain/deals/money.ts";
import { orderActions } from "#domain/deals/order.ts";
import { lineCents, noteMost, selectedLines, wordsMost } from "#domain/deals/quote.ts";
import {
  agreedWords,
  askReturnLabel,
  openReturn,
  type ReturnChange,
  returnChanges,
  type ReturnKind,
  returnKinds,
  returnStates,
} from "#domain/deals/returns.ts";

import { dealForm } from "./deal-form.tsx";
import { returnLabel } from "./deal-tools.ts";
import { Choice, MoneyField, TextArea, TextInput } from "./inputs.tsx";
import { type PartBack, PartsBack, partsBack } from "./returned-parts.tsx";

interface AskedReturn {
  readonly kind: ReturnKind | "";
  readonly lines: readonly string[];
  readonly parts: Parts;
  readonly words: string;
}

/** For a customer who asks elsewhere than on the page. */
export const AskReturnForm = dealForm("ask-return", {
  label: askReturnLabel,
  start({ deal }): AskedReturn {
    const parts = new Map([...partsOf(deal)].filter(([id]) => id !== "freight"));
    return { kind: "", lines: parts.size === 1 ? [...parts.keys()] : [], parts, words: "" };
  },
  keeps: ["words"],
  Fields: ({ values: { kind, lines, parts, words }, set }) => (
    <>
      <Choice
        label="Why"
        required
        value={kind}
        choices={{ "": "Choose", ...returnKinds }}
        onChange={set("kind")}
      />
      <PartBoxes legend="What comes back" required parts={parts} chosen={lines} onChange={set("lines")} />
      <TextArea label="In their words" most={wordsMost} value={words} onChange={set("words")} />
    </>
  ),
  hint: "They get the mail that says by when we answer.",
  button: "Note it",
  // The field is required.
  body: ({ kind, lines, words }) => ({
    change: "ask" as const,
    kind: kind || ("faulty" as const),
    lines: [...lines],
    words,
  }),
  send: moneyCalls.return,
  done: returnStates.asked.desk.toLowerCase(),
});

const isMailed = (change: ReturnChange) => "mail" in returnChanges[change];

interface Decision {
  readonly id: string;
  readonly change: ReturnChange;
  readonly choices: Readonly<Partial<Record<ReturnChange, string>>>;
  /** The words that an agreement starts with. */
  readonly agreed: string;
  readonly words: string;
  readonly parts: readonly PartBack[];
}

/** What becomes of what the customer wants to send back. */
export const ReturnForm = dealForm("return", {
  label: ({ deal }) => returnLabel(deal),
  start({ deal }): Decision {
    const back = openReturn(deal);
    const { id, state, kind } = back ?? { id: "", state: "closed", kind: "faulty" };
    const possible = returnStates[state].changes;
    const choices = Object.fromEntries(possible.map((name) => [name, returnChanges[name].label]));
    const change = possible[0] ?? "close";
    const agreed = agreedWords(kind);
    const words = change === "agree" ? agreed : "";
    return { id, change, choices, agreed, words, parts: partsBack(deal, back) };
  },
  keeps: ["words"],
  Fields: ({ values: { change, choices, agreed, words, parts }, edit, set }) => (
    <>
      <Choice
        label="What becomes of it"
        value={change}
        choices={choices}
        onChange={(chosen) => {
          const isOurs = words === agreed || words === "";
          edit({ change: chosen, ...(isOurs && { words: chosen === "agree" ? agreed : "" }) });
        }}
      />
      {change === "received" && <PartsBack parts={parts} onChange={set("parts")} />}
      <TextArea
        label={isMailed(change) ? "Your words to the customer" : "Note"}
        required={isMailed(change)}
        rows={change === "agree" ? 8 : 3}
        most={isMailed(change) ? wordsMost : noteMost}
        value={words}
        onChange={set("words")}
      />
    </>
  ),
  hint: ({ change }) => returnChanges[change].hint,
  button: ({ change }) => returnChanges[change].label,
  body: ({ id, change, words, parts }) => ({
    id,
    change,
    words,
    ...(change === "received" && { parts: [...parts] }),
  }),
  send: moneyCalls.return,
  done: ({ change }) => returnStates[returnChanges[change].to].desk.toLowerCase(),
});

/** By their ids, with the freight: what can be ticked, and what it cost. */
type Parts = ReadonlyMap<string, { readonly text: string; readonly cents: Cents }>;

const refundLabels = { transfer: "Bank transfer", cash: "Cash", card: "To the card" } as const;
const said = { transfer: "back by transfer", cash: "back in cash", card: "back to the card" } as const;

interface Refund {
  readonly amount_cents: Cents | null;
  readonly method: keyof typeof refundLabels;
  readonly lines: readonly string[];
  readonly parts: Parts;
  readonly held: Cents;
  readonly standing: Cents;
  readonly ways: Readonly<Partial<Record<Refund["method"], string>>>;
  readonly note: string;
}

/** With what comes back ticked; without a return, all that the order holds, or what was paid too much. */
export const RefundForm = dealForm("refund", {
  label: orderActions.refund.label,
  start({ deal }): Refund {
    const { paid_cents: held = 0, balance_cents: balance = 0 } = deal.order ?? {};
    const standing = deal.order === null ? 0 : standingCents(deal.order);
    const parts = partsOf(deal);
    const back = openReturn(deal);
    const lines = back === null ? [] : [...back.lines, ...(back.kind === "changed-mind" ? [] : ["freight"])];
    const { card, ...others } = refundLabels;
    const isByCard = deal.payments.some(({ method }) => method === "card");
    const ways = isByCard ? { card, ...others } : others;
    const start = { method: isByCard ? "card" : "transfer", lines, parts, held, standing, ways } as const;
    const all = balance < 0 && standing > 0 ? -balance : held;
    return { ...start, amount_cents: lines.length === 0 ? all : costOf(start), note: "" };
  },
  keeps: ["note"],
  Fields: ({ values, edit, set }) => (
    <>
      <PartBoxes
        legend="For"
        parts={values.parts}
        chosen={values.lines}
        onChange={(lines) =>
          edit({ lines, amount_cents: lines.length === 0 ? values.held : costOf({ ...values, lines }) })
        }
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <MoneyField label="Amount" required cents={values.amount_cents} onChange={set("amount_cents")} />
        <Choice label="How" value={values.method} choices={values.ways} onChange={set("method")} />
      </div>
      <TextInput
        label="Note to the customer"
        maxLength={noteMost}
        value={values.note}
        onChange={set("note")}
      />
    </>
  ),
  hint: ({ amount_cents: cents, method, held, standing }) => {
    if (cents === null || cents <= 0) return "";
    const credited = creditFor({ held, standing, back: cents });
    const what = credited === 0 ? "No credit note" : `Credit note of ${formatCents(credited)}`;
    return `${what}, and ${formatCents(cents)} ${said[method]}. The customer is mailed.`;
  },
  button: ({ amount_cents: cents }) => (cents === null ? "Pay back" : `Pay ${formatCents(cents)} back`),
  body: ({ amount_cents: cents, method, lines, note }) => ({
    amount_cents: cents ?? 0,
    method,
    lines: [...lines],
    note: note || null,
  }),
  send: moneyCalls.refund,
  done: ({ amount_cents: cents, method }) =>
    method === "card" ? `${formatCents(cents)} goes back to the card` : `${formatCents(cents)} paid back`,
});

interface PartBoxesProps {
  readonly legend: string;
  readonly parts: Parts;
  readonly chosen: readonly string[];
  /** One at least. */
  readonly required?: boolean;
  readonly onChange: (chosen: readonly string[]) => void;
}

function PartBoxes({ legend, parts, chosen, required = false, onChange }: PartBoxesProps) {
  return (
    <fieldset className="grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-x-4 gap-y-1">
      <legend className="text-ink-muted text-sm">{legend}</legend>
      {[...parts].map(([id, part]) => (
        <label key={id} className="flex min-h-11 items-center gap-2 lg:min-h-8">
          <input
            type="checkbox"
            className="accent-brand size-5 shrink-0"
            required={required && chosen.length === 0}
            checked={chosen.includes(id)}
            onChange={({ target }) => {
              const others = chosen.filter((one) => one !== id);
              onChange(target.checked ? [...others, id] : others);
            }}
          />
          <span className="min-w-0">
            {part.text}, {formatCents(part.cents)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function costOf({ lines, parts, held }: Pick<Refund, "lines" | "parts" | "held">): Cents {
  return Math.min(
    held,
    lines.reduce((sum, id) => sum + (parts.get(id)?.cents ?? 0), 0),
  );
}

function partsOf({ order, versions }: DealForDesk): Parts {
  const content = versions.find(({ number }) => number === order?.number)?.content;
  if (order === null || content === undefined) return new Map();
  const lines = selectedLines(content.lines, order.selection) ?? [];
  const freight = { text: "Freight", cents: content.freight.cents };
  return new Map([
    ...lines.map((line) => [line.id, { text: line.text, cents: lineCents(line) }] as const),
    ["freight", freight],
  ]);
}
