import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useRef, useState } from "react";

import { ActMenu } from "#app/desk/ui/menu.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import {
  type DraftLine,
  evidenceMost,
  linesMost,
  quantityMost,
  type QuoteDraft,
  validDaysMost,
  wordsMost,
} from "#domain/deals/quote.ts";

import { lineTemplates } from "./desk-setting-queries.ts";
import { changedLine, withAlternative, withLine, withTemplate } from "./edit-draft.ts";
import { type DraftFieldsProps, FreightFields } from "./freight-fields.tsx";
import { Choice, linesProblem, MoneyField, TextArea, TextInput } from "./inputs.tsx";

/** A plain field for everything that a quote holds. */
export function DraftFields(props: DraftFieldsProps) {
  const { draft, onEdit } = props;
  const { lines, valid_days: days } = draft;
  const list = useRef<HTMLOListElement>(null);
  const add = (edited: QuoteDraft) => {
    onEdit(edited);
    // Once the new line is there, its first empty field has the focus.
    requestAnimationFrame(() => {
      const added = [...(list.current?.lastElementChild?.querySelectorAll<HTMLInputElement>("input") ?? [])];
      added.find(({ value }) => value === "")?.focus();
    });
  };
  const without = (id: string) => onEdit({ ...draft, lines: lines.filter((line) => line.id !== id) });
  return (
    <>
      <ol ref={list} aria-label="Lines" className="grid gap-3">
        {lines.map((line, index) => (
          <LineFields
            key={line.id}
            line={line}
            number={index + 1}
            onChange={(change) => onEdit(changedLine(draft, line.id, change))}
            onRemove={lines.length > 1 ? () => without(line.id) : null}
          />
        ))}
      </ol>
      {lines.length < linesMost && <AddLine draft={draft} onAdd={add} />}
      <FreightFields {...props} />
      <div className="grid gap-3 sm:grid-cols-[7rem_minmax(0,1fr)]">
        <TextInput
          label="Days valid"
          type="number"
          max={validDaysMost}
          value={days === null ? "" : String(days)}
          onChange={(typed) => onEdit({ ...draft, valid_days: wholeNumber(typed, 0, validDaysMost) })}
        />
        <TextInput
          label="Fitment: what we promise for this machine"
          maxLength={500}
          value={draft.fitment}
          onChange={(fitment) => onEdit({ ...draft, fitment })}
        />
      </div>
      <TextArea
        label="Your own words, in the mail and on the page"
        most={wordsMost}
        value={draft.words}
        onChange={(words) => onEdit({ ...draft, words })}
      />
    </>
  );
}

/** Null for anything else. */
function wholeNumber(typed: string, least: number, most: number): number | null {
  const number = Number(typed);
  return typed !== "" && Number.isInteger(number) && number >= least && number <= most ? number : null;
}

interface AddLineProps {
  readonly draft: QuoteDraft;
  readonly onAdd: (draft: QuoteDraft) => void;
}

const additions = {
  "+ Alternative": withAlternative,
  "+ Option": (draft: QuoteDraft) => withLine(draft, { kind: "option" }),
  "+ Line": (draft: QuoteDraft) => withLine(draft),
} as const;

function AddLine({ draft, onAdd }: AddLineProps) {
  const { data: templates = [] } = useQuery(lineTemplates);
  return (
    <div role="group" aria-label="Add to the quote" className="flex flex-wrap gap-2">
      {Object.entries(additions).map(([label, add]) => (
        <ToolButton key={label} className="px-3 text-sm lg:min-h-9" onClick={() => onAdd(add(draft))}>
          {label}
        </ToolButton>
      ))}
      {templates.length > 0 && (
        <ActMenu
          label="+ From a template"
          className="text-sm lg:min-h-9"
          choices={templates.map(({ title }, index) => [String(index), title])}
          onChoose={(index) => {
            const chosen = templates[Number(index)];
            if (chosen !== undefined) onAdd(withTemplate(draft, chosen));
          }}
        />
      )}
    </div>
  );
}

