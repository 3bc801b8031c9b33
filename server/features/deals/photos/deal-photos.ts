import * as v from "valibot";

import { photosMost, shotNames } from "#domain/deals/photos.ts";
import { hasSteps } from "#domain/submission.ts";
import type { QuoteVersion } from "#server/features/deals/deal/read-deal.ts";
import { photoRequestOf, photosOf, readSale } from "#server/features/deals/sales/read-sale.ts";
import { takesPhotos } from "#server/features/deals/sales/sale-state.ts";
import { recordByReference } from "#server/features/records/record-table.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

import { photoRefusals } from "./photo-refusal.ts";

/** Null for "another photo". */
export const shotSchema = v.fallback(v.nullable(v.picklist(shotNames)), null);

/** A visitor's photos of a machine or a part, and how many may still come. */
export type DealPhotos = NonNullable<Awaited<ReturnType<typeof readDealPhotos>>>;

/** Null if there is no such deal. */
export async function readDealPhotos(db: Query, reference: string, at: Date) {
  const found = await recordByReference(db, reference);
  if (found === null || !hasSteps(found.submission)) return null;
  const sale = found.submission.hasSale === true ? await readSale(db, reference) : null;
  const photos = await photosOf(db, reference);
  const uploads = db.selectFrom("photo_uploads").select("id").where("ref_number", "=", reference);
  const { length: coming } = await uploads.where("state", "=", "open").execute();
  return {
    isVehicle: sale !== null,
    isOpen: sale === null || takesPhotos(sale, at), // Photos still help.
    photos,
    request: await photoRequestOf(db, reference, photos), // The newest, if there is one.
    left: Math.max(0, photosMost - photos.length - coming),
  };
}

/** Null if the visitor can send another photo: unfinished uploads count. */
export async function whyNoMore(db: Query, reference: string, at: Date): Promise<Refusal | null> {
  const photos = await readDealPhotos(db, reference, at);
  if (photos === null) return photoRefusals.missing;
  if (!photos.isOpen) return photoRefusals.noMore;
  return photos.left === 0 ? photoRefusals.tooMany : null;
}

/** Whether one of these versions is frozen with the photo of that hash. */
export function namePhoto(versions: readonly Pick<QuoteVersion, "content">[], sha256: string): boolean {
  return versions.some(({ content }) => content.lines.some(({ photos = [] }) => photos.includes(sha256)));
}
