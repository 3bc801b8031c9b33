import { photoBytesMost } from "#domain/deals/photos.ts";
import type { Outcome } from "#domain/outcome.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import type { Database, Query } from "#server/platform/database/database.ts";
import type { PhotoPieceRow, PhotoUploadRow } from "#server/platform/database/sale-tables.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

import { whyNoMore } from "./deal-photos.ts";
import { isCut, photoRefusals, uploadRefusals } from "./photo-refusal.ts";

type NewUpload = Pick<PhotoUploadRow, "id" | "ref_number" | "shot" | "size">;

/** Begins an upload. The same id again is the same upload, whatever has become of it. */
export async function beginUpload(context: DealContext, upload: NewUpload): Promise<Outcome<true, Refusal>> {
  const { database, now } = context;
  const { id, ref_number: reference, size } = upload;
  if (size > photoBytesMost) return { refusal: photoRefusals.tooLarge };
  if (size === 0) return { refusal: photoRefusals.empty };
  return database.write(async (tx) => {
    await database.lock(tx, `deal ${reference}`);
    const begun = await referenceOf(tx, "photo_uploads", id);
    const kept = await referenceOf(tx, "photos", id);
    if ((begun ?? kept ?? reference) !== reference) return { refusal: uploadRefusals.otherPhoto };
    if (begun !== undefined) return { ok: true };
    // The row of an upload is removed after some days; the photo stays.
    const refusal = kept === undefined ? await whyNoMore(tx, context, reference) : null;
    if (refusal !== null) return { refusal };
    const [state, received] = kept === undefined ? (["open", 0] as const) : (["kept", size] as const);
    const at = now().toISOString();
    const row = { ...upload, state, received, created_at: at, changed_at: at };
    await tx.insertInto("photo_uploads").values(row).execute();
    return { ok: true };
  });
}

async function referenceOf(tx: Query, table: "photo_uploads" | "photos", id: string) {
  const rows = tx.selectFrom(table).select("ref_number").where("id", "=", id);
  return (await rows.executeTakeFirst())?.ref_number;
}

export async function findUpload(db: Query, reference: string, id: string): Promise<PhotoUploadRow | null> {
  const uploads = db.selectFrom("photo_uploads").selectAll().where("id", "=", id);
  return (await uploads.where("ref_number", "=", reference).executeTakeFirst()) ?? null;
}

interface PassingWrites {
  readonly database: Pick<Database, "writePassing">;
  readonly now: () => Date;
}

/**
 * Keeps what comes, piece by piece: each is kept before the next is read, and what came before a break stays. A power cut may
 * cost the last of them. Returns where the next byte goes. Nothing is kept twice, even if others send to the same upload.
 */
export async function keepPieces(
  context: PassingWrites,
  { id, received, size }: PhotoUploadRow,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Outcome<number, Refusal>> {
  let position = received;
  for await (const content of inPieces(bytes)) {
    if (position + content.length > size) return { refusal: uploadRefusals.tooMuch };
    if (!(await keepPiece(context, { upload_id: id, position, content })))
      return { refusal: uploadRefusals.otherOffset };
    position += content.length;
  }
  return { ok: position };
}

const pieceLeast = 64 * 1024;

/** Makes a piece of what came before the connection broke, too. */
async function* inPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of bytes) {
      waiting.push(chunk);
      length += chunk.length;
      if (length < pieceLeast) continue;
      yield Buffer.concat(waiting);
      [waiting, length] = [[], 0];
    }
  } catch (error) {
    if (!isCut(error)) throw error;
  }
  if (length > 0) yield Buffer.concat(waiting);
}

/** Returns false if the upload goes on elsewhere, or has ended. */
function keepPiece({ database, now }: PassingWrites, piece: PhotoPieceRow): Promise<boolean> {
  const { upload_id: id, position, content } = piece;
  return database.writePassing(async (tx) => {
    const moved = await tx
      .updateTable("photo_uploads")
      .set({ received: position + content.length, changed_at: now().toISOString() })
      .where("id", "=", id)
      .where("state", "=", "open")
      .where("received", "=", position)
      .returning("id")
      .executeTakeFirst();
    if (moved === undefined) return false;
    await tx.insertInto("photo_pieces").values(piece).execute();
    return true;
  });
}

/** Removes pieces one by one: to overwrite all in one transaction would hold up everybody for tens of milliseconds. */
export async function removePieces(
  { writePassing }: Pick<Database, "writePassing">,
  id: string,
): Promise<void> {
  const removeFirst = async (tx: Query) => {
    const pieces = tx.deleteFrom("photo_pieces").where("upload_id", "=", id);
    const first = tx
      .selectFrom("photo_pieces")
      .select(({ fn }) => fn.min("position").as("first"))
      .where("upload_id", "=", id);
    return (await pieces.where("position", "=", first).executeTakeFirst()).numDeletedRows > 0n;
  };
  while (await writePassing(removeFirst)) continue;
}
