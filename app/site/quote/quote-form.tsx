import { type SubmitEvent, useRef } from "react";

import { Button } from "#app/shared/ui/button.tsx";
import { isFilledIn, type Prefill } from "#app/site/submission/form-values.ts";
import { SubmissionForm } from "#app/site/submission/submission-form.tsx";
import type { SentSubmission } from "#app/site/submission/submit.ts";
import { useSubmission } from "#app/site/submission/use-submission.ts";
import { ThrowAwayQuestion } from "#app/site/submission/waiting-notice.tsx";
import { quoteLinkNames, quoteRequest } from "#domain/forms/quote-request.ts";
import { quoteStart } from "#domain/forms/quote-start.ts";
import { furtherNames } from "#domain/several.ts";
import { fieldEntries } from "#domain/submission.ts";

import { takeHandedOn } from "./handed-on.ts";

const cancelFormId = "cancel-quote";
const home = "/";

/** The quote request form (specification sections 2 and 5). Without scripts, Cancel leads home; with them it asks first. */
export function QuoteForm() {
  const state = useSubmission(quoteRequest, { readPrefill, onSuccess: showThanks });
  const question = useRef<HTMLDialogElement>(null);
  const leave = () => {
    // Otherwise Back would bring the text back, even for the next person who uses this phone.
    state.discard();
    location.assign(home);
  };
  const cancel = (event: SubmitEvent) => {
    event.preventDefault();
    const form = state.form.current;
    if (form !== null && isFilledIn(form)) question.current?.showModal();
    else leave();
  };
  return (
    <>
      <form id={cancelFormId} action={home} onSubmit={cancel} />
      <ThrowAwayQuestion dialog={question} onThrowAway={leave} />
      <SubmissionForm submission={quoteRequest} state={state}>
        <Button type="submit" form={cancelFormId} look="outline" disabled={state.isSending}>
          Cancel
        </Button>
      </SubmissionForm>
    </>
  );
}

/** The server writes the reference and the promise into that page. */
function showThanks({ reference }: SentSubmission): void {
  location.assign(`/thanks?ref=${reference}`);
}

/** The address wins: what the quick quote has handed on goes to an address without a query. */
function readPrefill(): Prefill | null {
  const state = location.search === "" ? takeHandedOn() : null;
  // Of an address that only names a part, the server knows the rest (server/features/site/filled-pages.ts).
  const search = document.querySelector<HTMLElement>("[data-start]")?.dataset["start"] ?? location.search;
  return quotePrefill({ search, state, key: state === null ? "" : String(Date.now()) });
}

interface PrefillSource {
  /** The query of the address: a link to the form, or the quick quote without scripts. */
  readonly search: string;
  /** Values from the quick quote; null if there are none. */
  readonly state: unknown;
  readonly key: string;
}

const machineNames = fieldEntries(quoteRequest).flatMap(([name, { role }]) =>
  role === "machine" ? [name] : [],
);
const partNames = ["part_needed", ...furtherNames("part_needed", quoteRequest.fields.part_needed)];

/** Returns the values to start with. Another machine, part or shelf replaces all that the draft has of it. */
export function quotePrefill({ key, search, state }: PrefillSource): Prefill | null {
  const handedOn = textsIn(state ?? Object.fromEntries(new URLSearchParams(search)));
  if (handedOn.every(([, text]) => text.trim() === "")) return null;
  const { values, problems, shelf } = quoteStart(Object.fromEntries(handedOn));
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

function textsIn(handedOn: unknown): (readonly [name: string, text: string])[] {
  const given = typeof handedOn === "object" && handedOn !== null ? Object.entries(handedOn) : [];
  return given.flatMap(([name, text]) =>
    quoteLinkNames.some((known) => known === name) && typeof text === "string" ? [[name, text] as const] : [],
  );
}
