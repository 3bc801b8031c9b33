import { getOffer, handOver, sendPhotos } from "#app/site/sell-vehicle/steps.ts";
import { contactMessage } from "#domain/forms/contact-message.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import type { Submission } from "#domain/submission.ts";

export interface NextStep {
  readonly title: string;
  readonly text: string;
}

const afterQuote: readonly NextStep[] = [
  { title: "We check the fit", text: "A wrecker matches your part to your machine and looks it over." },
  {
    title: "You get our quote",
    text: "By e-mail, with the price in NZD including GST. No hidden fees.",
  },
  {
    title: "You approve it",
    text: "Reply yes, and pay by card or bank transfer through a secure invoice link. Then it ships, tracked.",
  },
];

const afterMessage: readonly NextStep[] = [
  { title: "We read it", text: "Your message is with the people on the spanners, not in a call centre." },
  { title: "You get our answer", text: "By e-mail, to the address you gave us." },
  {
    title: "Keep the reference",
    text: "Name it when you write or ring again, and we have it all before us.",
  },
];

const afterVehicle: readonly NextStep[] = [sendPhotos, getOffer, handOver];

const kinds: readonly { readonly submission: Submission; readonly steps: readonly NextStep[] }[] = [
  { submission: quoteRequest, steps: afterQuote },
  { submission: contactMessage, steps: afterMessage },
  { submission: vehicleSubmission, steps: afterVehicle },
];

/** What was sent, and what happens next; a quote request unless another kind is named. */
export function thanksFor(kind: string | null) {
  return (
    kinds.find(({ submission }) => submission.name === kind) ?? {
      submission: quoteRequest,
      steps: afterQuote,
    }
  );
}
