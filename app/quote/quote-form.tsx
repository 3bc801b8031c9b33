import { type SubmitEvent, useMemo } from "react";
import { useLocation, useNavigate } from "react-router";

import { ConsentBox } from "#app/submission/consent-box.tsx";
import { useSubmission } from "#app/submission/use-submission.ts";
import { ErrorBanner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { FormField } from "#app/ui/field.tsx";
import { quoteRequest, type QuoteRequestValues } from "#domain/quote-request.ts";
import { endpoints } from "#domain/wire.ts";

import { quotePrefill } from "./prefill.ts";

type FieldName = keyof QuoteRequestValues;

interface FieldGroup {
  readonly title: string;
  readonly names: readonly FieldName[];
}

const groups: readonly FieldGroup[] = [
  { title: "Your machine", names: ["make", "model", "year", "vin"] },
  { title: "The part", names: ["part_needed", "condition_preference", "budget"] },
  { title: "You", names: ["full_name", "phone", "email", "delivery_address", "notes"] },
];

const bannerId = "quote-problem";
const cancelFormId = "cancel-quote";

/** The quote request form (specification sections 2 and 5). It posts natively until React starts. */
export function QuoteForm() {
  const location = useLocation();
  const navigate = useNavigate();
  const prefill = useMemo(() => quotePrefill(location), [location]);
  const onSuccess = (reference: string) => void navigate("/thanks", { state: { ref_number: reference } });
  const { form, problem, isSending, discard, ...handlers } = useSubmission(quoteRequest, {
    prefill,
    onSuccess,
  });
  const problemOf = (name: string) => (problem?.field === name ? bannerId : undefined);
  const cancel = (event: SubmitEvent) => {
    event.preventDefault();
    discard();
    void navigate("/");
  };
  return (
    <>
      <form id={cancelFormId} action="/" onSubmit={cancel} />
      <form
        ref={form}
        method="post"
        action={`${endpoints.forms}/${quoteRequest.name}`}
        className="grid gap-8"
        {...handlers}
      >
        {problem !== null && (
          <ErrorBanner id={bannerId} code={problem.requestId}>
            {problem.message}
          </ErrorBanner>
        )}
        {groups.map(({ title, names }) => (
          <fieldset key={title} className="grid gap-5">
            <legend className="border-line font-sign mb-4 w-full border-b pb-1 text-2xl font-bold">
              {title}
            </legend>
            {names.map((name) => (
              <FormField
                key={name}
                name={name}
                field={quoteRequest.fields[name]}
                problemId={problemOf(name)}
              />
            ))}
          </fieldset>
        ))}
        <ConsentBox problemId={problemOf("consent")} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" look="action" disabled={isSending} className="grow sm:grow-0">
            {isSending ? "Submitting..." : "Send Request"}
          </Button>
          <Button type="submit" form={cancelFormId} look="outline">
            Cancel
          </Button>
        </div>
      </form>
    </>
  );
}
