import { useState } from "react";

import type { SubmissionRecord } from "#domain/submission.ts";

/** The records of a list that are to be changed together. */
export interface Selection {
  /** As they stood when they were selected: whoever selects them decides on what they see then. */
  readonly records: readonly SubmissionRecord[];
  has(reference: string): boolean;
  /** Takes a record in or leaves it out; with `isRange`, takes in all from the last one on. */
  toggle(reference: string, isRange: boolean): void;
  readonly all: () => void;
  readonly clear: () => void;
}

type Records = ReadonlyMap<string, SubmissionRecord>;

interface SelectionState {
  readonly list: string;
  readonly records: Records;
  readonly last: string | null;
}

const nothing: Records = new Map();

/** Selects among the records that are listed; `list` names the list, and another one begins with nothing. */
export function useSelection(listed: readonly SubmissionRecord[], list: string): Selection {
  const [state, setState] = useState<SelectionState>({ list, records: nothing, last: null });
  const { records, last } = state.list === list ? state : { records: nothing, last: null };
  const shown: Records = new Map(listed.map((record) => [record.ref_number, record]));
  const choose = (next: Records, end: string | null) => setState({ list, records: next, last: end });
  return {
    records: [...shown.keys()].flatMap((reference) => records.get(reference) ?? []),
    has: (reference) => records.has(reference),
    toggle(reference, isRange) {
      const record = shown.get(reference);
      if (record === undefined) return;
      const next = isRange
        ? withRange(records, shown, last ?? reference, reference)
        : chosen(records, reference, record);
      choose(next, reference);
    },
    all: () => choose(withAll(records, shown), null),
    clear: () => choose(nothing, null),
  };
}

/** What is chosen, by its name. */
type Selected<Thing> = ReadonlyMap<string, Thing>;

/** With the thing of that name, or without it if it was in. */
export function chosen<Thing>(things: Selected<Thing>, name: string, thing: Thing): Selected<Thing> {
  const next = new Map(things);
  if (!next.delete(name)) next.set(name, thing);
  return next;
}

/** With all of `listed`; what was in stays as it was taken in. */
export function withAll<Thing>(things: Selected<Thing>, listed: Selected<Thing>): Selected<Thing> {
  return new Map([...listed, ...things]);
}

/** With all from one to another, in the order of the list, whichever comes first. */
export function withRange<Thing>(
  things: Selected<Thing>,
  listed: Selected<Thing>,
  from: string,
  to: string,
): Selected<Thing> {
  const order = [...listed.keys()];
  const ends = [order.indexOf(from), order.indexOf(to)].map((end) => (end === -1 ? order.indexOf(to) : end));
  return withAll(things, new Map([...listed].slice(Math.min(...ends), Math.max(...ends) + 1)));
}

interface SelectBoxProps {
  readonly reference: string;
  readonly isSelected: boolean;
  /** `isRange` where Shift was held. */
  readonly onToggle: (isRange: boolean) => void;
}

/** Takes a record into what is changed together. */
export function SelectBox({ reference, isSelected, onToggle }: SelectBoxProps) {
  return (
    <label className="relative z-1 -my-3 -ml-3 inline-flex size-11 shrink-0 items-center justify-center lg:-ml-2 lg:size-9">
      <input
        type="checkbox"
        aria-label={`Select ${reference}`}
        className="accent-brand size-5"
        checked={isSelected}
        onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  );
}
