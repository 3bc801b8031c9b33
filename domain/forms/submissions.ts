import type { Submission } from "#domain/submission.ts";

import { contactMessage } from "./contact-message.ts";
import { quoteRequest } from "./quote-request.ts";
import { vehicleSubmission } from "./vehicle-submission.ts";

const forms = [quoteRequest, contactMessage, vehicleSubmission] as const;

/** Keys of what the definition leaves to others, such as a page's texts: the compiler asks for a new form's. */
export type FormName = (typeof forms)[number]["name"];
type NamedSubmission = Submission & { readonly name: FormName };

/** Every form (specification sections 3 and 5), in the order of the desk's tabs. */
export const submissions: readonly NamedSubmission[] = forms;

/** Returns the form with that name; undefined if there is none, as in rows that a newer version has written. */
export function submissionBy(
  key: "name" | "formType" | "table",
  value: string | null | undefined,
): NamedSubmission | undefined {
  return submissions.find((submission) => submission[key] === value);
}
