import type { Selectable } from "kysely";
import * as v from "valibot";

import type { DealMessage } from "#domain/deals/deal.ts";
import { offerContentSchema } from "#domain/deals/offer.ts";
import { shotNames } from "#domain/deals/photos.ts";
import type { OfferVersion } from "#domain/deals/sale.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import type { SubmissionRecord } from "#domain/submission.ts";
import { messagesOf, withMails } from "#server/features/deals/deal/read-deal.ts";
import { recordOfForm } from "#server/features/records/record-table.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { MachineRow, PhotoRow, PickUpRow, PurchaseRow } from "#server/platform/database/sale-tables.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";

/** Everything about a machine that somebody offers us, as one transaction sees it. */
export interface Sale {
  readonly submission: typeof vehicleSubmission;
  readonly reference: string;
  readonly record: SubmissionRecord<typeof vehicleSubmission>;
  readonly generation: number;
  readonly versions: readonly OfferVersion[]; // Oldest first.
  readonly pickUps: readonly PickUp[]; // Oldest first; at most the last one is not cancelled.
  readonly messages: readonly DealMessage[]; // Oldest first.
  readonly photos: readonly PhotoRow[]; // Oldest first.
  readonly request: PhotoRequest | null; // The newest.
  readonly purchases: readonly PurchaseRow[]; // Oldest first: the last one holds.
  readonly machine: MachineRow | null;
}

export type PickUp = Selectable<PickUpRow>;

/** A request for photos, with the shots that have not come since. */
export interface PhotoRequest {
  readonly number: number;
  readonly shots: readonly string[];
  readonly missing: readonly string[];
  readonly words: string | null;
  readonly at: string;
}

/** Returns null if there is no such vehicle. */
export async function readSale(db: Query, reference: string): Promise<Sale | null> {
  const record = await recordOfForm(db, vehicleSubmission, reference);
  if (record === null) return null;
  const own = db.selectFrom("deals").select("generation").where("ref_number", "=", reference);
  const offers = db.selectFrom("offers").selectAll().where("ref_number", "=", reference);
  const versions = await withMails(db, "offer", await offers.orderBy("number").execute());
  const pickUps = db.selectFrom("pick_ups").selectAll().where("ref_number", "=", reference);
  const photos = await photosOf(db, reference);
  const records = db.selectFrom("purchases").selectAll().where("ref_number", "=", reference);
  const purchases = correctionsInOrder(await records.execute());
  const machines = db.selectFrom("machines").selectAll().where("ref_number", "=", reference);
  return {
    submission: vehicleSubmission,
    reference,
    record,
    generation: (await own.executeTakeFirst())?.generation ?? 1,
    versions: versions.map((version) => ({
      ...version,
      content: v.parse(offerContentSchema, JSON.parse(version.content)),
    })),
    pickUps: await pickUps.orderBy("number").execute(),
    messages: await messagesOf(db, reference),
    photos,
    request: await photoRequestOf(db, reference, photos),
    purchases,
    machine: purchases.length === 0 ? null : ((await machines.executeTakeFirst()) ?? null),
  };
}

export function photosOf(db: Query, reference: string): Promise<PhotoRow[]> {
  const photos = db.selectFrom("photos").selectAll().where("ref_number", "=", reference);
  return photos.where("kind", "=", "visitor").orderBy("at").orderBy("id").execute();
}

const shotsSchema = v.array(v.picklist(shotNames));

/** The newest request for photos of a vehicle or of a quote request; null if there is none. */
export async function photoRequestOf(
  db: Query,
  reference: string,
  photos: readonly PhotoRow[],
): Promise<PhotoRequest | null> {
  const requests = db.selectFrom("photo_requests").selectAll().where("ref_number", "=", reference);
  const newest = await requests.orderBy("number", "desc").limit(1).executeTakeFirst();
  if (newest === undefined) return null;
  const shots = v.parse(shotsSchema, JSON.parse(newest.shots));
  const came = new Set(photos.filter(({ at }) => at >= newest.at).map(({ shot }) => shot));
  return { ...newest, shots, missing: shots.filter((shot) => !came.has(shot)) };
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
