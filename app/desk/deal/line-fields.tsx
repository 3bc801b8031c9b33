import { Trash2 } from "lucide-react";
import { useState } from "react";

import { type DraftLine, evidenceMost, quantityMost } from "#domain/deals/quote.ts";

import { linesProblem } from "./draft-limits.ts";
import { MoneyField } from "./money-field.tsx";
import { Choice, TextArea, TextInput } from "./text-inputs.tsx";

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
export function LineFields({ line, number, onChange, onRemove }: LineFieldsProps) {
  return (
    <li className="border-line rounded-sm border p-3">
      <fieldset className="grid gap-3">
        <legend className="sr-only">Line {number}</legend>
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,1fr)_7rem_8rem]">
          <div className="col-span-2 sm:col-span-1">
            <TextInput
              label="Part"
              maxLength={300}
              value={line.text}
              onChange={(text) => onChange({ text })}
            />
          </div>
          <MoneyField
            label="Price"
            cents={line.unit_cents}
            onChange={(cents) => onChange({ unit_cents: cents })}
          />
          <Choice
            label="Grade"
            value={line.grade ?? "none"}
            choices={grades}
            onChange={(grade) => onChange({ grade: grade === "none" ? null : grade })}
          />
        </div>
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,1fr)_7rem_8rem]">
          <div className="col-span-2 sm:col-span-1">
            <TextInput
              label="Comes off"
              maxLength={200}
              value={line.machine}
              onChange={(machine) => onChange({ machine })}
            />
          </div>
          <MoneyField
            label="Our cost"
            cents={line.cost_cents}
            onChange={(cost) => onChange({ cost_cents: cost })}
          />
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
          <MoreFields line={line} onChange={onChange} onRemove={onRemove} />
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
  return (
    <TextInput
      label="Quantity"
      type="number"
      required
      min={1}
      max={quantityMost}
      value={isQuantity(text) ? String(quantity) : text}
      onChange={(typed) => {
        setText(typed);
        if (isQuantity(typed)) onChange(Number(typed));
      }}
    />
  );
}

function isQuantity(text: string): boolean {
  const quantity = Number(text);
  return Number.isInteger(quantity) && quantity >= 1 && quantity <= quantityMost;
}

function MoreFields({ line, onChange, onRemove }: Omit<LineFieldsProps, "number">) {
  return (
    <div className="mt-2 grid gap-3">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <Choice label="Kind" value={line.kind} choices={kinds} onChange={(kind) => onChange({ kind })} />
        {line.kind === "choice" && (
          <TextInput
            label="Group of alternatives"
            maxLength={40}
            value={line.group}
            onChange={(typed) => onChange({ group: groupName(typed) })}
          />
        )}
        <TextInput
          label="Shelf label"
          maxLength={60}
          value={line.item_label}
          onChange={(label) => onChange({ item_label: label })}
        />
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
  );
}

/** Groups are names on the wire: letters, digits and hyphens. */
function groupName(typed: string): string | null {
  const name = typed.replaceAll(/[^\w-]+/g, "-");
  return name === "" ? null : name;
}
