import { type RawBuilder, sql } from "kysely";

import type { Submission } from "#domain/submission.ts";
import { customerIfReadable } from "#server/features/deals/orders/order-customer.ts";
import { purchaseIfReadable } from "#server/features/deals/sales/dealers-record.ts";
import { accountIfReadable } from "#server/features/deals/sales/read-sale.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";
import { photoFileName } from "#server/services/photos/photo-store.ts";

export type Row = Readonly<Record<string, unknown>>;

interface PersonTable {
  readonly table: keyof Tables;
  /** Exports leave the table out if null, because all it says is elsewhere. */
  readonly exported: ((row: Row, linkKeys: Keys) => Row) | null;
  /** By law, orders stay with what belongs to them, and purchases. A condition says which rows do. */
  readonly keeps?: "all" | RawBuilder<unknown>;
  /** Reaches rows through their order instead of a reference. */
  readonly of?: "orders";
}

const whole = (row: Row) => row;
const withFile = (row: Row) => ({ ...row, file: photoFileName(String(row["id"]), "large") });
const unsealed =
  <Sealed>(name: string, open: (context: { readonly linkKeys: Keys }, row: Sealed) => unknown) =>
  (row: Row, linkKeys: Keys) => ({ ...row, [name]: open({ linkKeys }, row as Sealed) });
const parsed = (name: string) => (row: Row) => ({ ...row, [name]: JSON.parse(String(row[name])) as unknown });

const ofOrder = (table: "quote_lines" | "quote_versions") => sql`exists (select 1 from orders
  where orders.ref_number = ${sql.table(table)}.ref_number and orders.number = ${sql.table(table)}.number)`;

/** Matches photos of agreed parts. Runs after the versions: those still there are kept. */
const ofKeptQuote = sql`(photos.kind = 'part' and exists (select 1 from quote_versions as version
  where version.ref_number = photos.ref_number and version.content like '%' || photos.sha256 || '%'))`;

/** Tables with personal data besides records, by reference, children first. Exports and removals read this list. */
const personTables: readonly PersonTable[] = [
  { table: "attempts", exported: null },
  {
    table: "outbox",
    exported: ({ key, state, created_at, words }) => ({ key, state, created_at, words }),
  },
  { table: "deals", exported: null },
  { table: "quote_drafts", exported: parsed("draft") },
  { table: "quote_lines", exported: null, keeps: ofOrder("quote_lines") },
  { table: "quote_versions", exported: parsed("content"), keeps: ofOrder("quote_versions") },
  { table: "photos", exported: withFile, keeps: ofKeptQuote },
  { table: "photo_uploads", exported: null }, // What arrived whole is a photo.
  { table: "photo_requests", exported: parsed("shots") },
  { table: "pick_ups", exported: unsealed("account", accountIfReadable) },
  { table: "offers", exported: parsed("content") },
  {
    table: "purchases",
    exported: ({ sealed, ...row }, linkKeys) => ({
      ...row,
      record: purchaseIfReadable({ linkKeys }, { id: String(row["id"]), sealed: String(sealed) }),
    }),
    keeps: "all",
  },
  { table: "deal_messages", exported: whole },
  { table: "inbound_mails", exported: null }, // exportMails adds what belongs to them.
  { table: "deal_calls", exported: null },
  { table: "staff_digests", exported: null },
  { table: "orders", exported: unsealed("customer", customerIfReadable), keeps: "all" },
  { table: "returns", exported: parsed("lines") },
  { table: "documents", exported: parsed("content"), keeps: "all" },
  { table: "document_pdfs", exported: null },
  { table: "card_sessions", exported: whole, keeps: "all" },
  { table: "card_refunds", exported: parsed("entry"), keeps: "all" },
  { table: "taken_back", exported: whole, keeps: "all" },
  { table: "bank_lines", exported: whole, keeps: "all" },
  { table: "payments", exported: whole, keeps: "all", of: "orders" },
  { table: "parcels", exported: whole, keeps: "all", of: "orders" },
];

/** Returns what is held about these references, by table. */
export async function exportTables(
  db: Query,
  linkKeys: Keys,
  references: readonly string[],
): Promise<Record<string, Row[]>> {
  const found: Record<string, Row[]> = {};
  for (const { table, exported, of } of personTables) {
    if (exported === null) continue;
    const isTheirs =
      of === undefined
        ? sql`ref_number in (${sql.join(references)})`
        : sql`order_id in (select id from orders where ref_number in (${sql.join(references)}))`;
    const all = sql<Row>`select * from ${sql.table(table)} where ${isTheirs}`;
    const rows = references.length === 0 ? [] : (await all.execute(db)).rows;
    found[table] = rows.map((row) => exported(row, linkKeys));
  }
  return found;
}

/** Removes all that is held about these references except their records, and what the law keeps. */
export async function emptyTables(tx: Query, references: readonly string[]): Promise<void> {
  if (references.length === 0) return;
  for (const { table, keeps } of personTables) {
    if (keeps === "all") continue;
    await sql`delete from ${sql.table(table)} where ref_number in (${sql.join(references)})
      ${keeps === undefined ? sql`` : sql`and not ${keeps}`}`.execute(tx);
  }
}

/**
 * Removes submissions that wait to be stored, and their mails. Returns their references. Call it before
 * `removeRecords`: it waits for stores in progress, whose records only later statements see.
 */
export async function removeWaiting(tx: Query, references: readonly string[]): Promise<string[]> {
  if (references.length === 0) return [];
  const mailed = tx
    .deleteFrom("attempts")
    .where("ref_number", "in", references)
    .where("state", "=", "mailed");
  const waiting = (await mailed.returning("ref_number").execute()).map((row) => row.ref_number);
  await emptyTables(tx, waiting);
  return waiting;
}

/** Removes at most `atMost` records of a form, oldest first, with all that is held about them. Returns their references. */
export async function removeRecords(
  tx: Query,
  submission: Submission,
  condition: RawBuilder<unknown>,
  atMost: number,
): Promise<string[]> {
  const table = sql.table(submission.table);
  const { rows } = await sql<{ ref_number: string }>`
    delete from ${table} where id in (select id from ${table} where ${condition} order by created_at limit ${atMost})
    returning ref_number`.execute(tx);
  const references = rows.map((row) => row.ref_number);
  await emptyTables(tx, references);
  return references;
}
