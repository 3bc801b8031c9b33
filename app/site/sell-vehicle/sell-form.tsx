import { SubmissionForm } from "#app/site/submission/submission-form.tsx";
import { useSubmission } from "#app/site/submission/use-submission.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";

/** The sell-vehicle form (specification sections 2 and 5). */
export function SellForm() {
  const state = useSubmission(vehicleSubmission);
  return <SubmissionForm submission={vehicleSubmission} state={state} />;
}
