import { sql } from "kysely";

import type { Outcome } from "#domain/outcome.ts";
import { type PartPhoto, partLabel, partNumber, partStates, statesHere } from "#domain/stock/part.ts";
import { partPhotosMost } from "#domain/stock/stock-wire.ts";
import { type CallOutcome, refused } from "#server/features/deals/deal/change-deal.ts";
import { lockParts } from "#server/features/deals/parts/part-holds.ts";
import { isAmong, shownParts } from "#server/features/deals/parts/public-parts.ts";
import { partsIn, readPart } from "#server/features/deals/parts/read-parts.ts";
import { type EncodedPhoto, insertPhotoRow, keepPhoto } from "#server/features/deals/photos/keep-photo.ts";
import {
  type PhotoOutcome,
  photoRefusals,
  uploadRefusals,
} from "#server/features/deals/photos/photo-refusal.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { StoredPart } from "#server/platform/database/stock-tables.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import type { Services } from "#server/services/services.ts";

interface NewPartPhoto {
  readonly id: string;
  readonly part: string; // Its number, or the id that the phone gave it.
  readonly userId: string;
}

const notYet: Refusal = {
  status: 404,
  message: "This part has not arrived yet: send the photo again once it has",
};

/** Keeps a photo of a part. The same id again is the same photo, even after it was taken out. */
export async function addPartPhoto(
  services: Services,
  { id, part: named, userId }: NewPartPhoto,
  bytes: AsyncIterable<Uint8Array>,
): Promise<CallOutcome> {
  const { reader } = services.database;
  const number = partNumber(`P${named}`) ?? partNumber(named);
  const part = await partsIn(reader)
    .where((row) => (number === null ? row("id", "=", named) : row("number", "=", number)))
    .executeTakeFirst();
  if (part === undefined) return refused(notYet);
  const before = await lookFor(reader, part, id);
  if (before !== null && "refusal" in before) return before;
  if (before !== null) return { ok: { photos: await photosOf(reader, part.number) } };
  const photo = {
    id,
    ref_number: partLabel(part.number),
    kind: "part",
    shot: null,
    user_id: userId,
  } as const;
  const kept = await keepPhoto(services, photo, bytes, (encoded) => insert(services, part.number, encoded));
  return "refusal" in kept ? kept : { ok: { photos: await photosOf(reader, part.number) } };
}

function insert(services: Services, number: number, photo: EncodedPhoto): Promise<PhotoOutcome | null> {
  return services.database.write(async (tx) => {
    await lockParts(services, tx, [number]);
    const part = await partsIn(tx).where("number", "=", number).executeTakeFirstOrThrow();
    const found = await lookFor(tx, part, photo.id);
    if (found !== null) return "refusal" in found ? found : { ok: photo.sha256 };
    const at = services.now();
    await insertPhotoRow(tx, photo, at);
    await noteFirst(tx, number, at);
    return { ok: photo.sha256 };
  });
}

/** Says that the part had this photo before, or why it takes no more; null if it does take it. */
async function lookFor(db: Query, part: StoredPart, id: string): Promise<Outcome<"known", Refusal> | null> {
  const label = partLabel(part.number);
  const removed = db.selectFrom("removed_part_photos").select("id").where("id", "=", id);
  if ((await removed.executeTakeFirst()) !== undefined) return { ok: "known" };
  const photo = db.selectFrom("photos").select("ref_number").where("id", "=", id);
  const known = await photo.executeTakeFirst();
  if (known !== undefined)
    return known.ref_number === label ? { ok: "known" } : refused(uploadRefusals.otherPhoto);
  if (statesHere.every((state) => state !== part.state))
    return refused(`${label} is ${partStates[part.state].label.toLowerCase()}: it takes no more photos`);
  if ((await photosOf(db, part.number)).length < partPhotosMost) return null;
  return refused(`${label} has ${partPhotosMost} photos: take one out first`);
}

async function photosOf(db: Query, number: number): Promise<readonly PartPhoto[]> {
  return (await readPart(db, number))?.photos ?? [];
}

/** No version: a photo that arrives must not refuse what somebody changes meanwhile. */
async function noteFirst(tx: Query, number: number, at: Date): Promise<void> {
  const wasShown = await isAmong(shownParts(tx, at), number);
  const [first] = await photosOf(tx, number);
  const shown = wasShown ? { was_public: true } : {};
  const cells = { photo: first?.id ?? null, changed_at: at.toISOString(), ...shown };
  await tx.updateTable("parts").set(cells).where("number", "=", number).execute();
}

/** Takes a photo out. Its file stays if a quote shows it. */
export async function removePartPhoto(services: Services, id: string): Promise<CallOutcome> {
  return services.database.write(async (tx) => {
    const photos = tx.selectFrom("photos").select(["ref_number", "sha256"]).where("id", "=", id);
    const photo = await photos.where("kind", "=", "part").executeTakeFirst();
    const number = partNumber(photo?.ref_number ?? "");
    if (photo === undefined || number === null) return refused(photoRefusals.noPhoto);
    await lockParts(services, tx, [number]);
    if (await isQuoted(tx, photo.sha256)) {
      const apart = { ref_number: `${photo.ref_number} removed` };
      await tx.updateTable("photos").set(apart).where("id", "=", id).execute();
    } else await tx.deleteFrom("photos").where("id", "=", id).execute();
    const removal = tx.insertInto("removed_part_photos").values({ id });
    await removal.onConflict((known) => known.doNothing()).execute();
    await noteFirst(tx, number, services.now());
    return { ok: { photos: await photosOf(tx, number) } };
  });
}

async function isQuoted(tx: Query, sha256: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from quote_drafts where draft like ${`%${sha256}%`}
    union all select 1 from quote_versions where content like ${`%${sha256}%`} limit 1`.execute(tx);
  return rows.length > 0;
}
