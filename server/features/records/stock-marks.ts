import { type RawBuilder, sql } from "kysely";

import { askedParts } from "#domain/stock/asked-parts.ts";
import { statesHere } from "#domain/stock/part.ts";
import type { Submission } from "#domain/submission.ts";
import type { Query } from "#server/platform/database/database.ts";

import type { StoredRecord } from "./record-table.ts";

type AskingRecord = { readonly number: number } & Readonly<Record<string, unknown>>;

/** Writes down what quote requests ask for, in the spelling in which parts are found. */
export async function noteAskedParts(
  tx: Query,
  { hasDeal }: Submission,
  records: readonly AskingRecord[],
): Promise<void> {
  if (hasDeal !== true) return;
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  const rows = records.flatMap(({ number, make, model, part_needed, notes }) =>
    askedParts({
      make: text(make),
      model: text(model),
      part_needed: text(part_needed),
      notes: text(notes),
    }).map((part) => ({ number, ...part })),
  );
  if (rows.length > 0) await tx.insertInto("asked_parts").values(rows).execute();
}

export async function replaceAskedParts(
  tx: Query,
  submission: Submission,
  record: AskingRecord,
): Promise<void> {
  await tx.deleteFrom("asked_parts").where("number", "=", record.number).execute();
  await noteAskedParts(tx, submission, [record]);
}

/** Names filters that the lists take like columns, and that are worked out from our stock. */
const stockMarks = ["in_stock", "quoted_held"] as const;
type StockMark = (typeof stockMarks)[number];

export function isStockMark({ hasDeal }: Submission, column: string): column is StockMark {
  return hasDeal === true && stockMarks.some((mark) => mark === column);
}

const isHere = sql`part.state in (${sql.join(statesHere.map((state) => sql.lit(state)))})`;
const ofRequest = sql`where asked.number = quote_requests.number`;
const freePieces = sql`part.quantity - coalesce((select sum(item.pieces) from order_items as item
  where item.part_number = part.number and item.held), 0)`;
/** As `stockFor` finds them: pieces that nobody holds. */
const isFree = sql`${isHere} and ${freePieces} > 0`;

/** The condition of open requests without an order. */
export const stockConditions: Readonly<Record<StockMark, RawBuilder<unknown>>> = {
  /** We have a part that fits. */
  in_stock: sql`(is_open and not order_placed and (
    exists (select 1 from asked_parts as asked
      join part_fits as fit on fit.model = asked.model and fit.part_key = asked.part_key
      join parts as part on part.number = fit.number
      ${ofRequest} and (asked.make = '' or fit.make = asked.make)
      and (quote_requests.year is null
        or quote_requests.year between coalesce(fit.from_year, 0) and coalesce(fit.to_year, 9999))
      and ${isFree})
    or exists (select 1 from asked_parts as asked join parts as part on part.number = asked.part_number
      ${ofRequest} and ${isFree})))`,
  /** Their open quote names a part that somebody else's order holds since, or has sold. */
  quoted_held: sql`(is_open and not order_placed and exists (
    select 1 from quoted_parts as quoted join parts as part on part.number = quoted.part_number
    where quoted.number = quote_requests.number and not (${isHere} and quoted.pieces <= ${freePieces})))`,
};

/** Adds to each request of a page whether we have a part that fits. */
export async function withStock(db: Query, records: readonly StoredRecord[]): Promise<StoredRecord[]> {
  if (records.length === 0) return [];
  const numbers = sql.join(records.map(({ number }) => number));
  const { rows } = await sql<{ number: number }>`select number from quote_requests
    where number in (${numbers}) and ${stockConditions.in_stock}`.execute(db);
  const inStock = new Set(rows.map(({ number }) => number));
  return records.map((record) => ({ ...record, in_stock: inStock.has(record.number) }));
}
