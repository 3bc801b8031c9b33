import * as v from "valibot";

import type { Prefill } from "#app/site/submission/form-values.ts";
import { quoteLinkNames, quoteRequest } from "#domain/forms/quote-request.ts";
import { quoteStart } from "#domain/forms/quote-start.ts";
import { furtherNames } from "#domain/several.ts";
import { fieldEntries } from "#domain/submission.ts";

const handedOnSchema = v.object(v.entriesFromList(quoteLinkNames, v.optional(v.string(), "")));

interface HandedOn {
  /** Of the address: links to the form, and the quick quote without scripts. */
  readonly search: string;
  /** What the quick quote has handed on, and when. */
  readonly state: unknown;
  readonly key: string;
}

/** What the form starts with. */
export function quotePrefill({ key, search, state }: HandedOn): Prefill | null {
  const handedOn = v.safeParse(handedOnSchema, state ?? Object.fromEntries(new URLSearchParams(search)));
  if (!handedOn.success || Object.values(handedOn.output).every((value) => value.trim() === "")) return null;
  const { values, problems, shelf } = quoteStart(handedOn.output);
  const asks = shelf === "" ? {} : { asks: "part_needed" };
  const outdatesMachine = machineOtherThan(values);
  const outdatesParts = partOtherThan(values, shelf);
  const outdates: Prefill["outdates"] = (draft) => [...outdatesMachine(draft), ...outdatesParts(draft)];
  return { id: key + search, values, problems, shelf, ...asks, outdates };
}

const partNames = ["part_needed", ...furtherNames("part_needed", quoteRequest.fields.part_needed)];

/** Another part, or a shelf from which the visitor has to choose one, replaces all parts of the draft. */
function partOtherThan({ part_needed: part = "" }: Prefill["values"], shelf: string): Prefill["outdates"] {
  return (draft) => {
    const isOther = part !== "" && part.toLowerCase() !== draft["part_needed"]?.toLowerCase();
    return shelf !== "" || isOther ? partNames : [];
  };
}

const machineNames = fieldEntries(quoteRequest).flatMap(([name, { role }]) =>
  role === "machine" ? [name] : [],
);
const machineNamesAfter = (name: string) => machineNames.slice(machineNames.indexOf(name) + 1);

/** Another make, model or year must not leave what comes after it of the old machine in the form. */
function machineOtherThan({ make = "", model = "", year = "" }: Prefill["values"]): Prefill["outdates"] {
  const isOther = (named: string, old = "") => named !== "" && old.toLowerCase() !== named.toLowerCase();
  return (draft) => {
    if (isOther(make, draft["make"])) return machineNamesAfter("make");
    if (draft["model"] && isOther(model, draft["model"])) return machineNamesAfter("model");
    return draft["year"] && isOther(year, draft["year"]) ? machineNamesAfter("year") : [];
  };
}
