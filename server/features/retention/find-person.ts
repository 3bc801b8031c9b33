import { type RawBuilder, sql, type SqlBool } from "kysely";

import { submissionBy } from "#domain/forms/submissions.ts";
import { phoneNumbers } from "#domain/phone-numbers.ts";
import { namesOfKind, textsOfKind } from "#domain/submission-values.ts";
import type { Submission } from "#domain/submission.ts";
import type { Query } from "#server/platform/database/database.ts";

type Row = Readonly<Record<string, unknown>>;

/** How a person is looked up: by e-mail address in lower case, or by phone number as dialled in New Zealand. */
export type Person =
  | { readonly kind: "email"; readonly address: string }
  | { readonly kind: "phone"; readonly number: string };

/** Reads an e-mail address or one phone number in any spelling; returns null if it is neither. */
export function readPerson(text: string): Person | null {
  const typed = text.trim();
  if (/^\S+@\S+$/.test(typed)) return { kind: "email", address: typed.toLowerCase() };
  const [number, other] = phoneNumbers(typed);
  return number === undefined || other !== undefined ? null : { kind: "phone", number };
}

/** The SQL condition for the person's records, and for those with the ids `former`. */
export function isOf(
  submission: Submission,
  person: Person,
  former: readonly string[] = [],
): RawBuilder<SqlBool> {
  const isNow = isNowOf(submission, person);
  return former.length === 0 ? isNow : sql<SqlBool>`(${isNow} or id in (${sql.join(former)}))`;
}

/** Addresses are ASCII, so both engines agree on lower case. */
function isNowOf(submission: Submission, person: Person): RawBuilder<SqlBool> {
  if (person.kind === "phone") {
    const keys = namesOfKind(submission, "phone").map((name) => `${name} ${person.number}`);
    return keys.length === 0
      ? sql<SqlBool>`false`
      : sql<SqlBool>`number in (select number from record_keys where key in (${sql.join(keys)}))`;
  }
  const matches = namesOfKind(submission, "email").map(
    (name) => sql`lower(${sql.ref(name)}) = ${person.address}`,
  );
  return matches.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(matches, sql` or `)})`;
}

export function areOf(submission: Submission, person: Person, values: Row): boolean {
  if (person.kind === "email") return emailsOf(submission, values).includes(person.address);
  return phonesOf(submission, values).includes(person.number);
}

export function emailsOf(submission: Submission, values: Row): string[] {
  return textsOfKind(submission, values, "email").map((email) => email.toLowerCase());
}

function phonesOf(submission: Submission, values: Row): string[] {
  return textsOfKind(submission, values, "phone").flatMap((text) => phoneNumbers(text));
}

/** Returns each e-mail address, and each pair of phone number and address, because people share phones. */
export function namesInErasures(submission: Submission, values: Row): string[] {
  const emails = emailsOf(submission, values);
  const pairs = phonesOf(submission, values).flatMap((phone) => emails.map((email) => pairOf(phone, email)));
  return [...emails.map((email) => `email ${email}`), ...pairs];
}

/** Returns the names that an erasure of the person is noted under. `emails` were found with the phone number. */
export function erasedNames(person: Person, emails: readonly string[]): string[] {
  if (person.kind === "email") return [`email ${person.address}`];
  return emails.map((email) => pairOf(person.number, email));
}

/** Without the + of numbers abroad, as erasures were always noted. */
function pairOf(phone: string, email: string): string {
  return `phone ${phone.replace("+", "")} email ${email}`;
}

/** Returns the ids of records that named the person until staff corrected them. */
export async function formerRecordsOf(db: Query, person: Person): Promise<string[]> {
  const corrections = await db
    .selectFrom("record_events")
    .select(["record_id", "record_table", "field", "was"])
    .where("type", "=", "corrected")
    .where("record_id", "<>", "")
    .execute();
  const theirs = corrections.filter(({ record_table: table, field, was }) => {
    const submission = submissionBy("table", table);
    return submission !== undefined && field !== null && areOf(submission, person, { [field]: was });
  });
  return [...new Set(theirs.map(({ record_id: id }) => id))];
}
