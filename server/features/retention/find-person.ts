import { quoteRequest } from "#domain/forms/quote-request.ts";
import { submissionBy, submissions } from "#domain/forms/submissions.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { phoneNumbers } from "#domain/phone-numbers.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import { textsOfKind, valueInRole } from "#domain/submission-values.ts";
import type { Submission } from "#domain/submission.ts";
import { customerIfReadable } from "#server/features/deals/orders/order-customer.ts";
import { purchaseIfReadable, sellerIn } from "#server/features/deals/sales/dealers-record.ts";
import { type RecordRow, selectRecords } from "#server/features/records/record-table.ts";
import { openSealed } from "#server/features/submissions/attempts.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";

import type { Row } from "./person-tables.ts";

/**
 * How a person is looked up: by e-mail address in lower case, by phone number as dialled in New Zealand, or by the reference of
 * one of their records: who rang may have left neither.
 */
export type Person =
  | { readonly kind: "email"; readonly address: string }
  | { readonly kind: "phone"; readonly number: string }
  | { readonly kind: "reference"; readonly reference: string };

/** Reads an e-mail address, a reference or one phone number in any spelling; returns null if it is none of them. */
export function readPerson(text: string): Person | null {
  const typed = text.trim();
  if (isReferenceNumber(typed.toUpperCase())) return { kind: "reference", reference: typed.toUpperCase() };
  if (/^\S+@\S+$/.test(typed)) return { kind: "email", address: typed.toLowerCase() };
  const [number, other] = phoneNumbers(typed);
  return number === undefined || other !== undefined ? null : { kind: "phone", number };
}

/** Mails without a record are found by these addresses. Several people may share a phone number, and a mail has none. */
export function addressesOf(person: Person): string[] {
  return person.kind === "email" ? [person.address] : [];
}

/** A row that names somebody: a record, a mailed submission not stored yet, an order or purchase that outlived its enquiry. */
export type Holding = { readonly submission: Submission } & (
  | { readonly kind: "record"; readonly row: RecordRow }
  | { readonly kind: "waiting" | "order" | "purchase"; readonly row: Row & { readonly ref_number: string } }
);

/** Keys for sealed data: `keys` come from SESSION_SECRET, `linkKeys` from LINK_SECRET. */
export interface PersonKeys {
  readonly keys: Keys;
  readonly linkKeys: Keys;
}

interface Holdings {
  readonly all: readonly Holding[];
  /** References of waiting submissions that this SESSION_SECRET does not open. */
  readonly unreadable: readonly string[];
}

/** Returns what we hold of anybody. It is few enough to look through, and only what is opened shows whose it is. */
export async function allHoldings(db: Query, { keys, linkKeys }: PersonKeys): Promise<Holdings> {
  const all: Holding[] = [];
  for (const submission of submissions) {
    const rows = await selectRecords(db, submission).orderBy("created_at").execute();
    all.push(...rows.map((row) => ({ kind: "record", submission, row }) as const));
  }
  const unreadable: string[] = [];
  const attempts = await db.selectFrom("attempts").selectAll().where("state", "=", "mailed").execute();
  for (const { ref_number, created_at, form_type, sealed } of attempts) {
    const submission = submissionBy("formType", form_type);
    try {
      if (submission === undefined) throw new Error(`There is no form ${form_type}`);
      const values = openSealed(keys, ref_number, sealed ?? "");
      all.push({ kind: "waiting", submission, row: { ref_number, created_at, ...values } });
    } catch {
      unreadable.push(ref_number);
    }
  }
  all.push(...(await ordersLeft(db, linkKeys)), ...(await purchasesLeft(db, linkKeys)));
  return { all, unreadable };
}

async function ordersLeft(db: Query, linkKeys: Keys): Promise<Holding[]> {
  const left = await db
    .selectFrom("orders")
    .leftJoin("quote_requests as request", "request.ref_number", "orders.ref_number")
    .select(["orders.id", "orders.ref_number", "orders.customer"])
    .where("request.id", "is", null)
    .execute();
  return left.flatMap((order) => {
    const customer = customerIfReadable({ linkKeys }, order);
    const row = { ref_number: order.ref_number, ...customer };
    return customer === null ? [] : [{ kind: "order", submission: quoteRequest, row }];
  });
}

async function purchasesLeft(db: Query, linkKeys: Keys): Promise<Holding[]> {
  const left = await db
    .selectFrom("purchases")
    .leftJoin("vehicle_submissions as vehicle", "vehicle.ref_number", "purchases.ref_number")
    .select(["purchases.id", "purchases.ref_number", "purchases.sealed"])
    .where("vehicle.id", "is", null)
    .execute();
  return left.flatMap((purchase) => {
    const record = purchaseIfReadable({ linkKeys }, purchase);
    if (record === null) return [];
    const row = { ref_number: purchase.ref_number, ...sellerIn(record) };
    return [{ kind: "purchase", submission: vehicleSubmission, row }];
  });
}

