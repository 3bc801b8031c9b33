import type { SentForm } from "#app/shared/forms/sent-form.ts";
import type { FormName } from "#domain/forms/submissions.ts";
import { fieldEntries, type Submission } from "#domain/submission.ts";

/** Where staff read that a submission replaces another. */
export const noteFields: Readonly<Record<FormName, string>> = {
  quote: "notes",
  contact: "message",
  "sell-vehicle": "description",
};

/** Name of the field with the e-mail address. */
export function addressField(submission: Submission): string {
  return fieldEntries(submission).find(([, { kind }]) => kind === "email")?.[0] ?? "";
}

/** What was sent, with a note that it replaces that. */
export function replacing({ reference, values }: SentForm, noteField: string): Record<string, string> {
  const note = `This replaces ${reference}: the e-mail address was wrong.`;
  return { ...values, [noteField]: [note, values[noteField]].filter(Boolean).join("\n\n") };
}
