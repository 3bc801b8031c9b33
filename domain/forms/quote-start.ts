import { type Field, kindOf } from "#domain/field.ts";
import { yearIn } from "#domain/number-fields.ts";

import {
  type QuotePrefill,
  quotePrefillNames,
  quoteRequest,
  type QuoteRequestValues,
} from "./quote-request.ts";

type FieldName = keyof QuoteRequestValues;
type FieldTexts = Readonly<Partial<Record<FieldName, string>>>;

export interface QuoteStart {
  /** Every field that was handed on, even if its text is empty because the field cannot hold what was typed. */
  readonly values: FieldTexts;
  /** The typed text of fields that cannot hold it. */
  readonly unreadable: FieldTexts;
  readonly problems: FieldTexts;
  /** Several kinds of parts, of which the visitor wants one. Empty if there is none. */
  readonly shelf: string;
}

export const fieldOf = { make: "make", model: "model", year: "year", part: "part_needed" } as const;

/** For the part field, if somebody follows a link to a shelf. */
export const shelfQuestion = (shelf: string) => `${shelf}: which one?`;

/** The fields that can be handed on. */
export const quoteStartFields: readonly FieldName[] = Object.values(fieldOf);

/** Turns the texts of the quick quote or a link into values and problems, in the browser and on the server. */
export function quoteStart(handedOn: QuotePrefill, now = new Date()): QuoteStart {
  const readings = quotePrefillNames.flatMap((name) => {
    const text = handedOn[name]?.trim() ?? "";
    return text === "" ? [] : [{ field: fieldOf[name], text, ...read(fieldOf[name], text, now) }];
  });
  return {
    values: Object.fromEntries(readings.map(({ field, value }) => [field, value])),
    unreadable: Object.fromEntries(
      readings.flatMap(({ field, text, value }) => (value === "" ? [[field, text]] : [])),
    ),
    problems: Object.fromEntries(
      readings.flatMap(({ field, problem }) => (problem === null ? [] : [[field, problem]])),
    ),
    shelf: handedOn.shelf?.trim() ?? "",
  };
}

interface FieldReading {
  readonly value: string;
  readonly problem: string | null;
}

function read(name: FieldName, text: string, now: Date): FieldReading {
  const field = quoteRequest.fields[name];
  if (field.kind !== "year") return { value: text, problem: problemOf(field, text, now) };
  const year = yearIn(text, now);
  if (year === null) return { value: "", problem: `Year, four digits: you typed ${shortened(text)}` };
  return { value: String(year), problem: problemOf(field, year, now) };
}

const longestQuoted = 40;
const shortened = (text: string) => [...text].slice(0, longestQuoted).join("");

function problemOf(field: Field, value: string | number, now: Date): string | null {
  const outcome = kindOf(field).read(field, value, now);
  return "refusal" in outcome ? outcome.refusal : null;
}
