import type { FieldGroupOf } from "#app/site/submission/field-group.tsx";
import { SubmissionForm } from "#app/site/submission/submission-form.tsx";
import { useSubmission } from "#app/site/submission/use-submission.ts";
import { contactMessage } from "#domain/forms/contact-message.ts";

const groups: readonly FieldGroupOf<typeof contactMessage>[] = [
  { names: ["full_name", "email", "phone", "subject", "message"] },
];

/** The contact form (specification sections 2 and 5). */
export function WriteToUs() {
  const state = useSubmission(contactMessage);
  return (
    <section aria-labelledby="write-title" className="grid content-start gap-6">
      <h2 id="write-title" className="text-3xl sm:text-4xl">
        Write to us
      </h2>
      <SubmissionForm submission={contactMessage} state={state} groups={groups} />
    </section>
  );
}
