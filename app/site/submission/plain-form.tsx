import type { Submission } from "#domain/submission.ts";

import { SubmissionForm } from "./submission-form.tsx";
import { useSubmission } from "./use-submission.ts";

/** A form without anything of its own (specification sections 2 and 5). */
export function PlainForm({ submission }: { readonly submission: Submission }) {
  const state = useSubmission(submission);
  return <SubmissionForm submission={submission} state={state} />;
}
