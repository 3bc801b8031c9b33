import type { Correction } from "#app/desk/api/desk.ts";
import { correctableFields, type Submission, type SubmissionRecord } from "#domain/submission.ts";

/** A field's value as the form shows it. */
export function valueOf(record: SubmissionRecord, name: string): string {
  return String(record[name] ?? "");
}

/** What somebody has typed over: a colleague may have corrected the rest since. */
export function typedCorrection(
  form: HTMLFormElement,
  submission: Submission,
  atFirst: SubmissionRecord,
): Correction {
  const typed = new FormData(form);
  const changed = Object.keys(correctableFields(submission)).flatMap((name) => {
    const value = typed.get(name);
    // Forms write line breaks as CRLF.
    const text = typeof value === "string" ? value.replaceAll("\r\n", "\n") : "";
    return text === valueOf(atFirst, name) ? [] : [[name, text] as const];
  });
  return Object.fromEntries(changed);
}
