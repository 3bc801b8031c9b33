import type { Location } from "react-router";
import * as v from "valibot";

import type { Prefill } from "#app/submission/use-filled-form.ts";
import { type QuotePrefill, quotePrefillNames, type QuoteRequestValues } from "#domain/quote-request.ts";

const prefillSchema = v.object(v.entriesFromList(quotePrefillNames, v.optional(v.string(), "")));

/** What the quick quote form hands on: navigation state, or the query string where it was posted before React started. */
export function quotePrefill({ key, search, state }: Location): Prefill | null {
  const handedOn = v.safeParse(prefillSchema, state ?? Object.fromEntries(new URLSearchParams(search)));
  if (!handedOn.success || Object.values(handedOn.output).every((value) => value === "")) return null;
  const { make } = handedOn.output;
  return { id: key + search, values: fieldsFrom(handedOn.output), outdates: machineOtherThan(make) };
}

/** A link to another make must not leave the old machine's model, year and number in the form. */
function machineOtherThan(make: string): Prefill["outdates"] {
  const isOther = (old: string | undefined) => old?.toLowerCase() !== make.toLowerCase();
  return (draft) => (make !== "" && isOther(draft["make"]) ? ["model", "year", "vin"] : []);
}

function fieldsFrom({ make, model, year, part }: Required<QuotePrefill>) {
  // The quick form takes any words for the year, this one a number.
  const digits = /\d{4}/.exec(year)?.[0] ?? "";
  const fields = { make, model, year: digits, part_needed: part };
  return fields satisfies Partial<Record<keyof QuoteRequestValues, string>>;
}
