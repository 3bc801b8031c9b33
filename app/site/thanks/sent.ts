import type { Note } from "#app/site/layout/notes.tsx";
import { getOffer, handOver, sendPhotos } from "#app/site/sell-vehicle/selling.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { type FormName, submissionBy } from "#domain/forms/submissions.ts";

const afterQuote: readonly Note[] = [
  { title: "We check the fit", text: "A wrecker matches your part to your machine and looks it over." },
  {
    title: "You get our quote",
    text: "By e-mail, with the price in NZD including GST. No hidden fees.",
  },
  {
    title: "You approve it",
    text: "Open the link in our e-mail, approve, and pay the invoice by bank transfer. Then it ships, tracked.",
  },
];

const afterMessage: readonly Note[] = [
  { title: "We read it", text: "Your message is with the people on the spanners, not in a call centre." },
  { title: "You get our answer", text: "By e-mail, to the address you gave us." },
  {
    title: "Keep the reference",
    text: "Quote it when you ring or e-mail and we'll have everything in front of us.",
  },
];

const afterVehicle: readonly Note[] = [sendPhotos, getOffer, handOver];

const stepsAfter: Readonly<Record<FormName, readonly Note[]>> = {
  quote: afterQuote,
  contact: afterMessage,
  "sell-vehicle": afterVehicle,
};

/** What was sent, and what happens next; a quote request unless another form is named. */
export function thanksFor(form: string | undefined) {
  const submission = submissionBy("name", form) ?? quoteRequest;
  return { submission, steps: stepsAfter[submission.name] };
}
