import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";

import { useDeskBasics } from "#app/desk/state/desk-page.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

import { focusFromDock } from "./list-position.ts";

/** The records of a list that are selected for a bulk change. */
export interface RecordSelection {
  /** The records as they were when selected: a change is meant for what the user saw. */
  readonly records: readonly SubmissionRecord[];
  has(reference: string): boolean;
  /** Selects or deselects a record; with `isRange`, selects all from the last one to it. */
  readonly toggle: (reference: string, isRange: boolean) => void;
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

/** The selection among the listed records. It is empty again when `list`, the list's key, changes. */
export function useSelection(listed: readonly SubmissionRecord[], list: string): RecordSelection {
  const [state, setState] = useState<SelectionState>({ list, records: nothing, last: null });
  const { records, last } = state.list === list ? state : { records: nothing, last: null };
  const shown: Records = useMemo(() => byReference(listed), [listed]);
  const choose = (next: Records, end: string | null) => setState({ list, records: next, last: end });
  const toggleNow = (reference: string, isRange: boolean) => {
    const record = shown.get(reference);
    if (record === undefined) return;
    const next = isRange
      ? withRange(records, shown, last ?? reference, reference)
      : toggled(records, reference, record);
    choose(next, reference);
  };
  // A stable function, so that rows render again only if their properties change.
  const latest = useRef(toggleNow);
  useLayoutEffect(() => void (latest.current = toggleNow));
  const toggle: RecordSelection["toggle"] = useCallback((...which) => latest.current(...which), []);
  const selected = [...shown.keys()].flatMap((reference) => records.get(reference) ?? []);
  return {
    records: selected,
    has: (reference) => records.has(reference),
    toggle,
    all: () => choose(withAll(records, shown), null),
    clear() {
      const [first] = selected;
      if (first !== undefined) focusFromDock(first.ref_number);
      choose(nothing, null);
    },
  };
}

function byReference(listed: readonly SubmissionRecord[]): Records {
  return new Map(listed.map((record) => [record.ref_number, record]));
}

type SelectionMap<Thing> = ReadonlyMap<string, Thing>;

/** Adds the thing, or removes it if it was there. */
export function toggled<Thing>(things: SelectionMap<Thing>, name: string, thing: Thing): SelectionMap<Thing> {
  const next = new Map(things);
  if (!next.delete(name)) next.set(name, thing);
  return next;
}

/** Adds everything listed; what was selected before keeps its version. */
export function withAll<Thing>(
  things: SelectionMap<Thing>,
  listed: SelectionMap<Thing>,
): SelectionMap<Thing> {
  return new Map([...listed, ...things]);
}

/** Adds everything between two names in the list, in either direction. */
export function withRange<Thing>(
  things: SelectionMap<Thing>,
  listed: SelectionMap<Thing>,
  from: string,
  to: string,
): SelectionMap<Thing> {
  const order = [...listed.keys()];
  const ends = [order.indexOf(from), order.indexOf(to)].map((end) => (end === -1 ? order.indexOf(to) : end));
  return withAll(things, new Map([...listed].slice(Math.min(...ends), Math.max(...ends) + 1)));
}

interface SelectBoxProps {
  readonly reference: string;
  readonly isSelected: boolean;
  /** `isRange` is true if Shift was held. */
  readonly onToggle: (isRange: boolean) => void;
}

const boxClasses =
  "relative z-1 -my-3 -ml-3 inline-flex size-11 shrink-0 items-center justify-center lg:-ml-2 lg:size-9";

export function SelectBox({ reference, isSelected, onToggle }: SelectBoxProps) {
  const isYard = useDeskBasics().viewer.user.desk_role === "yard"; // They change no records.
  if (isYard) return <span className={boxClasses} />;
  return (
    <label className={boxClasses}>
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
