import { type Cents, readDollars } from "./money.ts";
import { freightBy, noFreight, type QuoteDraft, type QuoteLine, validDaysMost } from "./quote.ts";

/** For example `185 b +15 5d m214`. Absent values are null. */
export interface Shorthand {
  readonly unit_cents: Cents | null;
  readonly grade: QuoteLine["grade"];
  readonly freight_cents: Cents | null;
  readonly is_pick_up: true | null;
  readonly valid_days: number | null;
  readonly machine_number: number | null;
}

type ShorthandPart = Partial<{ -readonly [Name in keyof Shorthand]: Shorthand[Name] }>;

const nothing: Shorthand = {
  unit_cents: null,
  grade: null,
  freight_cents: null,
  is_pick_up: null,
  valid_days: null,
  machine_number: null,
};

/**
 * Reads price, grade, freight (`+15`, `pickup`), days valid (`5d`) and machine (`m214`) in any order; null if a word is none
 * of them, or comes twice.
 */
export function readShorthand(text: string): Shorthand | null {
  const read: ShorthandPart = {};
  for (const word of text.trim().toLowerCase().split(/\s+/)) {
    if (word === "") continue;
    const part = partOf(word);
    if (part === null || Object.keys(part).some((name) => name in read)) return null;
    Object.assign(read, part);
  }
  return { ...nothing, ...read };
}

function partOf(word: string): ShorthandPart | null {
  const grade = ({ a: "A", b: "B", c: "C" } as const)[word];
  if (grade !== undefined) return { grade };
  if (/^pick-?up$/.test(word)) return { is_pick_up: true };
  const days = /^(\d{1,2})d$/.exec(word)?.[1];
  if (days !== undefined) return Number(days) > validDaysMost ? null : { valid_days: Number(days) };
  const machine = /^m([1-9]\d{0,8})$/.exec(word)?.[1];
  if (machine !== undefined) return { machine_number: Number(machine) };
  const amount = readDollars(word.replace(/^\+/, "")) ?? -1;
  if (amount < 0) return null;
  return word.startsWith("+") ? { freight_cents: amount } : { unit_cents: amount };
}

/** Enters the shorthand into the draft: price, grade and machine into the first line. */
export function withShorthand(draft: QuoteDraft, said: Shorthand): QuoteDraft {
  const [first, ...others] = draft.lines;
  if (first === undefined) return draft;
  const line = {
    ...first,
    unit_cents: said.unit_cents ?? first.unit_cents,
    grade: said.grade ?? first.grade,
    ...(said.machine_number === null ? {} : { machine_number: said.machine_number }),
  };
  const freight = { ...(draft.freight ?? noFreight), cents: said.freight_cents };
  const typed = said.freight_cents === null ? draft.freight : freight;
  return {
    ...draft,
    lines: [line, ...others],
    freight: said.is_pick_up === true ? freightBy("pick-up", { ...freight, words: null }) : typed,
    valid_days: said.valid_days ?? draft.valid_days,
  };
}
