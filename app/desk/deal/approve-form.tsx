import type { ComponentProps } from "react";

import { dealCalls } from "#domain/deals/deal-calls.ts";
import type { ShownVersion } from "#domain/deals/deal-wire.ts";
import type { QuoteVersion } from "#domain/deals/deal.ts";
import { type Hold, holdOn } from "#domain/deals/hold.ts";
import { formatCents } from "#domain/deals/money.ts";
import { quoteActions } from "#domain/deals/quote-states.ts";
import {
  choiceGroups,
  lineCents,
  noteMost,
  type QuoteLine,
  type Selection,
  selectedLines,
  totalOf,
} from "#domain/deals/quote.ts";

import { dealForm } from "./deal-form.tsx";
import { Choice, TextInput } from "./inputs.tsx";
import { newestVersion } from "./tool-rows.ts";

const ways = { phone: "By phone", email: "By e-mail", counter: "At the counter" } as const;

interface Approval {
  readonly version: ShownVersion<QuoteVersion> | null;
  readonly how: keyof typeof ways;
  readonly selection: Selection;
  readonly note: string;
  /** Until when its parts can't leave: the customer hears it before they say yes. */
  readonly hold: Hold | null;
}

/** For a customer who said yes elsewhere than on the page. A version that was sent since is not what they said yes to. */
export const ApproveForm = dealForm("approve", {
  label: quoteActions.approve,
  start({ deal: { versions, held_machine: held } }, now, calendar): Approval {
    const version = newestVersion(versions);
    const machines = held === null ? [] : [{ number: held.number, hold_until: held.until }];
    const hold = holdOn({ lines: version?.content.lines ?? [], machines }, now, calendar);
    return { version, how: "phone", selection: { choices: {}, options: [] }, note: "", hold };
  },
  keeps: ["note"],
  Fields: ({ values: { version, how, selection, note }, set }) => (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Choice label="How they said so" value={how} choices={ways} onChange={set("how")} />
        <TextInput
          label="Note"
          required
          placeholder="Who said so, and when"
          maxLength={noteMost}
          value={note}
          onChange={set("note")}
        />
      </div>
      <SelectionFields
        lines={version?.content.lines ?? []}
        selection={selection}
        onChange={set("selection")}
      />
    </>
  ),
  hint: ({ hold }) => hold?.sentence ?? "",
  button({ version, selection }) {
    const taken = version === null ? null : selectedLines(version.content.lines, selection);
    if (version === null || taken === null) return "Approve";
    return `Approve for ${formatCents(totalOf(version.content, taken))}`;
  },
  body: ({ version, how, selection, note }) => ({
    number: version?.number ?? 0,
    how,
    selection,
    note,
  }),
  send: dealCalls.approve,
  done: ({ how }) => `approved ${ways[how].toLowerCase()}`,
});

interface SelectionFieldsProps {
  readonly lines: readonly QuoteLine[];
  readonly selection: Selection;
  readonly onChange: (selection: Selection) => void;
}

function SelectionFields({ lines, selection: { choices, options }, onChange }: SelectionFieldsProps) {
  return (
    <>
      {[...choiceGroups(lines)].map(([group, alternatives]) => (
        <fieldset key={group} className="grid gap-1">
          <legend className="text-ink-muted text-sm">One of these</legend>
          {alternatives.map((line) => (
            <LineBox
              key={line.id}
              line={line}
              type="radio"
              required
              name={`group-${group}`}
              checked={choices[group] === line.id}
              onChange={() => onChange({ choices: { ...choices, [group]: line.id }, options })}
            />
          ))}
        </fieldset>
      ))}
      {lines
        .filter(({ kind }) => kind === "option")
        .map((line) => (
          <LineBox
            key={line.id}
            line={line}
            type="checkbox"
            checked={options.includes(line.id)}
            onChange={({ target }) => {
              const others = options.filter((id) => id !== line.id);
              onChange({ choices, options: target.checked ? [...others, line.id] : others });
            }}
          />
        ))}
    </>
  );
}

function LineBox({ line, ...box }: ComponentProps<"input"> & { readonly line: QuoteLine }) {
  const grade = line.grade === null ? "" : `, grade ${line.grade}`;
  return (
    <label className="flex min-h-11 items-center gap-2 lg:min-h-8">
      <input className="accent-brand size-5" {...box} />
      {line.text}
      {grade}, {formatCents(lineCents(line))}
    </label>
  );
}
