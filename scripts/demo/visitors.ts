import { contactMessage } from "#domain/contact-message.ts";
import { quoteRequest } from "#domain/quote-request.ts";
import type { Submission } from "#domain/submission.ts";
import { vehicleSubmission } from "#domain/vehicle-submission.ts";

import type { Chance } from "./chance.ts";
import { demoMessage } from "./messages.ts";
import { demoQuote } from "./quotes.ts";
import { demoVehicle } from "./vehicles.ts";

/** What made-up visitors send, by kind. All of it is generated. */
export interface Visitors {
  readonly submission: Submission;
  /** How many there are for a hundred who ask for a quote. */
  readonly percent: number;
  readonly fill: (random: Chance) => Readonly<Record<string, string | number>>;
}

export const quoteVisitors: Visitors = { submission: quoteRequest, percent: 100, fill: demoQuote };

export const allVisitors: readonly Visitors[] = [
  quoteVisitors,
  { submission: contactMessage, percent: 25, fill: demoMessage },
  { submission: vehicleSubmission, percent: 25, fill: demoVehicle },
];
