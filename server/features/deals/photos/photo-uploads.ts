import { photoBytesMost } from "#domain/deals/photos.ts";
import type { Outcome } from "#domain/outcome.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import type { Database, Query } from "#server/platform/database/database.ts";
import type { PhotoUploadRow } from "#server/platform/database/sale-tables.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

import { whyNoMore } from "./deal-photos.ts";
import { isCut, photoRefusals } from "./photo-refusal.ts";

export interface NewUpload extends Pick<PhotoUploadRow, "id" | "shot"> {
  readonly reference: string;
  readonly size: number;
}

const otherPhoto: Refusal = { status: 409, message: "This id belongs to another photo." };

/** Begins an upload. The same id again is the same upload, whatever has become of it. */
export async function beginUpload(
  { database, now }: DealContext,
  { id, reference, shot, size }: NewUpload,
): Promise<Outcome<true, Refusal>> {
  if (size > photoBytesMost) return { refusal: photoRefusals.tooLarge };
  if (size === 0) return { refusal: photoRefusals.empty };
  return database.write(async (tx) => {
    await database.lock(tx, `deal ${reference}`);
    const known = await ownerOf(tx, id);
    if (known !== null && known !== reference) return { refusal: otherPhoto };
    if ((await findUpload(tx, reference, id)) !== null) return { ok: true };
    // Its row is removed after some days; the photo stays.
    const refusal = known === null ? await whyNoMore(tx, reference, now()) : null;
    if (refusal !== null) return { refusal };
    const at = now().toISOString();
    const state =
      known === null
        ? ({ state: "open", received: 0 } as const)
        : ({ state: "kept", received: size } as const);
    const row = { id, ref_number: reference, shot, size, ...state };
    await tx
      .insertInto("photo_uploads")
      .values({ ...row, created_at: at, changed_at: at })
      .execute();
    return { ok: true };
  });
}

/** The reference that an upload or a photo belongs to. */
async function ownerOf(tx: Query, id: string): Promise<string | null> {
  const upload = tx.selectFrom("photo_uploads").select("ref_number").where("id", "=", id);
  const photo = tx.selectFrom("photos").select("ref_number").where("id", "=", id);
  return ((await upload.executeTakeFirst()) ?? (await photo.executeTakeFirst()))?.ref_number ?? null;
}

export async function findUpload(db: Query, reference: string, id: string): Promise<PhotoUploadRow | null> {
  const uploads = db.selectFrom("photo_uploads").selectAll().where("id", "=", id);
  return (await uploads.where("ref_number", "=", reference).executeTakeFirst()) ?? null;
}

const pieceMost = 64 * 1024;

/** Where the next byte goes, and how many may still come. */
interface Place {
  readonly id: string;
  readonly offset: number;
  readonly most: number;
}

/**
 * Keeps what comes, piece by piece: each is safe before the next is read, and what came before a break stays. Returns where
 * the next byte goes, or why the rest was not taken. Nothing is kept twice, whoever else sends to the same upload.
 */
export async function keepPieces(
  context: Pick<DealContext, "database" | "now">,
  { id, offset, most }: Place,
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ readonly offset: number; readonly end: "whole" | "cut" | "overtaken" | "too_long" }> {
  let position = offset;
  let waiting: Uint8Array[] = [];
  let length = 0;
  const keep = async () => {
    const content = Buffer.concat(waiting);
    [waiting, length] = [[], 0];
    if (content.length > 0 && !(await keepPiece(context, { id, position, content }))) return false;
    position += content.length;
    return true;
  };
  try {
    for await (const chunk of bytes) {
      if (position + length + chunk.length - offset > most) return { offset: position, end: "too_long" };
      waiting.push(chunk);
      length += chunk.length;
      if (length >= pieceMost && !(await keep())) return { offset: position, end: "overtaken" };
    }
  } catch (error) {
    if (!isCut(error)) throw error;
    await keep();
    return { offset: position, end: "cut" };
  }
  const end = (await keep()) ? "whole" : "overtaken";
  return { offset: position, end };
}

interface Piece {
  readonly id: string;
  readonly position: number;
  readonly content: Uint8Array;
}

/** False if the upload goes on elsewhere, or has ended. */
function keepPiece(
  { database, now }: Pick<DealContext, "database" | "now">,
  { id, position, content }: Piece,
): Promise<boolean> {
  return database.write(async (tx) => {
    const moved = await tx
      .updateTable("photo_uploads")
      .set({ received: position + content.length, changed_at: now().toISOString() })
      .where("id", "=", id)
      .where("state", "=", "open")
      .where("received", "=", position)
      .returning("id")
      .executeTakeFirst();
    if (moved === undefined) return false;
    await tx.insertInto("photo_pieces").values({ upload_id: id, position, content }).execute();
    return true;
  });
}

/** One by one: to overwrite them all in one transaction would hold up everybody for tens of milliseconds. */
export async function removePieces({ write }: Pick<Database, "write">, id: string): Promise<void> {
  const removeFirst = async (tx: Query) => {
    const pieces = tx.deleteFrom("photo_pieces").where("upload_id", "=", id);
    const first = tx
      .selectFrom("photo_pieces")
      .select(({ fn }) => fn.min("position").as("first"))
      .where("upload_id", "=", id);
    return (await pieces.where("position", "=", first).executeTakeFirst()).numDeletedRows > 0n;
  };
  while (await write(removeFirst)) continue;
}
