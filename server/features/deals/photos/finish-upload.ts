import { setTimeout as delay } from "node:timers/promises";

import { minuteMs } from "#domain/durations.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { PhotoUploadRow } from "#server/platform/database/sale-tables.ts";
import { pastInstant } from "#server/services/schedule/chores.ts";
import type { Services } from "#server/services/services.ts";

import { keepPhoto, keptHash } from "./keep-photo.ts";
import { type PhotoOutcome, type PhotoRefusal, photoRefusals, unlessUnable } from "./photo-refusal.ts";

/** After this long, whoever claimed an upload is believed dead. */
const claimMs = 2 * minuteMs;
/** How long a request waits for another one that finishes the same upload. */
const waitMs = 20_000;
const lookEveryMs = 250;

let last: Promise<unknown> = Promise.resolve();

interface Named {
  readonly reference: string;
  readonly id: string;
}

/**
 * Makes a photo of an upload that has arrived whole, one after the other. Whoever else finishes it at the same time: the
 * outcome is one photo, and the same for all. If it cannot be done now, the chore does it later.
 */
export async function finishUpload(services: Services, upload: Named): Promise<PhotoOutcome> {
  for (let waited = 0; waited < waitMs; waited += lookEveryMs) {
    const turn = last.then(() => unlessUnable(services, () => finishInTurn(services, upload)));
    last = turn;
    const outcome = await turn;
    if (outcome !== "elsewhere") return outcome;
    await delay(lookEveryMs);
  }
  return { refusal: photoRefusals.notNow };
}

async function finishInTurn(services: Services, named: Named): Promise<PhotoOutcome | "elsewhere"> {
  const claimed = await claim(services, named);
  return typeof claimed === "object" && "state" in claimed ? finishClaimed(services, claimed) : claimed;
}

const incomplete: PhotoRefusal = { status: 409, message: "A part of this photo has not arrived yet." };

/** The upload, or what has become of it already. */
function claim(
  { database, now }: Services,
  { reference, id }: Named,
): Promise<PhotoUploadRow | PhotoOutcome | "elsewhere"> {
  return database.write(async (tx) => {
    await database.lock(tx, `upload ${id}`);
    const uploads = tx.selectFrom("photo_uploads").selectAll().where("id", "=", id);
    const upload = await uploads.where("ref_number", "=", reference).executeTakeFirst();
    if (upload === undefined) return { refusal: photoRefusals.missing };
    if (upload.state !== "open") return outcomeOf(tx, upload);
    if (upload.size === null || upload.received < upload.size) return { refusal: incomplete };
    const since = pastInstant(upload.claimed_at, now());
    if (since !== null && now().getTime() - since.getTime() < claimMs) return "elsewhere";
    await tx
      .updateTable("photo_uploads")
      .set({ claimed_at: now().toISOString() })
      .where("id", "=", id)
      .execute();
    return upload;
  });
}

/** Of an upload that is no longer open. */
async function outcomeOf(db: Query, upload: PhotoUploadRow): Promise<PhotoOutcome> {
  if (upload.problem !== null) return { refusal: { status: 422, message: upload.problem } };
  const kept = await keptHash(db, upload);
  return kept === null ? { refusal: photoRefusals.missing } : { ok: kept };
}

async function finishClaimed(services: Services, upload: PhotoUploadRow): Promise<PhotoOutcome> {
  const { id, ref_number, shot } = upload;
  try {
    const photo = { id, ref_number, shot, kind: "visitor", user_id: null } as const;
    const outcome = await keepPhoto(services, photo, piecesOf(services.database.reader, id));
    if ("refusal" in outcome) await refuseUpload(services, upload, outcome.refusal.message);
    return outcome;
  } catch (error) {
    await release(services, id).catch(() => undefined);
    throw error;
  }
}

/** One piece at a time: the server needs no memory for a photo. */
async function* piecesOf(db: Query, id: string): AsyncGenerator<Uint8Array> {
  for (let position = 0; ;) {
    const pieces = db.selectFrom("photo_pieces").select("content").where("upload_id", "=", id);
    const piece = await pieces.where("position", "=", position).executeTakeFirst();
    if (piece === undefined) return;
    yield piece.content;
    position += piece.content.length;
  }
}

/** Its bytes are gone at once; the words stay, for the page. */
async function refuseUpload(
  { database, photos, now }: Services,
  { id }: PhotoUploadRow,
  problem: string,
): Promise<void> {
  const refused = { state: "refused", problem, claimed_at: null, changed_at: now().toISOString() } as const;
  const isRefused = await database.write(async (tx) => {
    const rows = tx
      .updateTable("photo_uploads")
      .set(refused)
      .where("id", "=", id)
      .where("state", "=", "open");
    if ((await rows.returning("id").executeTakeFirst()) === undefined) return false;
    await tx.deleteFrom("photo_pieces").where("upload_id", "=", id).execute();
    return true;
  });
  if (isRefused) await photos.remove(id);
}

/** So that the next try need not wait until the claim is too old. */
async function release({ database }: Services, id: string): Promise<void> {
  await database.write((tx) =>
    tx
      .updateTable("photo_uploads")
      .set({ claimed_at: null })
      .where("id", "=", id)
      .where("state", "=", "open")
      .execute(),
  );
}
