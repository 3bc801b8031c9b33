import { SubmissionForm } from "#app/site/submission/submission-form.tsx";
import { useSubmission } from "#app/site/submission/use-submission.ts";
import { contactMessage } from "#domain/forms/contact-message.ts";

/** The contact form (specification sections 2 and 5). */
export function ContactForm() {
  const state = useSubmission(contactMessage);
  return <SubmissionForm submission={contactMessage} state={state} />;
}
