import type { SelectQueryBuilder } from "kysely";
import * as v from "valibot";

import { photoUrl } from "#domain/deals/sale-calls.ts";
import { type HeldFor, type Part, partLabel } from "#domain/stock/part.ts";
import { fitSchema } from "#domain/stock/stock-wire.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { StoredPart } from "#server/platform/database/stock-tables.ts";
import type { Tables } from "#server/platform/database/tables.ts";

const fitsSchema = v.array(fitSchema);
const conditionSchema = v.array(v.string());

export type PartRows = SelectQueryBuilder<Tables, "parts", StoredPart>;

/** Reads the parts of a query, in its order, with their photos and who holds them. */
export async function readParts(db: Query, rows: PartRows): Promise<Part[]> {
  const found = await rows.execute();
  const photos = await photosByPart(
    db,
    found.map(({ number }) => number),
  );
  const held = await heldParts(
    db,
    found.map(({ number }) => number),
  );
  return found.map((row) => partOf(row, photos.get(partLabel(row.number)) ?? [], held.get(row.number)));
}

/** Returns null for a number that was never given. */
export async function readPart(db: Query, number: number): Promise<Part | null> {
  const [part = null] = await readParts(db, partsIn(db).where("number", "=", number));
  return part;
}

export function partsIn(db: Query): PartRows {
  return db.selectFrom("parts").selectAll();
}

function partOf(row: StoredPart, photos: Part["photos"], holds: Holds | undefined): Part {
  const { number, name, kind, machine_number, make, model, year, grade, shelf, price_cents } = row;
  const { weight, quantity, state, reason, version, since, shelved_at } = row;
  return {
    number,
    name,
    kind,
    machine_number,
    make,
    model,
    year,
    fits: v.parse(fitsSchema, JSON.parse(row.fits)),
    grade,
    condition: v.parse(conditionSchema, JSON.parse(row.condition)),
    shelf,
    price_cents,
    weight,
    quantity,
    free: quantity - (holds?.pieces ?? 0),
    photos,
    state,
    reason,
    public: Boolean(row.is_public),
    held: holds?.newest ?? null,
    version,
    since,
    shelved_at,
  };
}

async function photosByPart(db: Query, numbers: readonly number[]): Promise<Map<string, Part["photos"]>> {
  if (numbers.length === 0) return new Map();
  const photos = db.selectFrom("photos").select(["id", "ref_number", "sha256 as hash"]);
  const rows = await photos
    .where("ref_number", "in", numbers.map(partLabel))
    .where("kind", "=", "part")
    .orderBy("at")
    .orderBy("id")
    .execute();
  const listed = rows.map(({ ref_number, id, hash }) => ({ ref_number, id, url: photoUrl(id), hash }));
  const byPart = Map.groupBy(listed, ({ ref_number: label }) => label);
  return new Map(
    [...byPart].map(([label, own]) => [label, own.map(({ id, url, hash }) => ({ id, url, hash }))]),
  );
}

interface Holds {
  readonly newest: HeldFor;
  readonly pieces: number;
}

/** Returns how many pieces of each part orders hold, and the newest of these orders. */
async function heldParts(db: Query, numbers: readonly number[]): Promise<Map<number, Holds>> {
  if (numbers.length === 0) return new Map();
  const orders = db.selectFrom("order_items").innerJoin("orders", "orders.id", "order_items.order_id");
  const rows = await orders
    .select(["part_number", "pieces", "ref_number as ref", "invoice_number"])
    .where("part_number", "in", numbers)
    .where("held", "=", true)
    .orderBy("approved_at")
    .execute();
  const held = new Map<number, Holds>();
  for (const { part_number, pieces, ...newest } of rows) {
    const number = part_number ?? 0;
    held.set(number, { newest, pieces: (held.get(number)?.pieces ?? 0) + (pieces ?? 1) });
  }
  return held;
}

/** Counts the pieces of each part that orders hold. */
export async function heldPieces(db: Query, numbers: readonly number[]): Promise<Map<number, number>> {
  if (numbers.length === 0) return new Map();
  const rows = await db
    .selectFrom("order_items")
    .select(({ fn }) => ["part_number", fn.sum<number | string>("pieces").as("pieces")])
    .where("part_number", "in", numbers)
    .where("held", "=", true)
    .groupBy("part_number")
    .execute();
  return new Map(rows.map(({ part_number: number, pieces }) => [number ?? 0, Number(pieces)]));
}
