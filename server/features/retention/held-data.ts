import { quoteRequest } from "#domain/forms/quote-request.ts";
import { submissionBy, submissions } from "#domain/forms/submissions.ts";
import { valueInRole } from "#domain/submission-values.ts";
import type { Submission } from "#domain/submission.ts";
import { type Customer, customerIfReadable } from "#server/features/deals/orders/order-customer.ts";
import { eventsOf } from "#server/features/records/record-events.ts";
import { recordFromRow, selectRecords, type StoredRecord } from "#server/features/records/record-table.ts";
import { openSealed } from "#server/features/submissions/attempts.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";

import { areOf, emailsOf, isOf, type Person } from "./find-person.ts";
import { exportTables, type Row } from "./person-tables.ts";

/** A mailed submission that is not yet a record. */
interface Waiting extends Row {
  readonly ref_number: string;
  readonly table: string;
}

export interface HeldData {
  readonly records: Readonly<Record<string, readonly StoredRecord[]>>;
  readonly waiting: readonly Waiting[];
  /** What else is held, by table. */
  readonly others: Readonly<Record<string, readonly Row[]>>;
  /** Orders that outlived their enquiry. */
  readonly left: readonly LeftOrder[];
  /** References of waiting submissions, of anybody, that this SESSION_SECRET does not open. */
  readonly unreadable: readonly string[];
}

/** What opens sealed data: `keys` come from SESSION_SECRET, `linkKeys` from LINK_SECRET. */
export interface PersonKeys {
  readonly keys: Keys;
  readonly linkKeys: Keys;
}

/** Returns what is held of the person, including the records with the ids `former`. */
export async function heldDataOf(
  db: Query,
  { keys, linkKeys }: PersonKeys,
  person: Person,
  former: readonly string[],
): Promise<HeldData> {
  const records: Record<string, StoredRecord[]> = {};
  for (const submission of submissions) {
    const theirs = selectRecords(db, submission).where(isOf(submission, person, former));
    const rows = await theirs.orderBy("created_at").execute();
    records[submission.table] = await Promise.all(rows.map((row) => withHistory(db, recordFromRow(row))));
  }
  const { opened, unreadable } = await openWaiting(db, keys);
  const theirs = opened.filter(({ submission, values }) => areOf(submission, person, values));
  const waiting = theirs.map(({ submission, reference, values }) => ({
    ref_number: reference,
    table: submission.table,
    ...values,
  }));
  const left = await ordersLeftOf(db, linkKeys, person);
  const all = [...Object.values(records).flat(), ...waiting, ...left];
  const others = await exportTables(db, linkKeys, [...new Set(all.map((row) => row.ref_number))]);
  return { records, waiting, others, left, unreadable };
}

/** Notes of staff and former values of fields are about the person too. */
async function withHistory(db: Query, record: StoredRecord): Promise<StoredRecord> {
  const events = await eventsOf(db, record.id);
  const history = events.map(({ at, type, was, becomes, note }) => ({ at, type, was, becomes, note }));
  return { ...record, history };
}

interface LeftOrder {
  readonly ref_number: string;
  readonly customer: Customer;
}

/** By their sealed buyer: their enquiry is gone. */
async function ordersLeftOf(db: Query, linkKeys: Keys, person: Person): Promise<LeftOrder[]> {
  const left = await db
    .selectFrom("orders")
    .leftJoin("quote_requests as request", "request.ref_number", "orders.ref_number")
    .select(["orders.id", "orders.ref_number", "orders.customer"])
    .where("request.id", "is", null)
    .execute();
  return left.flatMap((order) => {
    const customer = customerIfReadable({ linkKeys }, order);
    const isTheirs = customer !== null && areOf(quoteRequest, person, { ...customer });
    return isTheirs ? [{ ref_number: order.ref_number, customer }] : [];
  });
}

export interface FoundPerson {
  readonly email: string;
  readonly names: readonly string[];
  readonly count: number;
}

/** Returns whose records, waiting submissions and left orders these are. */
export function peopleIn({ records, waiting, left }: HeldData): FoundPerson[] {
  return peopleOf([
    ...Object.entries(records).flatMap(([table, rows]) => rows.map((row) => ({ table, row }))),
    ...waiting.map((row) => ({ table: row.table, row })),
    ...left.map(({ customer }) => ({ table: quoteRequest.table, row: { ...customer } })),
  ]);
}

/** Returns whose the records with these ids are now. */
export async function peopleWith(db: Query, ids: readonly string[]): Promise<FoundPerson[]> {
  if (ids.length === 0) return [];
  const found: TableRow[] = [];
  for (const submission of submissions) {
    const rows = await selectRecords(db, submission).where("id", "in", ids).execute();
    found.push(...rows.map((row) => ({ table: submission.table, row })));
  }
  return peopleOf(found);
}

interface TableRow {
  readonly table: string;
  readonly row: Row;
}

function peopleOf(found: readonly TableRow[]): FoundPerson[] {
  const people = new Map<string, { names: Set<string>; count: number }>();
  for (const { table, row } of found) {
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
  for (const { ref_number: reference, form_type, sealed, created_at: createdAt } of attempts) {
    const submission = submissionBy("formType", form_type);
    try {
      if (submission === undefined) throw new Error(`There is no form ${form_type}`);
      opened.push({ reference, createdAt, submission, values: openSealed(keys, reference, sealed ?? "") });
    } catch {
      unreadable.push(reference);
    }
  }
  return { opened, unreadable };
}
