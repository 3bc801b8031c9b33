import { useState } from "react";

import { ReferenceInput } from "#app/desk/ui/reference-input.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { referencesIn } from "#domain/reference-number.ts";

interface MoveMailProps {
  /** References of the same person's records. */
  readonly others: readonly string[];
  readonly isBusy: boolean;
  readonly onMove: (reference: string) => void;
}

/** Moves a mail that lies in the wrong record. */
export function MoveMail({ others, isBusy, onMove }: MoveMailProps) {
  const [typed, setTyped] = useState("");
  const [reference] = referencesIn(typed);
  const move = () => {
    if (reference !== undefined) onMove(reference);
  };
  return (
    <details className="mt-2 print:hidden">
      <summary className="text-link min-h-11 w-fit cursor-pointer content-center lg:min-h-8">
        Not about this record?
      </summary>
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          move();
        }}
      >
        {others.map((other) => (
          <ToolButton key={other} className="px-3" aria-disabled={isBusy} onClick={() => onMove(other)}>
            Move it to {other}
          </ToolButton>
        ))}
        <ReferenceInput label="Reference of its record" value={typed} required onChange={setTyped} />
        <ToolButton
          type="submit"
          className="px-4 lg:min-h-9"
          aria-disabled={isBusy || reference === undefined}
        >
          Move it
        </ToolButton>
      </form>
    </details>
  );
}
