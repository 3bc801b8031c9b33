import { type RawBuilder, sql } from "kysely";

import { namesOfKind, textsOfKind } from "#domain/submission-values.ts";
import type { Submission } from "#domain/submission.ts";
import { phoneDigits } from "#domain/text-fields.ts";

type Values = Readonly<Record<string, unknown>>;

/** By what a person is looked up: an e-mail address in lower case, or a phone number as one dials it here. */
export type Person =
  | { readonly kind: "email"; readonly address: string }
  | { readonly kind: "phone"; readonly number: string };

const leastDigits = 7;

/** Tells an e-mail address from a phone number, in any of their spellings; null if it is neither. */
export function readPerson(text: string): Person | null {
  const typed = text.trim();
  if (/^\S+@\S+$/.test(typed)) return { kind: "email", address: typed.toLowerCase() };
  if (!/^[+\d\s().-]+$/.test(typed)) return null;
  const number = dialled(typed);
  return number.length < leastDigits ? null : { kind: "phone", number };
}

/** "+64 (0)21 555 0100" leaves a second zero. */
function dialled(text: string): string {
  return phoneDigits(text).replace(/^0+/, "0");
}

/** Records of that person. Addresses are ASCII, so that both engines agree on what is lower case. */
export function isOf(submission: Submission, person: Person): RawBuilder<unknown> {
  if (person.kind === "phone") {
    const numbers = [person.number, `0${person.number}`];
    const keys = namesOfKind(submission, "phone").flatMap((name) => numbers.map((one) => `${name} ${one}`));
    return keys.length === 0
      ? sql`false`
      : sql`number in (select number from record_keys where key in (${sql.join(keys)}))`;
  }
  const matches = namesOfKind(submission, "email").map(
    (name) => sql`lower(${sql.ref(name)}) = ${person.address}`,
  );
  return matches.length === 0 ? sql`false` : sql`(${sql.join(matches, sql` or `)})`;
}

/** Whether these fields are that person's. */
export function areOf(submission: Submission, person: Person, values: Values): boolean {
  if (person.kind === "email") return emailsOf(submission, values).includes(person.address);
  return phonesOf(submission, values).includes(person.number);
}

export function emailsOf(submission: Submission, values: Values): string[] {
  return textsOfKind(submission, values, "email").map((email) => email.toLowerCase());
}

function phonesOf(submission: Submission, values: Values): string[] {
  return textsOfKind(submission, values, "phone").map(dialled);
}

/**
 * The names under which the person of a submission may have been erased: each e-mail address, and each
 * pair of phone number and address, because people share phones.
 */
export function namesInErasures(submission: Submission, values: Values): string[] {
  const emails = emailsOf(submission, values);
  const pairs = phonesOf(submission, values).flatMap((phone) => emails.map((email) => pairOf(phone, email)));
  return [...emails.map((email) => `email ${email}`), ...pairs];
}

/** The names under which an erasure of that person is noted. `emails` are those found with the phone number. */
export function erasedNames(person: Person, emails: readonly string[]): string[] {
  if (person.kind === "email") return [`email ${person.address}`];
  return emails.map((email) => pairOf(person.number, email));
}

function pairOf(phone: string, email: string): string {
  return `phone ${phone} email ${email}`;
}
