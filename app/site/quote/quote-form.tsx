import { useMemo } from "react";
import { useLocation, useNavigate } from "react-router";

import { CancelButton, CancelForm } from "#app/site/submission/cancel.tsx";
import { SubmissionForm } from "#app/site/submission/submission-form.tsx";
import type { Sent } from "#app/site/submission/submit.ts";
import { useSubmission } from "#app/site/submission/use-submission.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";

import { quotePrefill } from "./prefill.ts";

const cancelFormId = "cancel-quote";

/** The quote request form (specification sections 2 and 5). */
export function QuoteForm() {
  const location = useLocation();
  const navigate = useNavigate();
  const prefill = useMemo(() => quotePrefill(location), [location]);
  const onSuccess = ({ reference, receivedAt }: Sent) => {
    const state = { ref_number: reference, received_at: receivedAt.toISOString() };
    void navigate("/thanks", { state });
  };
  const state = useSubmission(quoteRequest, { prefill, onSuccess });
  return (
    <>
      <CancelForm formId={cancelFormId} state={state} />
      <SubmissionForm submission={quoteRequest} state={state}>
        <CancelButton formId={cancelFormId} state={state} />
      </SubmissionForm>
    </>
  );
}
