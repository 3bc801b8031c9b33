import { useState } from "react";

import type { SubmissionRecord } from "#domain/submission.ts";

import { chosen, withRange } from "./range.ts";

/** The records of a list that are to be changed together. */
export interface Selection {
  readonly records: readonly SubmissionRecord[];
  has(reference: string): boolean;
  /** Takes a record in or leaves it out; with `isRange`, takes in all from the last one on. */
  toggle(reference: string, isRange: boolean): void;
  readonly all: () => void;
  readonly clear: () => void;
}

interface Chosen {
  readonly list: string;
  readonly references: ReadonlySet<string>;
  readonly last: string | null;
}

/** Selects among the records that are listed; `list` names the list, and another one begins with nothing. */
export function useSelection(listed: readonly SubmissionRecord[], list: string): Selection {
  const [state, setState] = useState<Chosen>({ list, references: new Set(), last: null });
  const current = state.list === list ? state : { list, references: new Set<string>(), last: null };
  const order = listed.map(({ ref_number: reference }) => reference);
  const choose = (references: ReadonlySet<string>, last: string | null) =>
    setState({ list, references, last });
  return {
    records: listed.filter(({ ref_number: reference }) => current.references.has(reference)),
    has: (reference) => current.references.has(reference),
    toggle: (reference, isRange) =>
      choose(
        isRange
          ? withRange(current.references, order, current.last ?? reference, reference)
          : chosen(current.references, reference),
        reference,
      ),
    all: () => choose(new Set(order), null),
    clear: () => choose(new Set(), null),
  };
}
