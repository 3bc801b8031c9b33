import { sql } from "kysely";

import { orderStates } from "#domain/deals/order.ts";
import { submissions } from "#domain/forms/submissions.ts";
import { ordersOf, paymentsOf } from "#server/features/deals/deal/read-deal.ts";
import { moveQuietly } from "#server/features/deals/orders/change-order.ts";
import { eventsOf } from "#server/features/records/record-events.ts";
import { recordFromRow, type RecordRow } from "#server/features/records/record-table.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";

import {
  addressesOf,
  findHeldData,
  type HeldData,
  type Holding,
  type Person,
  type PersonKeys,
} from "./find-person.ts";
import type { ReceivedMail } from "./mail-folder.ts";
import { eraseMails, exportMails } from "./person-mails.ts";
import { exportTables, removeRecords, removeWaiting } from "./person-tables.ts";

/** Returns what was found as one object: each table with its rows. */
export async function exportHeldData(
  db: Query,
  linkKeys: Keys,
  person: Person,
  theirs: readonly Holding[],
): Promise<Record<string, readonly object[]>> {
  const tables: Record<string, object[]> = {};
  for (const { table } of submissions) {
    const rows = theirs.flatMap(({ kind, submission, row }) =>
      kind === "record" && submission.table === table ? [withHistory(db, row)] : [],
    );
    tables[table] = await Promise.all(rows);
  }
  const not_yet_stored = theirs.flatMap(({ kind, submission: { table }, row }) =>
    kind === "waiting" ? [{ table, ...row }] : [],
  );
  const references = referencesOf(theirs);
  const inbound_mails = await exportMails(db, linkKeys, { references, addresses: addressesOf(person) });
  return { ...tables, not_yet_stored, ...(await exportTables(db, linkKeys, references)), inbound_mails };
}

/** Notes of staff and former values of fields are about the person too. */
async function withHistory(db: Query, row: RecordRow): Promise<object> {
  const events = await eventsOf(db, row.id);
  const history = events.map(({ at, type, was, becomes, note }) => ({ at, type, was, becomes, note }));
  return { ...recordFromRow(row), history };
}

function referencesOf(holdings: readonly Holding[]): string[] {
  return [...new Set(holdings.map(({ row }) => row.ref_number))];
}

/** References of the person's enquiries, whether they are stored yet or not. */
export function enquiriesIn({ theirs }: HeldData): string[] {
  return referencesOf(theirs.filter(({ kind }) => kind === "record" || kind === "waiting"));
}

interface ErasureChoices {
  /** Include records that led to an order. */
  readonly orders: boolean;
  readonly everyone: boolean;
  readonly at: Date;
}

export interface ErasureReport extends HeldData {
  /** How many, by table. */
  readonly erased: Readonly<Record<string, number>>;
  /** References of what stayed because it led to an order. */
  readonly kept: readonly string[];
  /** Orders of what was erased: tax law keeps them. */
  readonly orders: Awaited<ReturnType<typeof ordersLeft>>;
  /** Orders among them that were not sent yet. */
  readonly cancelled: readonly CancelledOrder[];
  /** Records of machines that we bought of them: they stay, sealed. */
  readonly purchases: Awaited<ReturnType<typeof purchasesOf>>;
}

/** Throws SeveralPeople unless `everyone`. */
export async function erasePerson(
  tx: Query,
  keys: PersonKeys,
  person: Person,
  { orders, everyone, at }: ErasureChoices,
): Promise<ErasureReport> {
  const held = await findHeldData(tx, keys, person, everyone);
  const { erased, gone, cancelled } = await eraseEnquiries(tx, enquiriesIn(held), { orders, at });
  const all = referencesOf(held.theirs);
  const mails = await eraseMails(tx, { addresses: addressesOf(person), own: all, until: null }, at);
  if (mails.unfiled > 0) erased["mails in no record"] = mails.unfiled;
  if (mails.filed > 0) erased["mails in other people's records"] = mails.filed;
  const kept = held.theirs.flatMap(({ kind, row }) =>
    kind === "record" && !gone.includes(row.ref_number) ? [row.ref_number] : [],
  );
  const left = all.filter((reference) => !kept.includes(reference));
  const purchases = await purchasesOf(tx, left);
  return { ...held, erased, kept, orders: await ordersLeft(tx, left), cancelled, purchases };
}

/** Erases what is stored under these references and what waits to be; without `orders`, no record that led to one. */
export async function eraseEnquiries(
  tx: Query,
  references: readonly string[],
  { orders, at }: Pick<ErasureChoices, "orders" | "at">,
) {
  const waiting = await removeWaiting(tx, references);
  const erased: Record<string, number> = {};
  const gone = [...waiting];
  for (const submission of submissions) {
    // SQL has no empty list.
    const isToGo = sql`ref_number in (${sql.join(["", ...references])})
      and (${orders} or order_placed = ${false})`;
    const removed = await removeRecords(tx, submission, isToGo, references.length);
    erased[submission.table] = removed.length;
    gone.push(...removed);
  }
  erased["not yet stored"] = waiting.length;
  return { erased, gone, cancelled: await cancelUnsentOrders(tx, gone, at) };
}

/** An order that was cancelled with its enquiry, and the money that it holds. */
interface CancelledOrder {
  readonly ref_number: string;
  readonly invoice_number: number;
  readonly paid_cents: number;
}

/**
 * Cancels orders that have not been sent. Once their enquiry is gone, nobody could cancel or send them: their parts would
 * stay on hold, and their payments would appear in no list.
 */
async function cancelUnsentOrders(
  tx: Query,
  references: readonly string[],
  at: Date,
): Promise<CancelledOrder[]> {
  if (references.length === 0) return [];
  const cancelled: CancelledOrder[] = [];
  for (const order of await ordersOf(tx, references)) {
    if (orderStates[order.state].isUnsent !== true) continue;
    await moveQuietly({ tx, at }, order, { state: "cancelled" });
    const { ref_number, invoice_number } = order;
    const payments = await paymentsOf(tx, order.id);
    const paid_cents = payments.reduce((sum, { amount_cents: cents }) => sum + cents, 0);
    cancelled.push({ ref_number, invoice_number, paid_cents });
  }
  return cancelled;
}

async function ordersLeft(db: Query, references: readonly string[]) {
  if (references.length === 0) return [];
  const orders = db.selectFrom("orders").select(["ref_number", "invoice_number", "changed_at"]);
  return orders.where("ref_number", "in", references).orderBy("invoice_number").execute();
}

/** Returns each machine's last record of purchase, the one that holds. */
async function purchasesOf(db: Query, references: readonly string[]) {
  if (references.length === 0) return [];
  const purchases = db.selectFrom("purchases").select(["ref_number", "machine_number"]);
  return purchases
    .select(({ fn }) => fn.max("bought_on").as("bought_on"))
    .where("ref_number", "in", references)
    .groupBy(["ref_number", "machine_number"])
    .orderBy("machine_number")
    .execute();
}

interface MailChoice {
  /** References of the person's submissions. */
  readonly theirs: ReadonlySet<string>;
  /** References whose mails stay. */
  readonly kept: readonly string[];
}

/** By address it also finds mails without a record. */
export function isMailOf(person: Person, { theirs, kept }: MailChoice) {
  return async (mail: ReceivedMail): Promise<boolean> => {
    const reference = mail.reference ?? "";
    if (theirs.has(reference)) return true;
    return person.kind === "email" && !kept.includes(reference) && (await mail.visitor()) === person.address;
  };
}
