import * as v from "valibot";

import type { Prefill } from "#app/site/submission/prefill.ts";
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

const machineNames = fieldEntries(quoteRequest).flatMap(([name, { role }]) =>
  role === "machine" ? [name] : [],
);
const partNames = ["part_needed", ...furtherNames("part_needed", quoteRequest.fields.part_needed)];

/** What the form starts with. Another machine, part or shelf than in the draft replaces all that the draft has of it. */
export function quotePrefill({ key, search, state }: HandedOn): Prefill | null {
  const handedOn = v.safeParse(handedOnSchema, state ?? Object.fromEntries(new URLSearchParams(search)));
  if (!handedOn.success || Object.values(handedOn.output).every((value) => value.trim() === "")) return null;
  const { values, problems, shelf } = quoteStart(handedOn.output);
  const given: Readonly<Record<string, string>> = values;
  return {
    id: key + search,
    values: given,
    problems: Object.entries(problems).map(([field, message]) => ({ field, message })),
    asks: shelf === "" ? undefined : "part_needed",
    outdates: (draft) => {
      const isOther = (name: string) =>
        Boolean(given[name] && draft[name]) && given[name]?.toLowerCase() !== draft[name]?.toLowerCase();
      const isOtherPart = shelf !== "" || isOther("part_needed");
      return [...(machineNames.some(isOther) ? machineNames : []), ...(isOtherPart ? partNames : [])];
    },
  };
}
