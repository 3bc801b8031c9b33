import { createHash } from "node:crypto";
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { photoBytesMost, photosMost } from "#domain/deals/photos.ts";
import { photoUrl } from "#domain/deals/sale-wire.ts";
import type { DealChange } from "#server/features/deals/deal/change-deal.ts";
import { changeEither, type EitherMoment } from "#server/features/deals/sales/change-either.ts";
import { photosOf } from "#server/features/deals/sales/read-sale.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { PhotoRow } from "#server/platform/database/sale-tables.ts";
import { withScratchFolder } from "#server/platform/files/files.ts";
import type { Place } from "#server/services/pictures/picture-queue.ts";
import { type KeptPicture, reencodePicture, withPlace } from "#server/services/pictures/pictures.ts";
import type { Services } from "#server/services/services.ts";

import { type PhotoOutcome, photoRefusals, wordsForFile } from "./photo-refusal.ts";
import { dropFiles, keepFiles, nameFiles } from "./photo-removals.ts";

/** One that is not re-encoded yet. A form has no id: what is in it names it, so that the same again is the same photo. */
export type NewPhoto = Pick<PhotoRow, "ref_number" | "kind" | "shot" | "user_id"> & {
  readonly id: string | null;
};

/**
 * Re-encodes a photo and keeps the result. Idempotent: after a kill at any point, the same again ends with one photo.
 * Rejects if it cannot be done now.
 */
export async function keepPhoto(
  services: Services,
  photo: NewPhoto,
  bytes: AsyncIterable<Uint8Array>,
): Promise<PhotoOutcome> {
  const { id, ref_number: reference, kind } = photo;
  const known = id === null ? null : await keptHash(services.database.reader, { id, ref_number: reference });
  if (known !== null) return { ok: known };
  const place = { link: kind === "visitor" ? reference : null, isForm: id === null };
  const outcome = await withPlace(place, () => keepNew(services, photo, bytes, place));
  return outcome ?? { refusal: photoRefusals.busy };
}

function keepNew(
  services: Services,
  photo: NewPhoto,
  bytes: AsyncIterable<Uint8Array>,
  place: Place,
): Promise<PhotoOutcome> {
  return withScratchFolder(services.pictures.scratch, async (folder) => {
    const file = join(folder, "photo");
    await writeFile(file, upToMost(bytes), { mode: 0o600 });
    const { size } = await stat(file);
    if (size === 0) return { refusal: photoRefusals.empty };
    if (size > photoBytesMost) return { refusal: photoRefusals.tooLarge };
    const read = await reencodePicture(services.pictures, { file }, place);
    if ("refusal" in read) return { refusal: await wordsForFile(file, read.refusal) };
    return storePhoto(services, photo, read.ok);
  });
}

/** Ends once there are too many. */
async function* upToMost(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of bytes) {
    yield chunk;
    length += chunk.length;
    if (length > photoBytesMost) return;
  }
}

async function storePhoto(services: Services, photo: NewPhoto, picture: KeptPicture): Promise<PhotoOutcome> {
  const { content, preview } = picture;
  const sha256 = createHash("sha256").update(content).digest("hex");
  const id = photo.id ?? photoIdOf(`${photo.ref_number} ${photo.shot ?? ""} ${sha256}`);
  // First: a row promises its files. What a kill leaves has a name.
  await nameFiles(services, id);
  await services.photos.write(id, picture);
  const facts = { ...photo, id, sha256, bytes: content.length, preview_bytes: preview.length };
  const by = { reference: photo.ref_number, userId: photo.user_id, tellStaff: photo.kind === "visitor" };
  const stored = await changeEither(services, by, ({ tx, of, at }) =>
    insertPhoto(tx, of, { ...facts, at: at.toISOString() }),
  );
  if (stored !== null && "ok" in stored) return stored;
  await services.database.write((tx) => dropFiles(tx, id));
  return stored ?? { refusal: photoRefusals.missing };
}

/** The same text again is the same id. */
export function photoIdOf(text: string): string {
  const hash = createHash("sha256").update(text).digest("hex");
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

async function insertPhoto(
  tx: Query,
  of: EitherMoment["of"],
  photo: Omit<PhotoRow, "opened_at">,
): Promise<DealChange<PhotoOutcome>> {
  const { id, ref_number: reference, kind, shot, sha256, at } = photo;
  const known = await keptHash(tx, photo);
  if (known !== null) return { result: { ok: known } };
  const isVisitors = kind === "visitor";
  if (isVisitors && (await photosOf(tx, reference)).length >= photosMost)
    return { result: { refusal: photoRefusals.tooMany } };
  await keepFiles(tx, id);
  await tx.insertInto("photos").values(photo).execute();
  if (isVisitors) await listPhotos(tx, of);
  const closed = { state: "kept", changed_at: at } as const;
  await tx.updateTable("photo_uploads").set(closed).where("id", "=", id).execute();
  const event = { type: "photo" as const, ...(shot === null ? {} : { becomes: shot }) };
  return { result: { ok: sha256 }, events: [event] };
}

/** Null if it is not kept yet. */
async function keptHash(
  db: Query,
  { id, ref_number: reference }: Pick<PhotoRow, "id" | "ref_number">,
): Promise<string | null> {
  const photos = db.selectFrom("photos").select("sha256").where("id", "=", id);
  return (await photos.where("ref_number", "=", reference).executeTakeFirst())?.sha256 ?? null;
}

/** In `file_urls` of the record, in their order. */
export async function listPhotos(
  tx: Query,
  { submission, reference }: Pick<EitherMoment["of"], "submission" | "reference">,
): Promise<void> {
  const table = submission.hasSale === true ? "vehicle_submissions" : "quote_requests";
  const urls = (await photosOf(tx, reference)).map(({ id }) => photoUrl(id));
  const cells = { file_urls: JSON.stringify(urls) };
  await tx.updateTable(table).set(cells).where("ref_number", "=", reference).execute();
}
