import { sql } from "kysely";

import { submissions } from "#domain/forms/submissions.ts";
import type { Query } from "#server/platform/database/database.ts";

import { formerRecordsOf, isOf, type Person } from "./find-person.ts";
import {
  type FoundPerson,
  type HeldData,
  heldDataOf,
  peopleIn,
  type PersonKeys,
  peopleWith,
} from "./held-data.ts";
import { findMails, type KeptMail, removeMails } from "./mail-folder.ts";
import { type CancelledOrder, cancelUnsentOrders, type KeptOrder, ordersOf } from "./remove-deals.ts";
import { removeRecords, removeWaiting } from "./remove-records.ts";

/** Several people have this phone number: what we hold of one is not for the others. */
export class SeveralPeople extends Error {
  override readonly name = "SeveralPeople";
  readonly people: readonly FoundPerson[];

  constructor(people: readonly FoundPerson[]) {
    super("Several people share this phone number");
    this.people = people;
  }
}

interface Choices {
  /** Include records that led to an order. */
  readonly orders: boolean;
  /** Include all people who share the phone number, and records that were theirs until staff corrected them. */
  readonly everyone: boolean;
}

export interface Erasure {
  readonly erased: Readonly<Record<string, number>>;
  /** References of what was erased, and of what stayed because it led to an order. */
  readonly references: readonly string[];
  readonly kept: readonly string[];
  /** Orders of what was erased: tax law keeps them. */
  readonly orders: readonly KeptOrder[];
  /** Those of them that were not sent yet. */
  readonly cancelled: readonly CancelledOrder[];
  /** E-mail addresses of the people it was about. */
  readonly emails: readonly string[];
  /** References of waiting submissions that could not be opened. */
  readonly unreadable: readonly string[];
  readonly corrected: readonly FoundPerson[];
}

interface FoundData extends HeldData {
  /** Whose the records are now that named the person until staff corrected them; empty if they are included. */
  readonly corrected: readonly FoundPerson[];
  /** The ids of those that are included. */
  readonly former: readonly string[];
}

/** Returns everything held of one person. Throws SeveralPeople unless `everyone` is set. */
export async function exportPerson(
  db: Query,
  keys: PersonKeys,
  person: Person,
  { everyone }: Pick<Choices, "everyone">,
): Promise<FoundData> {
  const ids = await formerRecordsOf(db, person);
  const former = everyone ? ids : [];
  const held = await heldDataOf(db, keys, person, former);
  assertOnePerson(held, everyone);
  const known = new Set(Object.values(held.records).flatMap((rows) => rows.map(({ id }) => id)));
  const corrected = await peopleWith(
    db,
    ids.filter((id) => !known.has(id)),
  );
  return { ...held, former, corrected };
}

/** Throws SeveralPeople unless `everyone`. */
export async function erasePerson(
  tx: Query,
  keys: PersonKeys,
  person: Person,
  { orders, everyone, at }: Choices & { readonly at: Date },
): Promise<Erasure> {
  const held = await exportPerson(tx, keys, person, { everyone });
  const erased: Record<string, number> = {};
  const waiting = await removeWaiting(
    tx,
    held.waiting.map(({ ref_number }) => ref_number),
  );
  const references = [...waiting];
  for (const submission of submissions) {
    const isToGo = sql`${isOf(submission, person, held.former)} and (${orders} or order_placed = ${false})`;
    const gone = await removeRecords(tx, submission, isToGo, recordsAtMost);
    references.push(...gone);
    erased[submission.table] = gone.length;
  }
  const cancelled = await cancelUnsentOrders(tx, references, at);
  erased["not yet stored"] = waiting.length;
  const found = Object.values(held.records).flat();
  const kept = found.map((row) => row.ref_number).filter((one) => !references.includes(one));
  const emails = peopleIn(held).map(({ email }) => email);
  const { others, unreadable, corrected } = held;
  const ordered = (others["orders"] ?? []).map((order) => String(order["ref_number"]));
  const agreed = await ordersOf(
    tx,
    ordered.filter((reference) => !kept.includes(reference)),
  );
  return { erased, references, kept, orders: agreed, cancelled, emails, unreadable, corrected };
}

const recordsAtMost = 10_000;

function assertOnePerson(held: HeldData, everyone: boolean): void {
  const people = peopleIn(held);
  if (people.length > 1 && !everyone) throw new SeveralPeople(people);
}

interface MailChoice {
  /** References of the person's submissions. */
  readonly theirs: ReadonlySet<string>;
  /** References whose mails stay. */
  readonly kept: readonly string[];
}

export async function mailsOf(folder: string | null, person: Person, choice: MailChoice): Promise<string[]> {
  return folder === null ? [] : findMails(folder, isMailOf(person, choice));
}

export function erasePersonsMails(
  folder: string | null,
  person: Person,
  choice: MailChoice,
): Promise<number> {
  return removeMails(folder, isMailOf(person, choice));
}

/** By address it also finds mails without a record. */
function isMailOf(person: Person, { theirs, kept }: MailChoice): (mail: KeptMail) => Promise<boolean> {
  return async (mail) => {
    const reference = mail.reference ?? "";
    if (theirs.has(reference)) return true;
    return person.kind === "email" && !kept.includes(reference) && (await mail.visitor()) === person.address;
  };
}
