import { machineOf, summaryLines } from "#domain/submission-values.ts";
import { hasSteps, type Submission, type SubmissionRecord } from "#domain/submission.ts";

/** The lines that name a record at the desk: a dash for the machine if nobody knows it. */
export function deskSummary(submission: Submission, record: SubmissionRecord): string[] {
  const lines = summaryLines(submission, record);
  return hasSteps(submission) && machineOf(submission, record) === "" ? ["–", ...lines] : lines;
}
