import type { DealForDesk } from "#domain/deals/deal-wire.ts";
import type { ReturnedPart } from "#domain/deals/money-wire.ts";
import type { Return } from "#domain/deals/returns.ts";
import { goneReasons, partLabel, partNumber, partStates } from "#domain/stock/part.ts";

import { Choice, TextInput } from "./inputs.tsx";

/** A part of our stock that comes back, with where it goes. */
export interface PartBack extends ReturnedPart {
  readonly text: string;
}

/** Returns the parts of a return that are in our stock: back where they lay, unless staff say otherwise. */
export function partsBack({ sold }: DealForDesk, back: Return | null): PartBack[] {
  return sold.flatMap(({ line, text, label, grade, shelf }) => {
    const number = partNumber(label ?? "");
    if (number === null || back?.lines.includes(line) !== true) return [];
    return { number, text, state: "on_shelf" as const, reason: null, grade, shelf: shelf ?? "" };
  });
}

const { scrapped, lost, kept } = goneReasons;
const places = { on_shelf: partStates.on_shelf.label, scrapped, lost, kept } as const;
const gradeNames = { "": "None", A: "A", B: "B", C: "C" } as const;

interface PartsBackProps {
  readonly parts: readonly PartBack[];
  readonly onChange: (parts: readonly PartBack[]) => void;
}

export function PartsBack({ parts, onChange }: PartsBackProps) {
  const change = (of: PartBack, to: Partial<PartBack>) =>
    onChange(parts.map((one) => (one === of ? { ...one, ...to } : one)));
  return parts.map((part) => (
    <fieldset key={part.number} className="grid gap-x-3 gap-y-1 sm:grid-cols-3">
      <legend className="text-ink-muted text-sm">
        {part.text} ({partLabel(part.number)})
      </legend>
      <Choice
        label="Where it goes"
        value={part.reason ?? "on_shelf"}
        choices={places}
        onChange={(place) =>
          change(
            part,
            place === "on_shelf" ? { state: place, reason: null } : { state: "gone", reason: place },
          )
        }
      />
      {part.state === "on_shelf" && (
        <>
          <TextInput
            label="Shelf"
            required
            maxLength={60}
            value={part.shelf}
            onChange={(shelf) => change(part, { shelf })}
          />
          <Choice
            label="Grade now"
            value={part.grade ?? ""}
            choices={gradeNames}
            onChange={(grade) => change(part, { grade: grade || null })}
          />
        </>
      )}
    </fieldset>
  ));
}
