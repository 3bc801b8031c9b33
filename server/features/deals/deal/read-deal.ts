import { type Selectable, sql } from "kysely";
import * as v from "valibot";

import { type QuoteContent, quoteContentSchema } from "#domain/deals/quote.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { recordListParser } from "#domain/record-schema.ts";
import type { SubmissionRecord } from "#domain/submission.ts";
import { recordFromRow, selectRecords } from "#server/features/records/record-table.ts";
import type { Query } from "#server/platform/database/database.ts";
import type {
  DealMessageTable,
  OrderRow,
  ParcelRow,
  PaymentRow,
  QuoteVersionRow,
} from "#server/platform/database/deal-tables.ts";
import type { DocumentRow, ReturnRow } from "#server/platform/database/money-tables.ts";
import type { OutboxState } from "#server/platform/database/tables.ts";

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
  readonly returns: readonly ReturnRow[]; // Of all orders, oldest first, as are the documents.
  readonly documents: readonly ListedDocument[];
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

export interface VersionMail {
  readonly state: OutboxState;
  readonly at: string;
  readonly error: string | null;
  readonly code: string | null;
}

export function quoteMailKey(reference: string, number: number): string {
  return `quote/${reference}/${number}`;
}

/** The same in SQL, of the row named `version`. */
const mailKeyOfVersion = sql<string>`'quote/' || version.ref_number || '/' || version.number`;

/** Null if there is no such quote request. */
export async function readDeal(db: Query, reference: string): Promise<Deal | null> {
  const row = await selectRecords(db, quoteRequest).where("ref_number", "=", reference).executeTakeFirst();
  if (row === undefined) return null;
  const [record] = recordListParser(quoteRequest)([recordFromRow(row)]);
  if (record === undefined) return null;
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
    toRefund: orders.slice(0, -1).reduce((sum, { paid_cents: cents }) => sum + cents, 0),
  };
}

async function versionsOf(db: Query, reference: string): Promise<QuoteVersion[]> {
  const rows = await db
    .selectFrom("quote_versions as version")
    .leftJoin("outbox as mail", (join) => join.on("mail.key", "=", mailKeyOfVersion))
    .selectAll("version")
    .select(["mail.state as mail_state", "mail.changed_at as mail_at", "mail.error_class as mail_error"])
    .select("mail.code as mail_code")
    .where("version.ref_number", "=", reference)
    .orderBy("version.number")
    .execute();
  return rows.map(({ content, state, mail_state, mail_at, mail_error, mail_code, ...version }, index) => {
    let read: QuoteContent | null = null;
    const mail = { mail_state, mail_at, mail_error, mail_code };
    return {
      ...version,
      ...sentState({ ...version, ...mail, state }, index === rows.length - 1),
      get content() {
        return (read ??= v.parse(quoteContentSchema, JSON.parse(content)));
      },
    };
  });
}

interface StoredVersion extends Pick<QuoteVersionRow, "state" | "queued_at"> {
  readonly mail_state: OutboxState | null;
  readonly mail_at: string | null;
  readonly mail_error: string | null;
  readonly mail_code: string | null;
}

/** What became of a version, and of its mail. */
export function sentState(
  { state: stored, queued_at: queuedAt, ...left }: StoredVersion,
  isNewest: boolean,
): Pick<QuoteVersion, "state" | "isPending" | "mail"> {
  const { mail_state: mailState, mail_at: at, mail_error: error, mail_code: code } = left;
  const isPending = stored === "pending";
  const state = isPending ? "out" : stored;
  const isReplaced = state === "out" && !isNewest;
  const sent = mailState && at && { state: mailState, at, error, code };
  const waits = { state: "queued", at: queuedAt, error: null, code: null } as const;
  return {
    state: isReplaced ? "superseded" : state,
    isPending,
    mail: isPending && !isReplaced ? waits : sent || null,
  };
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

function ordersOf(db: Query, reference: string): Promise<OrderRow[]> {
  const orders = db.selectFrom("orders").selectAll().where("ref_number", "=", reference);
  return orders.orderBy("invoice_number").execute();
}

export function paymentsOf(db: Query, orderId: string): Promise<PaymentRow[]> {
  const payments = db.selectFrom("payments").selectAll().where("order_id", "=", orderId);
  return payments.orderBy("at").orderBy("id").execute();
}

function returnsOf(db: Query, reference: string): Promise<ReturnRow[]> {
  const returns = db.selectFrom("returns").selectAll().where("ref_number", "=", reference);
  return returns.orderBy("at").orderBy("id").execute();
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
