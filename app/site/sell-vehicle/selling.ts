import { type VehicleCondition, vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { replyPhrase } from "#domain/reply-due.ts";

/** The steps of selling a machine. */
export const tellUs = {
  title: "Tell us about it",
  text: "What it is, what shape it's in and where it is.",
};

export const sendPhotos = {
  title: "Send photos",
  text: "The receipt that we e-mail you has a link to a page of your own. It goes through them one by one on your phone: four sides, dash, frame number, the worst damage. No signal? Take them anyway; they go when it’s back.",
};

export const getOffer = {
  title: "Get a cash offer",
  text: `By e-mail, ${replyPhrase(vehicleSubmission.replyRule)}. On your page you accept it with one press, name the price you had in mind, or say no thanks.`,
};

export const handOver = {
  title: "Hand it over",
  text: "You choose one of our pick-up times. Have your driver licence or other ID ready: the law asks us to note who sold it. We pay there and then, by bank transfer or in cash.",
};

const labels: Readonly<Record<VehicleCondition, string>> = vehicleSubmission.fields.condition.options;

/** A text for each option of the form's condition field, with the form's label and in its order. */
export function conditionNotes(texts: Readonly<Record<VehicleCondition, string>>) {
  const conditions = Object.keys(labels) as VehicleCondition[];
  return conditions.map((condition) => ({ title: labels[condition], text: texts[condition] }));
}
