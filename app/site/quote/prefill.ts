import type { Location } from "react-router";
import * as v from "valibot";

import type { Prefill } from "#app/site/submission/form-values.ts";
import {
  type QuotePrefill,
  type QuotePrefillName,
  quotePrefillNames,
  quoteRequest,
  type QuoteRequestValues,
} from "#domain/forms/quote-request.ts";
import { fieldEntries } from "#domain/submission.ts";

const prefillSchema = v.object(v.entriesFromList(quotePrefillNames, v.optional(v.string(), "")));

/** What the quick quote form hands on: navigation state, or the query string if it was posted before React started. */
export function quotePrefill({ key, search, state }: Location): Prefill | null {
  const handedOn = v.safeParse(prefillSchema, state ?? Object.fromEntries(new URLSearchParams(search)));
  if (!handedOn.success || Object.values(handedOn.output).every((value) => value === "")) return null;
  return {
    id: key + search,
    values: fieldsFrom(handedOn.output),
    outdates: machineOtherThan(handedOn.output),
  };
}

const machineNames = fieldEntries(quoteRequest).flatMap(([name, { role }]) =>
  role === "machine" ? [name] : [],
);
const machineNamesAfter = (name: QuotePrefillName) => machineNames.slice(machineNames.indexOf(name) + 1);

/** A link to another make or model must not leave the old machine's year and number, or its model, in the form. */
function machineOtherThan({ make, model }: Required<QuotePrefill>): Prefill["outdates"] {
  const isOther = (named: string, old = "") => named !== "" && old.toLowerCase() !== named.toLowerCase();
  return (draft) => {
    if (isOther(make, draft["make"])) return machineNamesAfter("make");
    return draft["model"] && isOther(model, draft["model"]) ? machineNamesAfter("model") : [];
  };
}

function fieldsFrom({ make, model, year, part }: Required<QuotePrefill>) {
  // The quick form takes any text for the year, this one a number.
  const digits = /\d{4}/.exec(year)?.[0] ?? "";
  const fields = { make, model, year: digits, part_needed: part };
  return fields satisfies Partial<Record<keyof QuoteRequestValues, string>>;
}
