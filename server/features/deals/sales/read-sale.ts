import * as v from "valibot";

import { offerContentSchema } from "#domain/deals/offer.ts";
import { shotNames } from "#domain/deals/photos.ts";
import { photoUrl } from "#domain/deals/sale-calls.ts";
import type { BoughtMachine, OfferVersion, Photo, Photos, PickUp, Sale } from "#domain/deals/sale.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { messagesOf, withMails } from "#server/features/deals/deal/read-deal.ts";
import { recordOfForm } from "#server/features/records/record-table.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { PhotoRow } from "#server/platform/database/sale-tables.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";

/** Null if there is no such vehicle. */
export async function readSale(db: Query, reference: string): Promise<Sale | null> {
  const record = await recordOfForm(db, vehicleSubmission, reference);
  if (record === null) return null;
  const own = db.selectFrom("deals").select("generation").where("ref_number", "=", reference);
  const records = db.selectFrom("purchases").selectAll().where("ref_number", "=", reference);
  const purchases = correctionsInOrder(await records.execute());
  return {
    submission: vehicleSubmission,
    reference,
    record,
    generation: (await own.executeTakeFirst())?.generation ?? 1,
    versions: await versionsOf(db, reference),
    pickUps: await pickUpsOf(db, reference),
    messages: await messagesOf(db, reference),
    photos: await readPhotos(db, reference),
    purchases,
    machine: purchases.length === 0 ? null : await boughtMachine(db, reference),
  };
}

async function versionsOf(db: Query, reference: string): Promise<OfferVersion[]> {
  const rows = db.selectFrom("offers").selectAll().where("ref_number", "=", reference);
  const versions = await withMails(db, "offer", await rows.orderBy("number").execute());
  return versions.map((version) => ({
    ...version,
    content: v.parse(offerContentSchema, JSON.parse(version.content)),
  }));
}

async function pickUpsOf(db: Query, reference: string): Promise<PickUp[]> {
  const pickUps = db
    .selectFrom("pick_ups")
    .select(["id", "number", "state", "from_at as from", "until_at as to", "pay", "accepted_at"])
    .select("is_gst_registered as isRegistered")
    .where("ref_number", "=", reference);
  const rows = await pickUps.orderBy("number").execute();
  return rows.map(({ isRegistered, ...row }) => ({ ...row, gst_registered: Boolean(isRegistered) }));
}

export function machinesIn(db: Query) {
  return db.selectFrom("machines").selectAll().select("ref_number as ref");
}

/** The machine that we bought of this vehicle's seller, or null. */
export async function boughtMachine(db: Query, reference: string): Promise<BoughtMachine | null> {
  const machine = await machinesIn(db).where("ref_number", "=", reference).executeTakeFirst();
  return machine === undefined ? null : (machine as BoughtMachine); // Null cells have only those without a reference.
}

/** What a visitor sent, and what we asked for, of a vehicle or of a quote request. */
export async function readPhotos(db: Query, reference: string): Promise<Photos> {
  const list = await photosOf(db, reference, "visitor");
  const requests = db
    .selectFrom("photo_requests")
    .select(["number", "shots", "words", "at"])
    .where("ref_number", "=", reference);
  const newest = await requests.orderBy("number", "desc").limit(1).executeTakeFirst();
  if (newest === undefined) return { list, wanted: null };
  const shots = v.parse(shotsSchema, JSON.parse(newest.shots));
  const came = new Set(list.filter(({ at }) => at >= newest.at).map(({ shot }) => shot));
  return { list, wanted: { ...newest, shots, missing: shots.filter((shot) => !came.has(shot)) } };
}

const shotsSchema = v.array(v.picklist(shotNames));

/** Oldest first. */
export async function photosOf(db: Query, reference: string, kind: PhotoRow["kind"]): Promise<Photo[]> {
  const photos = db
    .selectFrom("photos")
    .select(["id", "shot", "sha256", "at", "opened_at"])
    .where("ref_number", "=", reference);
  const rows = await photos.where("kind", "=", kind).orderBy("at").orderBy("id").execute();
  return rows.map((row) => ({ ...row, url: photoUrl(row.id) }));
}

/** Each record follows the one that it corrects, whatever the clocks said. */
export function correctionsInOrder<Row extends { readonly id: string; readonly corrects: string | null }>(
  rows: readonly Row[],
): Row[] {
  const ordered: Row[] = [];
  const after = (id: string | null) => rows.find(({ corrects }) => corrects === id);
  for (let next = after(null); next !== undefined; next = after(next.id)) ordered.push(next);
  return ordered;
}

/** The seller's bank account; null if there is none, or if it was sealed with another LINK_SECRET. */
export function accountIfReadable(
  { linkKeys }: { readonly linkKeys: Keys },
  { id, account }: { readonly id: string; readonly account: unknown },
): string | null {
  try {
    return typeof account === "string" ? linkKeys.unseal(account, `account of ${id}`) : null;
  } catch {
    return null;
  }
}
