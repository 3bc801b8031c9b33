import { sql } from "kysely";
import * as v from "valibot";

import { trackingLink } from "#domain/deals/carriers.ts";
import type {
  Deal,
  DealMessage,
  Order,
  Parcel,
  Payment,
  QuoteVersion,
  SentVersion,
  TakenBack,
  VersionMail,
} from "#domain/deals/deal.ts";
import type { DealDocument } from "#domain/deals/documents.ts";
import type { QuotedMachine } from "#domain/deals/hold.ts";
import { type QuoteContent, quoteContentSchema, selectionSchema } from "#domain/deals/quote.ts";
import type { Return } from "#domain/deals/returns.ts";
import { orderedLines } from "#domain/deals/versions.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { recordOfForm } from "#server/features/records/record-table.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { QuoteVersionRow } from "#server/platform/database/deal-tables.ts";

import { readDeskSetting } from "./desk-settings.ts";
import { machinesWith, machineNumbers } from "./quoted-machines.ts";

/** Of the mail that brings a version. */
export function versionMailKey(name: "quote" | "offer", reference: string, number: number): string {
  return `${name}/${reference}/${number}`;
}

/** Null if there is no such quote request. */
export async function readDeal(db: Query, reference: string): Promise<Deal | null> {
  const record = await recordOfForm(db, quoteRequest, reference);
  if (record === null) return null;
  const own = await db.selectFrom("deals").selectAll().where("ref_number", "=", reference).executeTakeFirst();
  const orders = await ordersOf(db, [reference]);
  const last = orders.at(-1);
  const versions = await versionsOf(db, reference);
  return {
    submission: quoteRequest,
    reference,
    record,
    generation: own?.generation ?? 1,
    remindersStoppedAt: own?.reminders_stopped_at ?? null,
    versions,
    messages: await messagesOf(db, reference),
    orders,
    payments: last === undefined ? [] : await paymentsOf(db, last.id),
    parcels: last === undefined ? [] : await parcelsOf(db, last.id),
    machines: await machinesOf(db, last, versions),
    returns: last === undefined ? [] : await returnsOf(db, reference),
    documents: last === undefined ? [] : await documentsOf(db, orders),
    takenBack: last === undefined ? [] : await takenBackOf(db, reference),
    toRefund: orders.slice(0, -1).reduce((sum, { paid_cents: cents }) => sum + cents, 0),
  };
}

async function versionsOf(db: Query, reference: string): Promise<QuoteVersion[]> {
  const rows = db.selectFrom("quote_versions").selectAll().where("ref_number", "=", reference);
  const versions = await withMails(db, "quote", await rows.orderBy("number").execute());
  return versions.map(({ content, ...version }) => {
    let read: QuoteContent | null = null;
    return {
      ...version,
      get content() {
        return (read ??= v.parse(quoteContentSchema, JSON.parse(content)));
      },
    };
  });
}

interface StoredVersion {
  readonly ref_number: string;
  readonly number: number;
  readonly state: QuoteVersionRow["state"];
  readonly queued_at: string;
}

/** Says what became of the versions of a quote or of an offer, oldest first, and of their mails. */
export async function withMails<Row extends StoredVersion>(
  db: Query,
  name: "quote" | "offer",
  rows: readonly Row[],
): Promise<
  (Omit<Row, "state"> & { state: SentVersion["state"]; isPending: boolean; mail: VersionMail | null })[]
> {
  const keys = rows.map(({ ref_number, number }) => versionMailKey(name, ref_number, number));
  const mails = await mailsWith(db, keys);
  return rows.map((row, index) => {
    const isPending = row.state === "pending";
    const stands = row.state === "pending" ? "out" : row.state;
    const isReplaced = stands === "out" && index < rows.length - 1;
    const waits = { state: "queued", at: row.queued_at, error: null, code: null } as const;
    const mail = isPending && !isReplaced ? waits : (mails.get(keys[index] ?? "") ?? null);
    return { ...row, state: isReplaced ? "superseded" : stands, isPending, mail };
  });
}

/** What became of the mails that are kept, by their keys. */
export async function mailsWith(
  db: Query,
  keys: readonly string[],
): Promise<ReadonlyMap<string, VersionMail>> {
  if (keys.length === 0) return new Map();
  const mails = db.selectFrom("outbox").select(["key", "state", "changed_at", "error_class", "code"]);
  const rows = await mails.where("key", "in", keys).execute();
  return new Map(
    rows.map(({ key, state, changed_at: at, error_class: error, code }) => [key, { state, at, error, code }]),
  );
}

