import { uploadKeptDays } from "#domain/deals/photos.ts";
import { dayMs, minuteMs } from "#domain/durations.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Services } from "#server/services/services.ts";

import { keepPhoto } from "./keep-photo.ts";
import { type PhotoOutcome, photoRefusals, unlessUnable } from "./photo-refusal.ts";
import { findUpload, removePieces } from "./photo-uploads.ts";

interface UploadName {
  readonly id: string;
  readonly ref_number: string;
}

/**
 * Makes a photo of an upload that has arrived whole. If others finish it at the same time, the
 * outcome is one photo, and the same for all. If it cannot be done now, the chore does it later.
 */
export function finishUpload(services: Services, upload: UploadName): Promise<PhotoOutcome> {
  return unlessUnable(services, () => finish(services, upload));
}

async function finish(services: Services, name: UploadName, isAgain = false): Promise<PhotoOutcome> {
  const { id, ref_number } = name;
  const { reader } = services.database;
  const upload = await findUpload(reader, ref_number, id);
  if (upload === null) return { refusal: photoRefusals.missing };
  if (upload.problem !== null) return { refusal: { status: 422, message: upload.problem } };
  const photo = { id, ref_number, shot: upload.shot, kind: "visitor", user_id: null } as const;
  const outcome = await keepPhoto(services, photo, piecesOf(reader, id));
  if (!("refusal" in outcome)) {
    await removePieces(services.database, id);
    return outcome;
  }
  if (outcome.refusal.status === photoRefusals.busy.status) return outcome; // The file is not looked at yet.
  const isRefused = await refuseUpload(services, id, outcome.refusal.message);
  // An upload that is not refused was finished by another instance, which removed pieces of it.
  return isRefused || isAgain ? outcome : finish(services, name, true);
}

/** Reads one piece at a time: the server needs no memory for a photo. */
async function* piecesOf(db: Query, id: string): AsyncGenerator<Uint8Array> {
  for (let position = 0; ;) {
    const pieces = db.selectFrom("photo_pieces").select("content").where("upload_id", "=", id);
    const piece = await pieces.where("position", "=", position).executeTakeFirst();
    if (piece === undefined) return;
    yield piece.content;
    position += piece.content.length;
  }
}

/** Removes the bytes at once; the words stay, for the page. */
async function refuseUpload({ database, now }: Services, id: string, problem: string): Promise<boolean> {
  const refused = { state: "refused", problem, changed_at: now().toISOString() } as const;
  const isRefused = await database.write(async (tx) => {
    const open = tx
      .updateTable("photo_uploads")
      .set(refused)
      .where("id", "=", id)
      .where("state", "=", "open");
    return (await open.returning("id").executeTakeFirst()) !== undefined;
  });
  if (isRefused) await removePieces(database, id);
  return isRefused;
}

/** In one run: the next is a minute later. */
const atMost = 30;
/** The request with the last piece finishes it, unless its instance was killed. */
const finishMs = minuteMs;

/** Finishes uploads that nobody finishes, and removes pieces that a kill has left and uploads that nobody goes on with. */
export async function tidyUploads(services: Services): Promise<void> {
  const { database, now } = services;
  const before = (ms: number) => new Date(now().getTime() - ms).toISOString();
  const whole = database.reader
    .selectFrom("photo_uploads")
    .select(["id", "ref_number"])
    .where("state", "=", "open")
    .whereRef("received", "=", "size")
    .where("changed_at", "<", before(finishMs))
    .limit(atMost);
  for (const upload of await whole.execute()) await finishUpload(services, upload);
  const pieces = database.reader.selectFrom("photo_pieces").select("upload_id").distinct();
  const ended = database.reader.selectFrom("photo_uploads").select("id").where("state", "!=", "open");
  for (const { upload_id: id } of await pieces.where("upload_id", "in", ended).execute())
    await removePieces(database, id);
}

/** Removes uploads that nobody goes on with. */
export async function purgeUploads(tx: Query, now: Date): Promise<void> {
  const old = new Date(now.getTime() - uploadKeptDays * dayMs).toISOString();
  await tx.deleteFrom("photo_uploads").where("changed_at", "<", old).execute();
}
