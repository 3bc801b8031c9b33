import { useLocation, useParams } from "react-router";
import * as v from "valibot";

import { useHydrated } from "#app/shared/document/use-hydrated.ts";
import { getOffer, handOver, sendPhotos } from "#app/site/sell-vehicle/selling.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { type FormName, submissionBy } from "#domain/forms/submissions.ts";
import { isReferenceNumber, referencePlaceholder } from "#domain/reference-number.ts";

const stateSchema = v.object({
  ref_number: v.string(),
  received_at: v.pipe(v.string(), v.isoTimestamp(), v.toDate()),
});

interface SentAsKnown {
  readonly reference: string;
  /** Null if only the server knows; it writes the due time into the page. */
  readonly receivedAt: Date | null;
}

/** What was sent: from the navigation state, otherwise from the query string, which the server renders too. */
export function useSent(): SentAsKnown {
  const location = useLocation();
  const handedOn = v.safeParse(stateSchema, location.state);
  if (useHydrated() && handedOn.success) {
    const { ref_number: reference, received_at: receivedAt } = handedOn.output;
    return { reference, receivedAt };
  }
  const asked = new URLSearchParams(location.search).get("ref");
  return { reference: isReferenceNumber(asked) ? asked : referencePlaceholder, receivedAt: null };
}

/**
 * The form that was sent. If it was posted without scripts, the URL names it as `?kind=`; the build writes a page
 * for each form under its own path, which the server responds with.
 */
export function useSentKind(): string | null {
  const { search } = useLocation();
  const { kind } = useParams();
  return kind ?? new URLSearchParams(search).get("kind");
}

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

const stepsAfter: Readonly<Record<FormName, readonly NextStep[]>> = {
  quote: afterQuote,
  contact: afterMessage,
  "sell-vehicle": afterVehicle,
};

/** What was sent, and what happens next; a quote request unless another form is named. */
export function thanksFor(form: string | null) {
  const submission = submissionBy("name", form) ?? quoteRequest;
  return { submission, steps: stepsAfter[submission.name] };
}
