import type { FieldGroupOf } from "#app/site/submission/field-group.tsx";
import { SubmissionForm } from "#app/site/submission/submission-form.tsx";
import { useSubmission } from "#app/site/submission/use-submission.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";

const groups: readonly FieldGroupOf<typeof vehicleSubmission>[] = [
  { title: "Your machine", names: ["vehicle_type", "make", "model", "year", "condition", "description"] },
  { title: "Where it is, what you want for it", names: ["location", "price_expectation"] },
  { title: "You", names: ["full_name", "phone", "email"] },
];

/** The sell-vehicle form (specification sections 2 and 5). */
export function OfferUs() {
  const state = useSubmission(vehicleSubmission);
  return (
    <section
      id="offer"
      aria-labelledby="offer-title"
      className="border-line-strong bg-surface-raised grid scroll-mt-24 content-start gap-6 rounded-md border p-4 sm:p-8"
    >
      <h2 id="offer-title" className="text-3xl sm:text-4xl">
        Tell us about your machine
      </h2>
      <SubmissionForm submission={vehicleSubmission} state={state} groups={groups} />
    </section>
  );
}
