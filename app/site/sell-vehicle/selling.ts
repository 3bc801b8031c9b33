import { type VehicleCondition, vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { replyPhrase } from "#domain/reply-due.ts";

/** The steps of selling a machine. */
export const tellUs = {
  title: "Tell us about it",
  text: "What it is, what shape it's in and where it is.",
};

export const sendPhotos = {
  title: "Send photos",
  text: "We e-mail you and ask for a few. All four sides, and whatever is broken.",
};

export const getOffer = {
  title: "Get a cash offer",
  text: `By e-mail, ${replyPhrase(vehicleSubmission.replyRule)}. Take it or leave it.`,
};

export const handOver = {
  title: "Hand it over",
  text: "Say yes and we'll sort out pick-up and payment. Please have your driver licence ready: the law says we must record it.",
};

const labels: Readonly<Record<VehicleCondition, string>> = vehicleSubmission.fields.condition.options;

/** A text for each option of the form's condition field, with the form's label and in its order. */
export function conditionNotes(texts: Readonly<Record<VehicleCondition, string>>) {
  const conditions = Object.keys(labels) as VehicleCondition[];
  return conditions.map((condition) => ({ title: labels[condition], text: texts[condition] }));
}
