import { randomUUID } from "node:crypto";

import { dayMs } from "#domain/durations.ts";
import type { Outcome } from "#domain/outcome.ts";
import type { StockImport, UnknownColumns } from "#domain/stock/stock-calls.ts";
import { type CallOutcome, refused } from "#server/features/deals/deal/change-deal.ts";
import { lockParts, takePartNumber } from "#server/features/deals/parts/part-holds.ts";
import { partsIn, readParts } from "#server/features/deals/parts/read-parts.ts";
import { insertParts, updatePart } from "#server/features/deals/parts/write-part.ts";
import { csvOf } from "#server/features/export/csv.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import type { Services } from "#server/services/services.ts";

import { cellsOf } from "./change-part.ts";
import type { StockWork } from "./change-stock.ts";
import { stockColumns } from "./stock-cells.ts";
import { type FreshPart, planOf, type StockPlan } from "./stock-plan.ts";
import { readStockTable, type StockRow } from "./stock-table.ts";
import { newCells } from "./write-down.ts";

interface StockFile {
  readonly file: Uint8Array;
  readonly map: string | null;
  readonly userId: string;
}

/** Says what a file would do, and keeps what was read for a day. Nothing is changed. */
export async function lookAtStock(
  { database, now }: Services,
  { file, map, userId }: StockFile,
): Promise<Outcome<StockImport | UnknownColumns, Refusal>> {
  const table = await readStockTable(file, map);
  if (typeof table === "string") return { refusal: { status: 422, message: table } };
  const { headings, lines, rows } = table;
  if (rows === null) return { ok: { columns: headings, sample: lines } };
  const plan = await planOf(database.longReads, rows);
  const changed = plan.changes.length;
  if (changed > changesMost) return { refusal: { status: 422, message: tooMany(changed) } };
  const id = randomUUID();
  const row = { id, content: JSON.stringify(rows), user_id: userId, created_at: now().toISOString() };
  await database.write((tx) => tx.insertInto("stock_imports").values(row).execute());
  return { ok: summaryOf(id, plan) };
}

/** So many take half a minute, in which nobody can change another part. */
const changesMost = 10_000;
const tooMany = (changed: number) =>
  `The file changes ${changed.toLocaleString("en-NZ")} parts. At most ${changesMost.toLocaleString("en-NZ")} can change at once: split the file in two or more`;

/** Does what the look said, as a whole. A row whose part was changed since the look is a problem by now. */
export async function confirmStock(
  work: StockWork,
  { import: id }: { readonly import: string },
): Promise<CallOutcome> {
  const { context, tx, at } = work;
  const imports = tx.selectFrom("stock_imports").select("content").where("id", "=", id);
  const kept = await imports.executeTakeFirst();
  if (kept === undefined)
    return refused({ status: 404, message: "This file is no longer kept: choose it again" });
  const rows = JSON.parse(kept.content) as StockRow[];
  // New rows change no part: there is nothing to lock for them.
  const { changes } = await planOf(
    tx,
    rows.filter(({ number = "" }) => number !== ""),
  );
  const numbers = changes.map(({ part }) => part.number);
  await lockParts(context, tx, numbers);
  await context.database.lock(tx, "parts");
  const plan = await planOf(tx, rows);
  await insertNew(work, plan.fresh);
  for (const { part, change } of plan.changes) await updatePart(tx, part, cellsOf(part, change, at), at);
  return { ok: summaryOf(id, plan) };
}

async function insertNew(work: StockWork, fresh: readonly FreshPart[]): Promise<void> {
  if (fresh.length === 0) return;
  const last = await takePartNumber(work.tx, fresh.length);
  const first = last - fresh.length + 1;
  const cells = fresh.map(({ part, machine }, index) => newCells(work, first + index, part, machine));
  await insertParts(work.tx, cells);
}

function summaryOf(id: string, { rows, known, fresh, changes, problems }: StockPlan): StockImport {
  return { import: id, rows, new: fresh.length, changed: changes.length, known, problems };
}

const pageSize = 400;

/** Writes all parts as a file that comes in again unchanged. */
export async function* exportStock(db: Query): AsyncGenerator<string> {
  yield csvOf([Object.keys(stockColumns)]);
  for (let last = 0; ;) {
    const page = partsIn(db).where("number", ">", last).orderBy("number").limit(pageSize);
    const parts = await readParts(db, page);
    if (parts.length === 0) return;
    const columns = Object.values(stockColumns);
    yield csvOf(parts.map((part) => columns.map(({ written }) => written(part))));
    last = parts.at(-1)?.number ?? last;
  }
}

export function purgeStockImports(tx: Query, now: Date): Promise<unknown> {
  const before = new Date(now.getTime() - dayMs).toISOString();
  return tx.deleteFrom("stock_imports").where("created_at", "<", before).execute();
}
