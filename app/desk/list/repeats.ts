import { machineOf, namesOfKind, valueInRole } from "#domain/submission-values.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";
import { phoneDigits } from "#domain/text-fields.ts";

/** What a record has in common with others of its list. */
export interface Repeats {
  /** How many records of the list are from this person, this one included. */
  readonly count: number;
  /** The earlier record with the same person, machine and part; null if there is none. */
  readonly duplicateOf: string | null;
}

/** Finds records of one person, by e-mail or phone, among those that are listed. Keys are ids; others have no entry. */
export function repeatsIn(
  submission: Submission,
  records: readonly SubmissionRecord[],
): ReadonlyMap<string, Repeats> {
  const byContact = new Map<string, SubmissionRecord[]>();
  for (const record of records)
    for (const key of contactsOf(submission, record))
      byContact.set(key, [...(byContact.get(key) ?? []), record]);
  const repeats = new Map<string, Repeats>();
  for (const record of records) {
    const same = new Set(contactsOf(submission, record).flatMap((key) => byContact.get(key) ?? []));
    if (same.size < 2) continue;
    const wanted = wishOf(submission, record);
    const earlier = [...same].find(
      (each) => each.number < record.number && wishOf(submission, each) === wanted,
    );
    repeats.set(record.id, { count: same.size, duplicateOf: earlier?.ref_number ?? null });
  }
  return repeats;
}

function contactsOf(submission: Submission, record: SubmissionRecord): string[] {
  const emails = namesOfKind(submission, "email").map((name) => String(record[name] ?? "").toLowerCase());
  const phones = namesOfKind(submission, "phone").map((name) => phoneDigits(String(record[name] ?? "")));
  return [...emails, ...phones].filter((key) => key.length > 5);
}

/** The machine and the part, or the subject. */
function wishOf(submission: Submission, record: SubmissionRecord): string {
  const part = valueInRole(submission, record, "part");
  const subject = submission.summaryFields.map((name) => String(record[name] ?? "")).join(" ");
  return `${machineOf(submission, record)} ${part} ${subject}`.toLowerCase();
}
