import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { answerQuestion, approveForCustomer, declineForCustomer } from "#app/desk/api/deals.ts";
import type { DealVersion } from "#domain/deals/deal-wire.ts";
import { formatCents } from "#domain/deals/money.ts";
import {
  choiceGroups,
  lineCents,
  type QuoteLine,
  type Selection,
  selectedLines,
  totalOf,
  wordsMost,
} from "#domain/deals/quote.ts";

import { DealForm } from "./deal-form.tsx";
import { openQuestion } from "./deal-tools.ts";
import { declineReasons } from "./desk-setting-queries.ts";
import { Choice, TextArea, TextInput } from "./text-inputs.tsx";
import type { DealProps } from "./use-deal-call.ts";
import { useKeptText } from "./use-kept-text.ts";

interface QuoteFormProps extends DealProps {
  readonly onClose: () => void;
}

export function AnswerForm(props: QuoteFormProps) {
  const { record, deal } = props;
  // What is asked while somebody writes is another question.
  const [message] = useState(() => openQuestion(deal)?.id ?? "");
  const kept = useKeptText(record, "answer");
  return (
    <DealForm
      {...props}
      kept={kept}
      label="Answer"
      button="Send the answer"
      body={{ ref: record.ref_number, message, words: kept.text }}
      send={answerQuestion}
      done="answered"
    >
      <TextArea
        label="Your answer"
        required
        rows={3}
        most={wordsMost}
        value={kept.text}
        onChange={kept.type}
      />
    </DealForm>
  );
}

/** For a customer who said so elsewhere than on the page. */
export function DeclineForm(props: QuoteFormProps) {
  const { data: reasons = [] } = useQuery(declineReasons);
  const [reason, setReason] = useState("");
  const kept = useKeptText(props.record, "decline");
  return (
    <DealForm
      {...props}
      kept={kept}
      label="They said no thanks"
      button="Note it"
      body={{ ref: props.record.ref_number, reason, words: kept.text }}
      send={declineForCustomer}
      done="the customer said no thanks"
    >
      <Choice
        label="Why"
        required
        value={reason}
        choices={{ "": "Choose", ...Object.fromEntries(reasons.map((one) => [one, one])) }}
        onChange={setReason}
      />
      <TextArea label="In their words" most={wordsMost} value={kept.text} onChange={kept.type} />
    </DealForm>
  );
}

const ways = { phone: "By phone", email: "By e-mail", counter: "At the counter" } as const;

interface ApproveFormProps extends QuoteFormProps {
  readonly version: DealVersion;
}

/** For a customer who said yes elsewhere than on the page. */
export function ApproveForm(props: ApproveFormProps) {
  const { record } = props;
  // A version that was sent since is not what the customer said yes to.
  const [{ content, number }] = useState(props.version);
  const [how, setHow] = useState<keyof typeof ways>("phone");
  const note = useKeptText(record, "approve");
  const [selection, setSelection] = useState<Selection>({ choices: {}, options: [] });
  const taken = selectedLines(content.lines, selection);
  return (
    <DealForm
      {...props}
      kept={note}
      label="Approve for the customer"
      button={taken === null ? "Approve" : `Approve for ${formatCents(totalOf(content, taken))}`}
      body={{ ref: record.ref_number, number, how, selection, note: note.text || null }}
      send={approveForCustomer}
      done={`approved ${ways[how].toLowerCase()}`}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Choice label="How they said so" value={how} choices={ways} onChange={setHow} />
        <TextInput label="Note" maxLength={1000} value={note.text} onChange={note.type} />
      </div>
      <SelectionFields lines={content.lines} selection={selection} onChange={setSelection} />
    </DealForm>
  );
}

interface SelectionFieldsProps {
  readonly lines: readonly QuoteLine[];
  readonly selection: Selection;
  readonly onChange: (selection: Selection) => void;
}

function SelectionFields({ lines, selection, onChange }: SelectionFieldsProps) {
  const { choices, options } = selection;
  const optional = lines.filter(({ kind }) => kind === "option");
  return (
    <>
      {[...choiceGroups(lines)].map(([group, alternatives]) => (
        <fieldset key={group} className="grid gap-1">
          <legend className="text-ink-muted text-sm">One of these</legend>
          {alternatives.map((line) => (
            <label key={line.id} className="flex min-h-11 items-center gap-2 lg:min-h-8">
              <input
                type="radio"
                required
                name={`group-${group}`}
                className="accent-brand size-5"
                checked={choices[group] === line.id}
                onChange={() => onChange({ choices: { ...choices, [group]: line.id }, options })}
              />
              {lineText(line)}
            </label>
          ))}
        </fieldset>
      ))}
      {optional.map((line) => (
        <label key={line.id} className="flex min-h-11 items-center gap-2 lg:min-h-8">
          <input
            type="checkbox"
            className="accent-brand size-5"
            checked={options.includes(line.id)}
            onChange={({ target }) => {
              const others = options.filter((id) => id !== line.id);
              onChange({ choices, options: target.checked ? [...others, line.id] : others });
            }}
          />
          {lineText(line)}
        </label>
      ))}
    </>
  );
}

function lineText(line: QuoteLine): string {
  const grade = line.grade === null ? "" : `, grade ${line.grade}`;
  return `${line.text}${grade}, ${formatCents(lineCents(line))}`;
}
