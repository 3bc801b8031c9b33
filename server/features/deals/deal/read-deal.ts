import { type Selectable, sql } from "kysely";
import * as v from "valibot";

import type { VersionMail } from "#domain/deals/deal-wire.ts";
import { type QuoteContent, quoteContentSchema } from "#domain/deals/quote.ts";
import type { Return } from "#domain/deals/returns.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import type { SubmissionRecord } from "#domain/submission.ts";
import { recordOfForm } from "#server/features/records/record-table.ts";
import type { Query } from "#server/platform/database/database.ts";
import type {
  DealMessageTable,
  OrderRow,
  ParcelRow,
  PaymentRow,
  QuoteVersionRow,
} from "#server/platform/database/deal-tables.ts";
import type { DocumentRow, TakenBackRow } from "#server/platform/database/money-tables.ts";

import { machinesOf, type QuotedMachine } from "./quoted-machines.ts";

/** Everything about a quote request and what followed it, as one transaction sees it. */
export interface Deal {
  readonly submission: typeof quoteRequest;
  readonly reference: string;
  readonly record: SubmissionRecord<typeof quoteRequest>;
  readonly generation: number;
  readonly remindersStoppedAt: string | null;
  readonly versions: readonly QuoteVersion[]; // Oldest first.
  readonly messages: readonly DealMessage[]; // Oldest first.
  readonly orders: readonly OrderRow[]; // Oldest first; at most the last one is not cancelled.
  readonly payments: readonly PaymentRow[]; // Of the last order, as are the parcels.
  readonly parcels: readonly ParcelRow[];
  readonly machines: readonly QuotedMachine[]; // That its parts come off.
  readonly returns: readonly Return[]; // Of all orders, oldest first, as are the documents.
  readonly documents: readonly ListedDocument[];
  readonly takenBack: readonly TakenBackRow[]; // Of all orders, until staff have seen it.
  /** What earlier orders, cancelled, still hold in cents. */
  readonly toRefund: number;
}

/** Without its content. */
export type ListedDocument = Pick<
  DocumentRow,
  "number" | "kind" | "order_id" | "total_cents" | "issued_at" | "corrects"
>;

/** One that can still be undone is `out`, and those before it are superseded: undoing it is all that this depends on. */
export interface QuoteVersion extends Omit<QuoteVersionRow, "content" | "state"> {
  readonly state: Exclude<QuoteVersionRow["state"], "pending">;
  /** Nothing has happened yet: it can be undone, or will be sent at the next opportunity. */
  readonly isPending: boolean;
  /** Read when it is first asked for: most pages show one version of many. */
  readonly content: QuoteContent;
  /** Null if it was replaced or withdrawn before it left, or after the enquiry's mails were removed. */
  readonly mail: VersionMail | null;
}

/** Of the mail that brings a version. */
export function versionMailKey(name: "quote" | "offer", reference: string, number: number): string {
  return `${name}/${reference}/${number}`;
}

/** Null if there is no such quote request. */
export async function readDeal(db: Query, reference: string): Promise<Deal | null> {
  const record = await recordOfForm(db, quoteRequest, reference);
  if (record === null) return null;
  const own = await db.selectFrom("deals").selectAll().where("ref_number", "=", reference).executeTakeFirst();
  const orders = await ordersOf(db, reference);
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
    machines: last === undefined ? [] : await machinesOf(db, last, versions),
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

type StoredVersion = Pick<QuoteVersionRow, "ref_number" | "number" | "state" | "queued_at">;

/** What became of the versions of a quote or of an offer, oldest first, and of their mails. */
export async function withMails<Row extends StoredVersion>(
  db: Query,
  name: "quote" | "offer",
  rows: readonly Row[],
): Promise<(Omit<Row, "state"> & Pick<QuoteVersion, "state" | "isPending" | "mail">)[]> {
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

export type DealMessage = Selectable<DealMessageTable>;

export function messagesOf(db: Query, reference: string): Promise<DealMessage[]> {
  const messages = db.selectFrom("deal_messages").selectAll().where("ref_number", "=", reference);
  // An answer of the same millisecond follows its question.
  return messages
    .orderBy("at")
    .orderBy(sql`answers is not null`)
    .orderBy("id")
    .execute();
}

/** Oldest first. */
export function ordersOf(db: Query, reference: string): Promise<OrderRow[]> {
  const orders = db.selectFrom("orders").selectAll().where("ref_number", "=", reference);
  return orders.orderBy("invoice_number").execute();
}

export function paymentsOf(db: Query, orderId: string): Promise<PaymentRow[]> {
  const payments = db.selectFrom("payments").selectAll().where("order_id", "=", orderId);
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

function takenBackOf(db: Query, reference: string): Promise<TakenBackRow[]> {
  const rows = db.selectFrom("taken_back").selectAll().where("ref_number", "=", reference);
  return rows.where("seen_at", "is", null).orderBy("at").orderBy("id").execute();
}

function documentsOf(db: Query, orders: readonly OrderRow[]): Promise<ListedDocument[]> {
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

function parcelsOf(db: Query, orderId: string): Promise<ParcelRow[]> {
  const parcels = db.selectFrom("parcels").selectAll().where("order_id", "=", orderId);
  return parcels.where("state", "<>", "removed").orderBy("sent_at").orderBy("id").execute();
}
