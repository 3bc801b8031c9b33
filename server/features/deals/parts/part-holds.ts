import { crc32 } from "node:zlib";

import type { ReturnedPart } from "#domain/deals/money-wire.ts";
import type { PartState } from "#domain/stock/part.ts";
import { partLabel, partNumber, statesHere } from "#domain/stock/part.ts";
import type { AnyWork } from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { StoredPart } from "#server/platform/database/stock-tables.ts";

import { heldPieces, partsIn } from "./read-parts.ts";
import { insertParts, updatePart } from "./write-part.ts";

/** PostgreSQL has room for some 6,000 locks: more than one label share one. */
const itemLocks = 256;

/** Locks what has these labels, always in the same order: two that need several of them wait for each other. */
export async function lockItems(
  { database }: Pick<DealContext, "database">,
  tx: Query,
  labels: readonly string[],
): Promise<void> {
  const locks = new Set(labels.map((label) => crc32(label) % itemLocks));
  for (const lock of [...locks].toSorted((one, other) => one - other))
    await database.lock(tx, `items ${lock}`);
}

/** Locks parts as orders do. */
export function lockParts(
  context: Pick<DealContext, "database">,
  tx: Query,
  numbers: readonly number[],
): Promise<void> {
  return lockItems(context, tx, numbers.map(partLabel));
}

/** Returns the parts of our stock that labels name, by number; labels of nothing in our stock are left out. */
export async function partsLabelled(db: Query, labels: readonly string[]): Promise<Map<number, StoredPart>> {
  const numbers = labels.flatMap((label) => partNumber(label) ?? []);
  if (numbers.length === 0) return new Map();
  const rows = await partsIn(db).where("number", "in", numbers).execute();
  return new Map(rows.map((row) => [row.number, row]));
}

/** Names the machine that a part of our stock comes off, so that nothing leaves before its hold ends. */
export async function offTheirMachines<Line extends QuotedLine>(
  db: Query,
  lines: readonly Line[],
): Promise<Line[]> {
  const stock = await partsLabelled(
    db,
    lines.flatMap(({ item_label: label }) => label ?? []),
  );
  return lines.map((line) => {
    const machine = stock.get(partNumber(line.item_label ?? "") ?? 0)?.machine_number ?? null;
    return machine === null ? line : { ...line, machine_number: machine };
  });
}

interface QuotedLine {
  readonly item_label: string | null;
  readonly machine_number?: number | undefined;
}

/** Pieces of a part that an order wants. */
export interface WantedItem {
  readonly item_label: string;
  readonly pieces: number;
}

/** Returns the labels of parts of our stock that are sold or gone, or of which too few pieces are free. */
export async function takenStock(db: Query, wanted: readonly WantedItem[]): Promise<string[]> {
  const parts = await partsLabelled(
    db,
    wanted.map(({ item_label: label }) => label),
  );
  const held = await heldPieces(db, [...parts.keys()]);
  const taken = wanted.filter(({ item_label: label, pieces }) => {
    const part = parts.get(partNumber(label) ?? 0);
    if (part === undefined) return false;
    const isHere = statesHere.some((here) => here === part.state);
    return !isHere || pieces > part.quantity - (held.get(part.number) ?? 0);
  });
  return taken.map(({ item_label: label }) => label);
}

