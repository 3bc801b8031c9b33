import { type Cents, readDollars } from "./money.ts";
import { noFreight, type QuoteDraft, type QuoteLine, validDaysMost } from "./quote.ts";

/** What `185 b +15 5d` says; null for what it leaves out. */
export interface Shorthand {
  readonly unit_cents: Cents | null;
  readonly grade: QuoteLine["grade"];
  readonly freight_cents: Cents | null;
  readonly valid_days: number | null;
}

type Part = Partial<{ -readonly [Name in keyof Shorthand]: Shorthand[Name] }>;

/** Reads price, grade, freight (`+15`) and days valid (`5d`) in any order; null if a word is none of them, or comes twice. */
export function readShorthand(text: string): Shorthand | null {
  const read: Part = {};
  for (const word of text.trim().toLowerCase().split(/\s+/)) {
    if (word === "") continue;
    const part = partOf(word);
    if (part === null || Object.keys(part).some((name) => name in read)) return null;
    Object.assign(read, part);
  }
  return { unit_cents: null, grade: null, freight_cents: null, valid_days: null, ...read };
}

function partOf(word: string): Part | null {
  const grade = ({ a: "A", b: "B", c: "C" } as const)[word];
  if (grade !== undefined) return { grade };
  const days = /^(\d{1,2})d$/.exec(word)?.[1];
  if (days !== undefined) return Number(days) > validDaysMost ? null : { valid_days: Number(days) };
  const amount = readDollars(word.replace(/^\+/, "")) ?? -1;
  if (amount < 0) return null;
  return word.startsWith("+") ? { freight_cents: amount } : { unit_cents: amount };
}

/** The draft with what the shorthand says; the price and the grade are those of the first line. */
export function withShorthand(draft: QuoteDraft, said: Shorthand): QuoteDraft {
  const [first, ...others] = draft.lines;
  if (first === undefined) return draft;
  const line = {
    ...first,
    unit_cents: said.unit_cents ?? first.unit_cents,
    grade: said.grade ?? first.grade,
  };
  return {
    ...draft,
    lines: [line, ...others],
    freight:
      said.freight_cents === null
        ? draft.freight
        : { ...(draft.freight ?? noFreight), cents: said.freight_cents },
    valid_days: said.valid_days ?? draft.valid_days,
  };
}
