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
import { type DealProps, useDealCall } from "./use-deal-call.ts";

interface QuoteFormProps extends DealProps {
  readonly onClose: () => void;
}

export function AnswerForm(props: QuoteFormProps) {
  const { record, deal, onClose } = props;
  const call = useDealCall(props);
  // What is asked while somebody writes is another question.
  const [messageId] = useState(() => openQuestion(deal)?.id ?? "");
  const [words, setWords] = useState("");
  const submit = async () => {
    const body = { ref: record.ref_number, message: messageId, words };
    if (await call.run("answered", body, (key) => answerQuestion(body, key))) onClose();
  };
  return (
    <DealForm
      label="Answer"
      button="Send the answer"
      {...call}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextArea label="Your answer" required rows={3} most={wordsMost} value={words} onChange={setWords} />
    </DealForm>
  );
}

/** For a customer who said so elsewhere than on the page. */
export function DeclineForm(props: QuoteFormProps) {
  const { record, desk, onClose } = props;
  const call = useDealCall(props);
  const { data: reasons = [] } = useQuery(declineReasons, desk.data.client);
  const [chosen, setReason] = useState<string | null>(null);
  const [words, setWords] = useState("");
  const reason = chosen ?? reasons[0] ?? "";
  const submit = async () => {
    const body = { ref: record.ref_number, reason, words };
    if (await call.run("the customer said no thanks", body, (key) => declineForCustomer(body, key)))
      onClose();
  };
  return (
    <DealForm
      label="They said no thanks"
      button="Note it"
      {...call}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Choice
        label="Why"
        value={reason}
        choices={Object.fromEntries(reasons.map((one) => [one, one]))}
        onChange={setReason}
      />
      <TextArea label="In their words" most={wordsMost} value={words} onChange={setWords} />
    </DealForm>
  );
}

const ways = { phone: "By phone", email: "By e-mail", counter: "At the counter" } as const;

interface ApproveFormProps extends DealProps {
  readonly version: DealVersion;
  readonly onClose: () => void;
}

/** For a customer who said yes elsewhere than on the page. */
export function ApproveForm(props: ApproveFormProps) {
  const { record, version, onClose } = props;
  const { content, number } = version;
  const call = useDealCall(props);
  const [how, setHow] = useState<keyof typeof ways>("phone");
  const [note, setNote] = useState("");
  const [selection, setSelection] = useState<Selection>(() => firstSelection(content.lines));
  const taken = selectedLines(content.lines, selection);
  const submit = async () => {
    const body = { ref: record.ref_number, number, how, selection, note: note || null };
    const words = `approved ${ways[how].toLowerCase()}`;
    if (await call.run(words, body, (key) => approveForCustomer(body, key))) onClose();
  };
  return (
    <DealForm
      label="Approve for the customer"
      button={taken === null ? "Approve" : `Approve for ${formatCents(totalOf(content, taken))}`}
      {...call}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Choice label="How they said so" value={how} choices={ways} onChange={setHow} />
        <TextInput label="Note" maxLength={1000} value={note} onChange={setNote} />
      </div>
      <SelectionFields lines={content.lines} selection={selection} onChange={setSelection} />
    </DealForm>
  );
}

function firstSelection(lines: readonly QuoteLine[]): Selection {
  const groups = [...choiceGroups(lines)].map(([group, [first]]) => [group, first?.id ?? ""] as const);
  return { choices: Object.fromEntries(groups), options: [] };
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
