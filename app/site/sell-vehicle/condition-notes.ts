import { type VehicleCondition, vehicleSubmission } from "#domain/forms/vehicle-submission.ts";

const labels: Readonly<Record<VehicleCondition, string>> = vehicleSubmission.fields.condition.options;

/** Words on each answer of the form's condition field, under the form's own label and in its order. */
export function conditionNotes(words: Readonly<Record<VehicleCondition, string>>) {
  const conditions = Object.keys(labels) as VehicleCondition[];
  return conditions.map((condition) => ({ title: labels[condition], text: words[condition] }));
}