/** Says what became of a part that can't be sent in a quote: which order has it, or that it is gone. */
export async function whereItIs(db: Query, label: string): Promise<string> {
  const item = await db
    .selectFrom("order_items")
    .innerJoin("orders", "orders.id", "order_items.order_id")
    .select(["ref_number", "held"])
    .where("part_number", "=", partNumber(label))
    .where("orders.state", "not in", ["cancelled", "lapsed"])
    .orderBy("approved_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const part = (await partsLabelled(db, [label])).get(partNumber(label) ?? 0);
  if (part !== undefined && part.quantity > 1)
    return `Fewer pieces of ${label} are free: ${part.quantity} are here`;
  if (item === undefined) return `${label} is gone`;
  return `${label} is ${item.held ? "held for" : "sold to"} ${item.ref_number}`;
}

/** Sells the pieces that the order holds: its first parcel has left, or it was collected. */
export async function sellParts(work: AnyWork, orderId: string): Promise<void> {
  const { tx, at } = work;
  for (const { part, pieces } of await lockedParts(work, orderId, true)) {
    const quantity = part.quantity - pieces;
    const cells = quantity > 0 ? {} : ({ state: "sold", sold_at: at.toISOString() } as const);
    await updatePart(tx, part, { quantity, ...cells }, at);
  }
  await setHeld(tx, orderId, false);
}

/** Takes back what `sellParts` did: the only parcel was never sent. */
export async function unsellParts(work: AnyWork, orderId: string): Promise<void> {
  const { tx, at } = work;
  for (const { part, pieces } of await lockedParts(work, orderId, false)) {
    const state = part.state === "sold" ? stateBefore(part) : part.state;
    await updatePart(tx, part, { quantity: part.quantity + pieces, state, sold_at: null }, at);
  }
  await setHeld(tx, orderId, true);
}

const stateBefore = ({ shelved_at: shelved }: StoredPart): PartState =>
  shelved === null ? "on_machine" : "on_shelf";

async function setHeld(tx: Query, orderId: string, held: boolean): Promise<void> {
  const items = tx.updateTable("order_items").set({ held }).where("order_id", "=", orderId);
  await items.where("part_number", "is not", null).execute();
}

/** Returns the parts of an order, locked before they are read, with the pieces that it holds or that are out. */
async function lockedParts({ context, tx }: AnyWork, orderId: string, held: boolean) {
  const items = await stockItems(tx, orderId, held);
  await lockParts(
    context,
    tx,
    items.map(({ number }) => number),
  );
  const parts = await partsLabelled(
    tx,
    items.map(({ number }) => partLabel(number)),
  );
  return items.flatMap(({ number, pieces }) => {
    const part = parts.get(number);
    return part === undefined ? [] : { part, pieces };
  });
}

/** Returns the parts of our stock in an order: with the pieces that it holds, or with those that left and are not back. */
export async function stockItems(db: Query, orderId: string, held: boolean) {
  const items = db.selectFrom("order_items").select(["part_number", "pieces"]);
  const rows = await items
    .where("order_id", "=", orderId)
    .where("held", "=", held)
    .where("part_number", "is not", null)
    .where("pieces", ">", 0)
    .orderBy("item_label")
    .execute();
  return rows.map(({ part_number: number, pieces }) => ({ number: number ?? 0, pieces: pieces ?? 1 }));
}

/**
 * Puts pieces of an order that came back on the shelf, or writes them off. Pieces that differ from the rest become a part of
 * their own.
 */
export async function takeBackPart(
  work: AnyWork,
  orderId: string,
  { number, state, reason, grade, shelf }: ReturnedPart,
  pieces: number,
): Promise<void> {
  const { context, tx, at, userId } = work;
  await lockParts(context, tx, [number]);
  const part = (await partsLabelled(tx, [partLabel(number)])).get(number);
  if (part === undefined) return;
  const items = tx.updateTable("order_items").where("order_id", "=", orderId);
  await items
    .set((item) => ({ pieces: item("pieces", "-", pieces) }))
    .where("part_number", "=", number)
    .execute();
  const why = state === "gone" ? (reason ?? "scrapped") : null;
  const back = { state, reason: why, grade, shelf, sold_at: null } as const;
  const shelved_at = state === "gone" ? part.shelved_at : at.toISOString();
  const isAlike = state === part.state && grade === part.grade && shelf === part.shelf;
  if (isAlike || part.state === "sold") {
    const left = part.state === "sold" ? pieces : part.quantity + pieces;
    await updatePart(tx, part, { ...back, shelved_at, quantity: left }, at);
    return;
  }
  const { part_key: _, ...cells } = part;
  const instant = at.toISOString();
  const own = { number: await takePartNumber(tx), id: `back-${number}-${instant}`, version: 1, photo: null };
  const flags = { is_public: Boolean(part.is_public), was_public: false };
  const times = { since: instant, shelved_at, changed_at: instant };
  await insertParts(tx, [
    { ...cells, ...back, ...own, ...flags, ...times, quantity: pieces, user_id: userId },
  ]);
}

const leftOut = 1000;

/** After a restore: numbers that were given out since the backup are on labels in the yard. */
export async function leaveOutPartNumbers(tx: Query): Promise<void> {
  await takePartNumber(tx, leftOut);
}

/** From 1; a number is never used again. */
export async function takePartNumber(tx: Query, count = 1): Promise<number> {
  const { last } = await tx
    .insertInto("document_numbers")
    .values({ kind: "part", last: count })
    .onConflict((known) =>
      known.column("kind").doUpdateSet((row) => ({ last: row("document_numbers.last", "+", count) })),
    )
    .returning("last")
    .executeTakeFirstOrThrow();
  return last;
}