export function messagesOf(db: Query, reference: string): Promise<DealMessage[]> {
  const messages = db
    .selectFrom("deal_messages")
    .select(["id", "kind", "number", "words", "amount_cents", "at", "user_id as by", "answers"])
    .where("ref_number", "=", reference);
  // An answer of the same millisecond follows its question.
  return messages
    .orderBy("at")
    .orderBy(sql`answers is not null`)
    .orderBy("id")
    .execute();
}

/** Oldest first. */
export async function ordersOf(db: Query, references: readonly string[]): Promise<Order[]> {
  const orders = db.selectFrom("orders").select(orderColumns).where("ref_number", "in", references);
  const rows = await orders.orderBy("invoice_number").execute();
  return rows.map(({ selection, pulled, ...row }) => ({
    ...row,
    selection: v.parse(selectionSchema, JSON.parse(selection)),
    pulled: v.parse(pulledSchema, JSON.parse(pulled)),
  }));
}

export const pulledSchema = v.array(v.object({ line: v.string(), at: v.string(), by: v.string() }));

const orderColumns = [
  "id",
  "ref_number",
  "number",
  "content_hash",
  "selection",
  "state",
  "invoice_number",
  "total_cents",
  "approved_at",
  "pay_by",
  "paid_at",
  "lapsed_at",
  "cancelled_at",
  "delivered_at",
  "refunded_at",
  "changed_at",
  "paid_cents",
  "credited_cents",
  "pulled",
] as const;

export function paymentsOf(db: Query, orderId: string): Promise<Payment[]> {
  const payments = db
    .selectFrom("payments")
    .select(["id", "order_id", "amount_cents", "method", "received_on", "note", "user_id as by", "at"])
    .select(["currency", "source"])
    .where("order_id", "=", orderId);
  return payments.orderBy("at").orderBy("id").execute();
}

async function returnsOf(db: Query, reference: string): Promise<Return[]> {
  const returns = db
    .selectFrom("returns")
    .select(["id", "order_id", "kind", "lines", "words", "answer", "state", "at"])
    .where("ref_number", "=", reference);
  const rows = await returns.orderBy("at").orderBy("id").execute();
  return rows.map(({ lines, ...row }) => ({ ...row, lines: v.parse(lineIdsSchema, JSON.parse(lines)) }));
}

const lineIdsSchema = v.array(v.string());

function takenBackOf(db: Query, reference: string): Promise<TakenBack[]> {
  const rows = db
    .selectFrom("taken_back")
    .select(["order_id", "amount_cents", "why", "due_on"])
    .where("ref_number", "=", reference);
  return rows.where("seen_at", "is", null).orderBy("at").orderBy("id").execute();
}

function documentsOf(db: Query, orders: readonly Order[]): Promise<DealDocument[]> {
  const ids = orders.map(({ id }) => id);
  return db
    .selectFrom("documents")
    .select(["number", "kind", "order_id", "total_cents", "issued_at", "corrects"])
    .where("order_id", "in", ids)
    .orderBy("issued_at")
    .orderBy("kind", "desc")
    .orderBy("serial")
    .execute();
}

async function parcelsOf(db: Query, orderId: string): Promise<Parcel[]> {
  const parcels = db
    .selectFrom("parcels")
    .select(["id", "carrier", "tracking", "state", "sent_at", "delivered_at"])
    .where("order_id", "=", orderId);
  const rows = await parcels.where("state", "<>", "removed").orderBy("sent_at").orderBy("id").execute();
  if (rows.length === 0) return [];
  const { value: carriers } = await readDeskSetting(db, "carriers");
  return rows.map((row) => ({ ...row, url: trackingLink(carriers, row.carrier, row.tracking) }));
}

/** Returns the machines of the yard that the parts of an order come off, or else those of the newest version. */
async function machinesOf(
  db: Query,
  order: Order | undefined,
  versions: readonly QuoteVersion[],
): Promise<QuotedMachine[]> {
  if (order === undefined || order.state === "cancelled") {
    const newest = versions.findLast(({ state }) => state !== "superseded");
    return newest === undefined ? [] : machinesWith(db, machineNumbers(newest.content.lines));
  }
  return machinesWith(db, machineNumbers(orderedLines({ versions }, order)));
}
