import { Trash2 } from "lucide-react";
import { useState } from "react";

import { type DraftLine, evidenceMost, quantityMost } from "#domain/deals/quote.ts";

import type { LineChange } from "./edit-draft.ts";
import { Choice, linesProblem, MoneyField, TextArea, TextInput } from "./inputs.tsx";
import { LinePhotos, type LinePhotosProps } from "./line-photos.tsx";

export interface LineFieldsProps {
  readonly line: DraftLine;
  readonly number: number;
  readonly photos: Pick<LinePhotosProps, "reference" | "onSave">;
  readonly onChange: (change: LineChange) => void;
  readonly onTakeOff: (sha256: string) => void;
  /** Null for the only line. */
  readonly onRemove: (() => void) | null;
}

const kinds = { fixed: "Included", choice: "Alternative", option: "Option" } as const;
const grades = { none: "No grade", A: "Grade A", B: "Grade B", C: "Grade C" } as const;

/** A line of the quote; what is rarely needed is folded. */
export function LineFields({ line, number, photos, onChange, onTakeOff, onRemove }: LineFieldsProps) {
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
        <LinePhotos {...photos} line={line} onTakeOff={onTakeOff} />
        <details onInvalid={({ currentTarget }) => (currentTarget.open = true)}>
          <summary className="text-link flex min-h-11 items-center gap-2 text-sm lg:min-h-6">
            {line.kind !== "fixed" && (
              <span className="bg-info-soft text-info rounded-sm px-1.5 font-semibold no-underline">
                {kinds[line.kind]} {line.group}
              </span>
            )}
            {line.machine_number !== undefined && (
              <span className="bg-surface-sunken rounded-sm px-1.5 font-semibold no-underline">
                Machine {line.machine_number}
              </span>
            )}
            {line.item_label !== null && (
              <span className="bg-surface-sunken rounded-sm px-1.5 font-semibold no-underline">
                {line.item_label}
              </span>
            )}
            Shelf, condition notes, option
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
              <TextInput
                label="Off machine, by its number"
                type="number"
                min={1}
                value={line.machine_number === undefined ? "" : String(line.machine_number)}
                onChange={(typed) => onChange({ machine_number: wholeNumber(typed, 1, machineNumberMost) })}
              />
            </div>
            <TextArea
              label="Condition notes: measurements and what to see, one a line"
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

const machineNumberMost = 999_999_999;

/** Null for anything else. */
export function wholeNumber(typed: string, least: number, most: number): number | null {
  const number = Number(typed);
  return typed !== "" && Number.isInteger(number) && number >= least && number <= most ? number : null;
}
