import * as v from "valibot";

import { photosMost, shotNames } from "#domain/deals/photos.ts";
import { takesPhotos } from "#domain/deals/sale-state.ts";
import { hourMs } from "#domain/durations.ts";
import { emailOf } from "#domain/submission-values.ts";
import { hasSteps } from "#domain/submission.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { readPhotos, readSale } from "#server/features/deals/sales/read-sale.ts";
import { recordByReference } from "#server/features/records/record-table.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import { countAgainst } from "#server/services/limits/limits.ts";

import { photoRefusals, tooManyTries, triesPerHour } from "./photo-refusal.ts";

/** Reads the name of a shot; null for "another photo". */
export const shotSchema = v.fallback(v.nullable(v.picklist(shotNames)), null);

/** A visitor's photos of a machine or a part, and how many may still come. */
export type DealPhotos = NonNullable<Awaited<ReturnType<typeof readDealPhotos>>>;

/** Returns null if there is no such deal. */
export async function readDealPhotos(db: Query, reference: string, at: Date) {
  const found = await recordByReference(db, reference);
  if (found === null || !hasSteps(found.submission)) return null;
  const sale = found.submission.hasSale === true ? await readSale(db, reference) : null;
  const { list: photos, wanted: request } = await readPhotos(db, reference);
  const uploads = db.selectFrom("photo_uploads").select("id").where("ref_number", "=", reference);
  const { length: coming } = await uploads.where("state", "=", "open").execute();
  return {
    isVehicle: sale !== null,
    hasAddress: emailOf(found.submission, found.record) !== undefined,
    isOpen: sale === null || takesPhotos(sale, at), // Photos still help.
    photos,
    request, // The newest, if there is one.
    left: Math.max(0, photosMost - photos.length - coming),
  };
}

/** Says why the visitor can't send another photo. Otherwise counts it as a try, even if it is never finished. */
export async function whyNoMore(
  tx: Query,
  { keys, now }: Pick<DealContext, "keys" | "now">,
  reference: string,
): Promise<Refusal | null> {
  const photos = await readDealPhotos(tx, reference, now());
  if (photos === null) return photoRefusals.missing;
  if (!photos.isOpen) return photoRefusals.noMore;
  if (photos.left === 0) return photoRefusals.tooMany;
  const name = keys.hash("limit", `photos of ${reference}`);
  const wait = await countAgainst(tx, { name, most: triesPerHour, windowMs: hourMs }, now());
  return wait === null ? null : tooManyTries(wait);
}

interface VersionWithLines {
  readonly content: { readonly lines: readonly { readonly photos?: readonly string[] }[] };
}

/** True if one of these versions is frozen with the photo of that hash. */
export function namePhoto(versions: readonly VersionWithLines[], sha256: string): boolean {
  return versions.some(({ content }) => content.lines.some(({ photos = [] }) => photos.includes(sha256)));
}
