import { contactMessage } from "#domain/forms/contact-message.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import type { FormName } from "#domain/forms/submissions.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import type { Submission } from "#domain/submission.ts";

import type { Chance } from "./chance.ts";
import { demoMessage } from "./messages.ts";
import { demoQuote } from "./quotes.ts";
import { demoVehicle } from "./vehicles.ts";

/** What made-up visitors send through a form. All of it is generated. */
export interface Visitors {
  readonly submission: Submission;
  /** How many there are for a hundred who ask for a quote. */
  readonly percent: number;
  readonly fill: (random: Chance) => Readonly<Record<string, string | number>>;
}

export const quoteVisitors: Visitors = { submission: quoteRequest, percent: 100, fill: demoQuote };

export const allVisitors: readonly Visitors[] = Object.values({
  quote: quoteVisitors,
  contact: { submission: contactMessage, percent: 25, fill: demoMessage },
  "sell-vehicle": { submission: vehicleSubmission, percent: 25, fill: demoVehicle },
} satisfies Record<FormName, Visitors>);
