import { sql } from "kysely";

import { modelKey } from "#domain/catalogue/model-keys.ts";
import { partKey } from "#domain/catalogue/part-key.ts";
import { dayMs } from "#domain/durations.ts";
import { nzDate } from "#domain/nz-time.ts";
import { type Part, type PartState, statesHere } from "#domain/stock/part.ts";
import type { StockChoice } from "#domain/stock/stock-address.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { StoredPart } from "#server/platform/database/stock-tables.ts";

import { type PartRows, partsIn, readPart } from "./read-parts.ts";

/** Parts with a page: here, with a price and a photo, not kept to ourselves, and off no machine on hold. */
export function shownParts(db: Query, at: Date): PartRows {
  const onHold = db.selectFrom("machines").select("number").where("hold_until", ">=", nzDate(at));
  return partsIn(db)
    .where(sql<PartState>`state || ''`, "in", statesHere) // Avoids the index of states: most parts are here.
    .where("price_cents", "is not", null)
    .where("photo", "is not", null)
    .where("is_public", "=", true)
    .where((row) => row.or([row("machine_number", "is", null), row("machine_number", "not in", onHold)]));
}

/** Parts that are for sale on the site: shown, and with a piece that no order holds (deals.md section 12). */
export function publicParts(db: Query, at: Date): PartRows {
  return shownParts(db, at).where((row) => {
    const held = row
      .selectFrom("order_items")
      .select(sql<number>`coalesce(sum(pieces), 0)`.as("held"))
      .whereRef("part_number", "=", "parts.number")
      .where("held", "=", true);
    return row(held, "<", row.ref("parts.quantity"));
  });
}

/** Narrows parts down to those that fit a model, or a make, and have a name. */
export function chosenParts(db: Query, rows: PartRows, { make, model, part }: Omit<StockChoice, "after">) {
  const key = modelKey({ make, model });
  let fits = db.selectFrom("part_fits").select("number");
  if (make !== "") fits = fits.where("make", "=", key.make);
  if (model !== "") fits = fits.where("model", "=", key.model);
  const fitting = make === "" && model === "" ? rows : rows.where("number", "in", fits);
  return part === "" ? fitting : fitting.where("part_key", "=", partKey(part));
}

const similarMost = 6;
const lookedAtMost = 60;

/** Up to six other parts that are for sale: the same for that model, then others for it, the newest first. */
async function similarParts(db: Query, at: Date, part: Part): Promise<StoredPart[]> {
  const key = partKey(part.name);
  // The newest by an index: of a common model there are thousands.
  const fitting = db
    .selectFrom("part_fits")
    .select("number")
    .distinct()
    .where("model", "=", modelKey(part).model)
    .where("number", "!=", part.number)
    .orderBy("number", "desc")
    .limit(lookedAtMost);
  const found = [...(await fitting.where("part_key", "=", key).execute()), ...(await fitting.execute())];
  if (found.length === 0) return [];
  const numbers = [...new Set(found.map(({ number }) => number))];
  const rows = publicParts(db, at).where("number", "in", numbers).orderBy("number", "desc");
  const isSame = (row: StoredPart) => Number(row.part_key === key);
  return (await rows.execute()).toSorted((one, other) => isSame(other) - isSame(one)).slice(0, similarMost);
}

export interface PartPage {
  readonly part: Part;
  readonly standing: "free" | "held" | "sold";
  readonly similar: readonly StoredPart[];
}

const soldShownMs = 90 * dayMs;

/** Returns what the page of a part shows. "gone": it had a page once; null: nothing that visitors may know of. */
export async function readPartPage(db: Query, number: number, at: Date): Promise<PartPage | "gone" | null> {
  const row = await partsIn(db).where("number", "=", number).executeTakeFirst();
  if (row === undefined) return null;
  const standing = await standingOf(db, row, at);
  if (standing === null || standing === "gone") return standing;
  const part = await readPart(db, number);
  return part && { part, standing, similar: await similarParts(db, at, part) };
}

async function standingOf(db: Query, { number, state, ...row }: StoredPart, at: Date) {
  if (statesHere.some((here) => here === state)) {
    if (await isAmong(publicParts(db, at), number)) return "free";
    return (await isAmong(shownParts(db, at), number)) ? "held" : null;
  }
  if (!row.was_public) return null;
  const soldAt = row.sold_at === null ? 0 : Date.parse(row.sold_at);
  return state === "sold" && at.getTime() - soldAt < soldShownMs ? "sold" : "gone";
}

export async function isAmong(rows: PartRows, number: number): Promise<boolean> {
  return (await rows.where("number", "=", number).executeTakeFirst()) !== undefined;
}
