import { createHash } from "node:crypto";

import { photosMost } from "#domain/deals/photos.ts";
import { photoUrl } from "#domain/deals/sale-wire.ts";
import type { DealChange } from "#server/features/deals/deal/change-deal.ts";
import { changeEither } from "#server/features/deals/sales/change-either.ts";
import { photosOf } from "#server/features/deals/sales/read-sale.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { PhotoRow } from "#server/platform/database/sale-tables.ts";
import { reencodePicture } from "#server/services/pictures/pictures.ts";
import type { Services } from "#server/services/services.ts";

import { type PhotoOutcome, photoRefusals, wordsForFile } from "./photo-refusal.ts";

/** A photo that has arrived whole. */
export interface Arrived extends Pick<PhotoRow, "id" | "kind" | "shot"> {
  readonly reference: string;
  readonly by: { readonly userId: string | null };
}

/**
 * Re-encodes the file and keeps the result. Idempotent: after a kill at any point, the same again ends with one photo.
 * Rejects if it cannot be done now.
 */
export async function keepPhoto(services: Services, arrived: Arrived, file: string): Promise<PhotoOutcome> {
  const { id, reference, kind, by } = arrived;
  const read = await reencodePicture(services.pictures, { file });
  if ("refusal" in read) return { refusal: await wordsForFile(file, read.refusal) };
  const { content, preview } = read.ok;
  // First: a row promises its files. Files without a row are removed by the chore.
  await services.photos.write(id, read.ok);
  const sizes = { bytes: content.length, preview_bytes: preview.length };
  const row = { sha256: createHash("sha256").update(content).digest("hex"), ...sizes };
  const options = { reference, userId: by.userId, tellStaff: kind === "visitor" };
  const kept = await changeEither(services, options, ({ tx, of, at }) => {
    const table = of.submission.hasSale === true ? "vehicle_submissions" : "quote_requests";
    return insertPhoto(tx, table, { ...photoOf(arrived), ...row, at: at.toISOString() });
  });
  return kept ?? { refusal: photoRefusals.missing };
}

type DealTable = "quote_requests" | "vehicle_submissions";

function photoOf({ id, reference, kind, shot, by }: Arrived) {
  return { id, ref_number: reference, kind, shot, user_id: by.userId };
}

async function insertPhoto(tx: Query, table: DealTable, photo: PhotoRow): Promise<DealChange<PhotoOutcome>> {
  const { id, ref_number: reference, kind, shot, sha256 } = photo;
  const known = await keptPhoto(tx, reference, id);
  if (known !== null) return { result: { ok: known } };
  const isVisitors = kind === "visitor";
  const others = isVisitors ? await photosOf(tx, reference) : [];
  if (others.length >= photosMost) return { result: { refusal: photoRefusals.tooMany } };
  await tx.insertInto("photos").values(photo).execute();
  if (isVisitors) await listPhotos(tx, table, reference);
  const closed = { state: "kept", claimed_at: null, changed_at: photo.at } as const;
  await tx.updateTable("photo_uploads").set(closed).where("id", "=", id).execute();
  await tx.deleteFrom("photo_pieces").where("upload_id", "=", id).execute();
  const event = { type: "photo" as const, ...(shot === null ? {} : { becomes: shot }) };
  return { result: { ok: { id, sha256 } }, events: [event] };
}

/** Null if it is not kept yet. */
export async function keptPhoto(
  db: Query,
  reference: string,
  id: string,
): Promise<{ readonly id: string; readonly sha256: string } | null> {
  const photos = db.selectFrom("photos").select(["id", "sha256"]).where("id", "=", id);
  return (await photos.where("ref_number", "=", reference).executeTakeFirst()) ?? null;
}

/** In `file_urls` of the record, in their order. */
async function listPhotos(tx: Query, table: DealTable, reference: string): Promise<void> {
  const urls = (await photosOf(tx, reference)).map(({ id }) => photoUrl(id));
  const cells = { file_urls: JSON.stringify(urls) };
  await tx.updateTable(table).set(cells).where("ref_number", "=", reference).execute();
}
