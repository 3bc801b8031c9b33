import { createHash } from "node:crypto";
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Deal } from "#domain/deals/deal.ts";
import { photoBytesMost, photosMost } from "#domain/deals/photos.ts";
import type { Sale } from "#domain/deals/sale.ts";
import type { Work } from "#server/features/deals/deal/change-deal.ts";
import { changeEither } from "#server/features/deals/sales/offers.ts";
import { photosOf } from "#server/features/deals/sales/read-sale.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { PhotoRow } from "#server/platform/database/sale-tables.ts";
import { withScratchFolder } from "#server/platform/files/files.ts";
import type { Slot } from "#server/services/pictures/picture-queue.ts";
import { type KeptPicture, reencodePicture, withPlace } from "#server/services/pictures/pictures.ts";
import type { Services } from "#server/services/services.ts";

import { type PhotoOutcome, photoRefusals, wordsForFile } from "./photo-refusal.ts";
import { dropFiles, keepFiles, nameFiles } from "./photo-removals.ts";

interface PhotoOrigin {
  readonly ref_number: string;
  readonly kind: PhotoRow["kind"];
  readonly shot: string | null;
  readonly user_id: string | null;
}

/** A photo before it is re-encoded. That of a form has no id: its content names it, so that the same again is the same photo. */
interface NewPhoto extends PhotoOrigin {
  readonly id: string | null;
}

export interface EncodedPhoto extends PhotoOrigin {
  readonly id: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly preview_bytes: number;
}

/** Writes the row of a photo whose files are kept, by `insertPhotoRow`. Null if what the photo is of is gone. */
type InsertPhoto = (photo: EncodedPhoto) => Promise<PhotoOutcome | null>;

/**
 * Re-encodes a photo and keeps the result: in a deal, unless `insert` says otherwise. Idempotent: after a kill at any point,
 * the same again ends with one photo. Rejects if it cannot be done now.
 */
export async function keepPhoto(
  services: Services,
  photo: NewPhoto,
  bytes: AsyncIterable<Uint8Array>,
  insert: InsertPhoto = (encoded) => insertInDeal(services, encoded),
): Promise<PhotoOutcome> {
  const { id, ref_number: reference, kind } = photo;
  const known = id === null ? null : await keptHash(services.database.reader, reference, id);
  if (known !== null) return { ok: known };
  const place = { link: kind === "visitor" ? reference : null, isForm: id === null };
  const outcome = await withPlace(place, () => keepNew(services, photo, { bytes, place, insert }));
  return outcome ?? { refusal: photoRefusals.busy };
}

interface Receipt {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly place: Slot;
  readonly insert: InsertPhoto;
}

function keepNew(
  services: Services,
  photo: NewPhoto,
  { bytes, place, insert }: Receipt,
): Promise<PhotoOutcome> {
  return withScratchFolder(services.pictures.scratch, async (folder) => {
    const file = join(folder, "photo");
    await writeFile(file, upToMost(bytes), { mode: 0o600 });
    const { size } = await stat(file);
    if (size === 0) return { refusal: photoRefusals.empty };
    if (size > photoBytesMost) return { refusal: photoRefusals.tooLarge };
    const read = await reencodePicture(services.pictures, { file }, place);
    if ("refusal" in read) return { refusal: await wordsForFile(file, read.refusal) };
    return storePhoto(services, photo, read.ok, insert);
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

async function storePhoto(
  services: Services,
  photo: NewPhoto,
  picture: KeptPicture,
  insert: InsertPhoto,
): Promise<PhotoOutcome> {
  const { content, preview } = picture;
  const sha256 = createHash("sha256").update(content).digest("hex");
  const id = photo.id ?? photoIdOf(`${photo.ref_number} ${photo.shot ?? ""} ${sha256}`);
  // Before the row, which promises its files. What a kill leaves has a name.
  await nameFiles(services, id);
  await services.photos.write(id, picture);
  const facts = { ...photo, id, sha256, bytes: content.length, preview_bytes: preview.length };
  const stored = await insert(facts);
  if (stored !== null && "ok" in stored) return stored;
  await services.database.write((tx) => dropFiles(tx, id));
  return stored ?? { refusal: photoRefusals.missing };
}

/** Returns the same id for the same text. */
export function photoIdOf(text: string): string {
  const hash = createHash("sha256").update(text).digest("hex");
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

function insertInDeal(services: Services, photo: EncodedPhoto): Promise<PhotoOutcome | null> {
  const by = { reference: photo.ref_number, userId: photo.user_id, tellStaff: photo.kind === "visitor" };
  return changeEither(services, by, (work) => insertPhoto(work, photo));
}

async function insertPhoto(work: Work<Deal | Sale>, photo: EncodedPhoto): Promise<PhotoOutcome> {
  const { tx, deal, at } = work;
  const { id, kind, shot, sha256 } = photo;
  const known = await keptHash(tx, deal.reference, id);
  if (known !== null) return { ok: known };
  const isVisitors = kind === "visitor";
  if (isVisitors && (await photosOf(tx, deal.reference, "visitor")).length >= photosMost)
    return { refusal: photoRefusals.tooMany };
  await insertPhotoRow(tx, photo, at);
  if (isVisitors) await listPhotos(work);
  const closed = { state: "kept", changed_at: at.toISOString() } as const;
  await tx.updateTable("photo_uploads").set(closed).where("id", "=", id).execute();
  work.event({ type: "photo", ...(shot === null ? {} : { becomes: shot }) });
  return { ok: sha256 };
}

/** Writes the row, and keeps its files from being tidied away. */
export async function insertPhotoRow(tx: Query, photo: EncodedPhoto, at: Date): Promise<void> {
  await keepFiles(tx, photo.id);
  await tx
    .insertInto("photos")
    .values({ ...photo, at: at.toISOString() })
    .execute();
}

/** Returns the hash of a photo that is kept already, or null. */
async function keptHash(db: Query, reference: string, id: string): Promise<string | null> {
  const photos = db.selectFrom("photos").select("sha256").where("id", "=", id);
  return (await photos.where("ref_number", "=", reference).executeTakeFirst())?.sha256 ?? null;
}

/** Writes the photos into `file_urls` of the record, in their order. */
export async function listPhotos({ tx, deal }: Work<Deal | Sale>): Promise<void> {
  const urls = (await photosOf(tx, deal.reference, "visitor")).map(({ url }) => url);
  const cells = { file_urls: JSON.stringify(urls) };
  await tx.updateTable(deal.submission.table).set(cells).where("ref_number", "=", deal.reference).execute();
}