export interface FoundPerson {
  /** Or the reference of a record without one. */
  readonly email: string;
  readonly names: readonly string[];
  readonly count: number;
}

export interface HeldData {
  readonly theirs: readonly Holding[];
  readonly people: readonly FoundPerson[];
  /** The present people of records that named the person before a correction; those records are left out. */
  readonly corrected: readonly FoundPerson[];
  readonly unreadable: readonly string[];
}

/** Several people have this phone number: what we hold of one is not for the others. */
export class SeveralPeople extends Error {
  override readonly name = "SeveralPeople";
  readonly people: readonly FoundPerson[];

  constructor(people: readonly FoundPerson[]) {
    super("Several people share this phone number");
    this.people = people;
  }
}

/**
 * Returns what we hold of one person; with `everyone`, of all who share the phone number, and what was theirs until staff
 * corrected it. Throws SeveralPeople if there are several without it.
 */
export async function findHeldData(
  db: Query,
  keys: PersonKeys,
  person: Person,
  everyone: boolean,
): Promise<HeldData> {
  const { all, unreadable } = await allHoldings(db, keys);
  const former = await formerRecordsOf(db, person);
  const isFormer = (one: Holding) => one.kind === "record" && former.has(one.row.id);
  const isTheirs = (one: Holding) => areOf(one.submission, person, one.row) || (everyone && isFormer(one));
  const theirs = all.filter(isTheirs);
  const people = peopleOf(theirs);
  if (people.length > 1 && !everyone) throw new SeveralPeople(people);
  const corrected = peopleOf(all.filter((one) => isFormer(one) && !isTheirs(one)));
  return { theirs, people, corrected, unreadable };
}

/** Returns the ids of records that named the person until staff corrected them. */
async function formerRecordsOf(db: Query, person: Person): Promise<ReadonlySet<string>> {
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
  return new Set(theirs.map(({ record_id: id }) => id));
}

function areOf(submission: Submission, person: Person, values: Row): boolean {
  if (person.kind === "reference") return values["ref_number"] === person.reference;
  if (person.kind === "email") return emailsOf(submission, values).includes(person.address);
  return phonesOf(submission, values).includes(person.number);
}

function emailsOf(submission: Submission, values: Row): string[] {
  return textsOfKind(submission, values, "email").map((email) => email.toLowerCase());
}

function phonesOf(submission: Submission, values: Row): string[] {
  return textsOfKind(submission, values, "phone").flatMap((text) => phoneNumbers(text));
}

function peopleOf(holdings: readonly Holding[]): FoundPerson[] {
  const people = new Map<string, { names: Set<string>; count: number }>();
  for (const { submission, row } of withAddressFirst(holdings)) {
    const name = valueInRole(submission, row, "person");
    const [known = row.ref_number] = [...people].flatMap(([key, { names }]) =>
      names.has(name) ? [key] : [],
    );
    const emails = emailsOf(submission, row);
    for (const email of emails.length > 0 ? emails : [known]) {
      const person = people.get(email) ?? { names: new Set<string>(), count: 0 };
      person.names.add(name);
      people.set(email, { ...person, count: person.count + 1 });
    }
  }
  return [...people].map(([email, { names, count }]) => ({ email, names: [...names], count }));
}

/** A caller without an address who gives the name of somebody with one is taken for them: they share a number. */
function withAddressFirst(holdings: readonly Holding[]): Holding[] {
  const without = ({ submission, row }: Holding) => emailsOf(submission, row).length === 0;
  return holdings.toSorted((one, other) => Number(without(one)) - Number(without(other)));
}

/** Returns each e-mail address, and each pair of phone number and address, because people share phones. */
export function namesInErasures({ submission, row }: Holding): string[] {
  const emails = emailsOf(submission, row);
  const pairs = phonesOf(submission, row).flatMap((phone) => emails.map((email) => pairOf(phone, email)));
  return [...emails.map((email) => `email ${email}`), ...pairs];
}

/** Returns the names that an erasure of the person is noted under. `people` were found with the phone number. */
export function erasedNames(person: Person, people: readonly FoundPerson[]): string[] {
  if (person.kind === "email") return [`email ${person.address}`];
  if (person.kind === "reference") return []; // Erasures are noted by reference as well.
  return people.map(({ email }) => pairOf(person.number, email));
}

/** Leaves out the + of numbers abroad, because older erasures were noted so. */
function pairOf(phone: string, email: string): string {
  return `phone ${phone.replace("+", "")} email ${email}`;
}
