import { CancelButton, CancelForm } from "#app/site/submission/cancel.tsx";
import type { Prefill } from "#app/site/submission/prefill.ts";
import { SubmissionForm } from "#app/site/submission/submission-form.tsx";
import type { Sent } from "#app/site/submission/submit.ts";
import { useSubmission } from "#app/site/submission/use-submission.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";

import { takeHandedOn } from "./handed-on.ts";
import { quotePrefill } from "./prefill.ts";

const cancelFormId = "cancel-quote";

/** The quote request form (specification sections 2 and 5). */
export function QuoteForm() {
  const state = useSubmission(quoteRequest, { readPrefill, onSuccess: showThanks });
  return (
    <>
      <CancelForm formId={cancelFormId} state={state} />
      <SubmissionForm submission={quoteRequest} state={state}>
        <CancelButton formId={cancelFormId} state={state} />
      </SubmissionForm>
    </>
  );
}

/** The address wins: what the quick quote has handed on goes to an address without a query. */
function readPrefill(): Prefill | null {
  const { search } = location;
  const state = search === "" ? takeHandedOn() : null;
  return quotePrefill({ search, state, key: state === null ? "" : String(Date.now()) });
}

/** The server writes the reference and the promise into that page. */
function showThanks({ reference }: Sent): void {
  location.assign(`/thanks?ref=${reference}`);
}
