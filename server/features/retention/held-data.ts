import { type RawBuilder, sql, type SqlBool } from "kysely";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { submissionBy, submissions } from "#domain/forms/submissions.ts";
import { namesOfKind, textsOfKind, valueInRole } from "#domain/submission-values.ts";
import type { Submission } from "#domain/submission.ts";
import { phoneDigits } from "#domain/text-fields.ts";
import { eventsOf } from "#server/features/records/record-events.ts";
import { recordFromRow, selectRecords, type StoredRecord } from "#server/features/records/record-table.ts";
import { openSealed } from "#server/features/submissions/store-submission.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { AttemptRow } from "#server/platform/database/tables.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";

import { type HeldDeal, heldDealOf, ordersLeftOf } from "./held-deals.ts";

type Row = Readonly<Record<string, unknown>>;

/** How a person is looked up: by e-mail address in lower case, or by phone number as dialled in New Zealand. */
export type Person =
  | { readonly kind: "email"; readonly address: string }
  | { readonly kind: "phone"; readonly number: string };

const leastDigits = 7;

/** Reads an e-mail address or a phone number in any spelling; returns null if it is neither. */
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

/** The SQL condition for the person's records. Addresses are ASCII, so both engines agree on lower case. */
export function isOf(submission: Submission, person: Person): RawBuilder<SqlBool> {
  if (person.kind === "phone") {
    const numbers = [person.number, `0${person.number}`];
    const keys = namesOfKind(submission, "phone").flatMap((name) => numbers.map((one) => `${name} ${one}`));
    return keys.length === 0
      ? sql<SqlBool>`false`
      : sql<SqlBool>`number in (select number from record_keys where key in (${sql.join(keys)}))`;
  }
  const matches = namesOfKind(submission, "email").map(
    (name) => sql`lower(${sql.ref(name)}) = ${person.address}`,
  );
  return matches.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(matches, sql` or `)})`;
}

function areOf(submission: Submission, person: Person, values: Row): boolean {
  if (person.kind === "email") return emailsOf(submission, values).includes(person.address);
  return phonesOf(submission, values).includes(person.number);
}

function emailsOf(submission: Submission, values: Row): string[] {
  return textsOfKind(submission, values, "email").map((email) => email.toLowerCase());
}

function phonesOf(submission: Submission, values: Row): string[] {
  return textsOfKind(submission, values, "phone").map(dialled);
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

function pairOf(phone: string, email: string): string {
  return `phone ${phone} email ${email}`;
}

/** A mailed submission that is not yet a record. */
interface Waiting extends Row {
  readonly ref_number: string;
  readonly table: string;
}

/** A mail to the person, with what staff wrote in it. */
interface HeldMail {
  readonly key: string;
  readonly state: string;
  readonly created_at: string;
  readonly words: string | null;
}

export interface HeldData {
  readonly records: Readonly<Record<string, readonly StoredRecord[]>>;
  readonly waiting: readonly Waiting[];
  readonly outbox: readonly HeldMail[];
  readonly deals: readonly HeldDeal[];
  /** References of waiting submissions, of anybody, that this SESSION_SECRET does not open. */
  readonly unreadable: readonly string[];
}

/** What opens sealed data: `keys` come from SESSION_SECRET, `linkKeys` from LINK_SECRET. */
export interface PersonKeys {
  readonly keys: Keys;
  readonly linkKeys: Keys;
}

export async function heldDataOf(
  db: Query,
  { keys, linkKeys }: PersonKeys,
  person: Person,
): Promise<HeldData> {
  const records: Record<string, StoredRecord[]> = {};
  for (const submission of submissions) {
    const theirs = selectRecords(db, submission).where(isOf(submission, person));
    const rows = await theirs.orderBy("created_at").execute();
    const found: StoredRecord[] = [];
    for (const row of rows) found.push(await withHistory(db, recordFromRow(row)));
    records[submission.table] = found;
  }
  const { opened, unreadable } = await openWaiting(db, keys);
  const theirs = opened.filter(({ submission, values }) => areOf(submission, person, values));
  const waiting = theirs.map(({ submission, reference, values }) => ({
    ref_number: reference,
    table: submission.table,
    ...values,
  }));
  const found = [...Object.values(records).flat(), ...waiting].map((row) => row.ref_number);
  const outbox = await mailsAbout(db, found);
  return { records, waiting, outbox, deals: await dealsOf(db, linkKeys, person, found), unreadable };
}

/** Also those whose enquiry was erased: tax law keeps their orders. */
async function dealsOf(
  db: Query,
  linkKeys: Keys,
  person: Person,
  references: readonly string[],
): Promise<HeldDeal[]> {
  const left = await ordersLeftOf(db, linkKeys, (customer) => areOf(quoteRequest, person, { ...customer }));
  const deals: HeldDeal[] = [];
  for (const reference of [...references, ...left]) {
    const deal = await heldDealOf(db, linkKeys, reference);
    if (deal !== null) deals.push(deal);
  }
  return deals;
}

async function mailsAbout(db: Query, references: readonly string[]): Promise<HeldMail[]> {
  if (references.length === 0) return [];
  const mails = db.selectFrom("outbox").select(["key", "state", "created_at", "words"]);
  return mails.where("ref_number", "in", references).orderBy("created_at").orderBy("key").execute();
}

/** Notes of staff and former values of fields are about the person too. */
async function withHistory(db: Query, record: StoredRecord): Promise<StoredRecord> {
  const events = await eventsOf(db, record.id);
  const history = events.map(({ at, type, was, becomes, note }) => ({ at, type, was, becomes, note }));
  return { ...record, history };
}

export interface FoundPerson {
  readonly email: string;
  readonly names: readonly string[];
  readonly count: number;
}

export function peopleIn({ records, waiting }: HeldData): FoundPerson[] {
  const people = new Map<string, { names: Set<string>; count: number }>();
  for (const { table, row } of [
    ...recordsIn(records),
    ...waiting.map((one) => ({ table: one.table, row: one })),
  ]) {
    const submission = submissionBy("table", table);
    if (submission === undefined) continue;
    for (const email of emailsOf(submission, row)) {
      const person = people.get(email) ?? { names: new Set<string>(), count: 0 };
      person.names.add(valueInRole(submission, row, "person"));
      people.set(email, { ...person, count: person.count + 1 });
    }
  }
  return [...people].map(([email, { names, count }]) => ({ email, names: [...names], count }));
}

function recordsIn(records: HeldData["records"]): { readonly table: string; readonly row: Row }[] {
  return Object.entries(records).flatMap(([table, rows]) => rows.map((row) => ({ table, row })));
}

interface OpenedAttempt {
  readonly reference: string;
  readonly createdAt: string;
  readonly submission: Submission;
  readonly values: Row;
}

/** Opens all mailed submissions that wait to be stored, to see whose they are. */
export async function openWaiting(
  db: Query,
  keys: Keys,
): Promise<{ readonly opened: OpenedAttempt[]; readonly unreadable: string[] }> {
  const attempts = await db.selectFrom("attempts").selectAll().where("state", "=", "mailed").execute();
  const [opened, unreadable] = [new Array<OpenedAttempt>(), new Array<string>()];
  for (const attempt of attempts) {
    const one = openedAttempt(keys, attempt);
    if (one === null) unreadable.push(attempt.ref_number);
    else opened.push(one);
  }
  return { opened, unreadable };
}

function openedAttempt(keys: Keys, attempt: AttemptRow): OpenedAttempt | null {
  const { ref_number: reference, form_type, sealed, created_at: createdAt } = attempt;
  const submission = submissionBy("formType", form_type);
  if (submission === undefined || sealed === null) return null;
  try {
    return { reference, createdAt, submission, values: openSealed(keys, reference, sealed) };
  } catch {
    return null;
  }
}
