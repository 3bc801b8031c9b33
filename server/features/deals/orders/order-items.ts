import * as v from "valibot";

import type { Order } from "#domain/deals/deal.ts";
import { lineCents, quoteContentSchema, type QuoteLine } from "#domain/deals/quote.ts";
import { partLabel, partNumber } from "#domain/stock/part.ts";
import type { AnyWork, RowWork } from "#server/features/deals/deal/change-deal.ts";
import {
  lockItems,
  partsLabelled,
  takenStock,
  type WantedItem,
} from "#server/features/deals/parts/part-holds.ts";
import type { Query } from "#server/platform/database/database.ts";

function labelsOf(lines: readonly QuoteLine[]): string[] {
  return shelfLabels(lines.flatMap(({ item_label: label }) => label ?? []));
}

/** Sorts the labels: parts are locked in that order. */
function shelfLabels(typed: readonly string[]): string[] {
  return [...new Set(typed.map(shelfLabel))].toSorted();
}

/** "d-17" and "D-17" are the same part, as are "P-1" and "P1" of our stock. */
function shelfLabel(typed: string): string {
  const number = partNumber(typed);
  if (number !== null) return partLabel(number);
  return typed.toUpperCase().replaceAll(/\s+/g, " ");
}

/**
 * Locks the parts of these lines. Returns the lines whose part another order holds, or of which too few pieces are left in
 * our stock.
 */
export async function heldElsewhere(work: AnyWork, lines: readonly QuoteLine[]): Promise<QuoteLine[]> {
  const labels = labelsOf(lines);
  if (labels.length === 0) return [];
  const { tx } = work;
  await lockItems(work.context, tx, labels);
  const taken = new Set(await takenLabels(tx, itemsOf(lines)));
  return lines.filter(({ item_label: label }) => label !== null && taken.has(shelfLabel(label)));
}

/** Returns the lines whose part of our stock others hold or have. */
export async function takenFromStock(db: Query, lines: readonly QuoteLine[]): Promise<QuoteLine[]> {
  const taken = await takenStock(db, itemsOf(lines));
  return lines.filter(({ item_label: label }) => label !== null && taken.includes(shelfLabel(label)));
}

/** Sums up the pieces by label. */
export function itemsOf(lines: readonly QuoteLine[]): WantedItem[] {
  return labelsOf(lines).map((item_label) => {
    const own = lines.filter(({ item_label: label }) => label !== null && shelfLabel(label) === item_label);
    return { item_label, pieces: own.reduce((sum, { quantity }) => sum + quantity, 0) };
  });
}

/** Returns the labels of parts that others hold, and of those in our stock that are sold, gone or too few. */
async function takenLabels(tx: Query, wanted: readonly WantedItem[]): Promise<string[]> {
  const labels = wanted.map(({ item_label: label }) => label);
  const held = (await heldItems(tx, labels)).filter(({ part_number: number }) => number === null);
  return [...held.map(({ item_label: label }) => label), ...(await takenStock(tx, wanted))];
}

async function heldItems(tx: Query, labels: readonly string[]) {
  const items = tx.selectFrom("order_items").select(["order_id", "item_label", "part_number"]);
  return items.where("item_label", "in", labels).where("held", "=", true).execute();
}

export async function holdItems(
  { tx }: AnyWork,
  orderId: string,
  lines: readonly QuoteLine[],
): Promise<void> {
  const wanted = itemsOf(lines);
  const stock = await partsLabelled(tx, labelsOf(lines));
  const items = wanted.map(({ item_label, pieces }) => {
    const part_number = stock.get(partNumber(item_label) ?? 0)?.number ?? null;
    return { order_id: orderId, item_label, held: true, part_number, pieces: part_number && pieces };
  });
  if (items.length > 0) await tx.insertInto("order_items").values(items).execute();
}

export async function releaseItems({ tx }: RowWork, orderId: string): Promise<void> {
  await tx.updateTable("order_items").set({ held: false }).where("order_id", "=", orderId).execute();
}

/**
 * Puts parts on the shelf again once they have come back and are paid back: those that this refund names, or all of the
 * return if refunds since it was asked for cover their prices.
 */
export async function releaseReturned(
  { tx }: AnyWork,
  order: Order,
  named: readonly string[],
): Promise<void> {
  const returns = tx.selectFrom("returns").select(["lines", "at"]).where("order_id", "=", order.id);
  const back = await returns.where("state", "=", "received").executeTakeFirst();
  if (back === undefined) return;
  const ids = v.parse(lineIds, JSON.parse(back.lines));
  const lines = (await approvedLines(tx, order)).filter(({ id }) => ids.includes(id));
  const payments = tx.selectFrom("payments").select("amount_cents").where("order_id", "=", order.id);
  const out = await payments.where("amount_cents", "<", 0).where("at", ">=", back.at).execute();
  const paidBack = out.reduce((sum, { amount_cents: cents }) => sum - cents, 0);
  const isAll = paidBack >= lines.reduce((sum, line) => sum + lineCents(line), 0);
  const labels = labelsOf(lines.filter(({ id }) => isAll || named.includes(id)));
  if (labels.length === 0) return;
  const items = tx.updateTable("order_items").set({ held: false }).where("order_id", "=", order.id);
  await items.where("item_label", "in", labels).execute();
}

const lineIds = v.array(v.string());

/** Returns the lines of the approved version. */
export async function approvedLines(db: Query, { ref_number, number }: Order): Promise<readonly QuoteLine[]> {
  const versions = db.selectFrom("quote_versions").select("content").where("ref_number", "=", ref_number);
  const version = await versions.where("number", "=", number).executeTakeFirst();
  return version === undefined ? [] : v.parse(quoteContentSchema, JSON.parse(version.content)).lines;
}

/** Holds the parts of a lapsed order again. Returns the labels that another order holds; if there are any, it holds none. */
export async function holdItemsAgain(work: AnyWork, orderId: string): Promise<string[]> {
  const { tx } = work;
  const items = tx.selectFrom("order_items").select(["item_label", "pieces"]).where("order_id", "=", orderId);
  const wanted = (await items.execute()).map((item) => ({ ...item, pieces: item.pieces ?? 1 }));
  const labels = shelfLabels(wanted.map((item) => item.item_label));
  await lockItems(work.context, tx, labels);
  if (labels.length === 0) return [];
  const taken = await takenLabels(tx, wanted);
  if (taken.length > 0) return taken;
  await tx.updateTable("order_items").set({ held: true }).where("order_id", "=", orderId).execute();
  return [];
}
