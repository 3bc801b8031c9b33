import { useState } from "react";

import type { SubmissionRecord } from "#domain/submission.ts";

import { chosen, withAll, withRange } from "./range.ts";

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

interface Chosen {
  readonly list: string;
  readonly records: Records;
  readonly last: string | null;
}

const nothing: Records = new Map();

/** Selects among the records that are listed; `list` names the list, and another one begins with nothing. */
export function useSelection(listed: readonly SubmissionRecord[], list: string): Selection {
  const [state, setState] = useState<Chosen>({ list, records: nothing, last: null });
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