interface LineFieldsProps {
  readonly line: DraftLine;
  readonly number: number;
  readonly onChange: (change: Partial<DraftLine>) => void;
  /** Null for the only line. */
  readonly onRemove: (() => void) | null;
}

const kinds = { fixed: "Included", choice: "Alternative", option: "Option" } as const;
const grades = { none: "No grade", A: "Grade A", B: "Grade B", C: "Grade C" } as const;

/** A line of the quote; what is rarely needed is folded. */
function LineFields({ line, number, onChange, onRemove }: LineFieldsProps) {
  const text = (name: "text" | "machine" | "item_label", label: string, most: number) => (
    <TextInput
      label={label}
      maxLength={most}
      value={line[name]}
      onChange={(typed) => onChange({ [name]: typed })}
    />
  );
  const money = (name: "unit_cents" | "cost_cents", label: string) => (
    <MoneyField label={label} cents={line[name]} onChange={(cents) => onChange({ [name]: cents })} />
  );
  return (
    <li className="border-line rounded-sm border p-3">
      <fieldset className="grid gap-3">
        <legend className="sr-only">Line {number}</legend>
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,1fr)_7rem_8rem]">
          <div className="col-span-2 sm:col-span-1">{text("text", "Part", 300)}</div>
          {money("unit_cents", "Price")}
          <Choice
            label="Grade"
            value={line.grade ?? "none"}
            choices={grades}
            onChange={(grade) => onChange({ grade: grade === "none" ? null : grade })}
          />
          <div className="col-span-2 sm:col-span-1">{text("machine", "Comes off", 200)}</div>
          {money("cost_cents", "Our cost")}
          <QuantityField quantity={line.quantity} onChange={(quantity) => onChange({ quantity })} />
        </div>
        <details onInvalid={({ currentTarget }) => (currentTarget.open = true)}>
          <summary className="text-link flex min-h-11 items-center gap-2 text-sm lg:min-h-6">
            {line.kind !== "fixed" && (
              <span className="bg-info-soft text-info rounded-sm px-1.5 font-semibold no-underline">
                {kinds[line.kind]} {line.group}
              </span>
            )}
            Kind, label and evidence
          </summary>
          <div className="mt-2 grid gap-3">
            <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
              <Choice
                label="Kind"
                value={line.kind}
                choices={kinds}
                onChange={(kind) => onChange({ kind })}
              />
              {line.kind === "choice" && (
                <TextInput
                  label="Group of alternatives"
                  maxLength={40}
                  value={line.group}
                  // Groups are names on the wire: letters, digits and hyphens.
                  onChange={(typed) => onChange({ group: typed.replaceAll(/[^\w-]+/g, "-") || null })}
                />
              )}
              {text("item_label", "Shelf label", 60)}
            </div>
            <TextArea
              label="Evidence: measurements and what to see, one a line"
              problem={linesProblem(line.evidence, evidenceMost)}
              value={line.evidence.join("\n")}
              onChange={(typed) => onChange({ evidence: typed === "" ? [] : typed.split("\n") })}
            />
            {onRemove !== null && (
              <button
                type="button"
                className="text-danger inline-flex min-h-11 items-center gap-2 justify-self-start text-sm font-semibold lg:min-h-8"
                onClick={onRemove}
              >
                <Trash2 aria-hidden className="size-4" /> Remove this line
              </button>
            )}
          </div>
        </details>
      </fieldset>
    </li>
  );
}

interface QuantityFieldProps {
  readonly quantity: number;
  readonly onChange: (quantity: number) => void;
}

/** What is no quantity stays in the field, changes nothing, and keeps the quote from being sent. */
function QuantityField({ quantity, onChange }: QuantityFieldProps) {
  const [text, setText] = useState(String(quantity));
  const read = (typed: string) => wholeNumber(typed, 1, quantityMost);
  return (
    <TextInput
      label="Quantity"
      type="number"
      required
      min={1}
      max={quantityMost}
      value={read(text) === null ? text : String(quantity)}
      onChange={(typed) => {
        setText(typed);
        const said = read(typed);
        if (said !== null) onChange(said);
      }}
    />
  );
}
