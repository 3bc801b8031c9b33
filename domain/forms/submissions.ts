import type { Submission } from "#domain/submission.ts";

import { contactMessage } from "./contact-message.ts";
import { quoteRequest } from "./quote-request.ts";
import { vehicleSubmission } from "./vehicle-submission.ts";

/** Every kind of submission, in the order of the panel's tabs. */
export const submissions: readonly Submission[] = [quoteRequest, contactMessage, vehicleSubmission];
