import { sql } from "kysely";

import { type CallOutcome, done, refused } from "#server/features/deals/deal/change-deal.ts";
import { changeEither } from "#server/features/deals/sales/change-either.ts";
import { photosOf } from "#server/features/deals/sales/read-sale.ts";
import { eventByKey } from "#server/features/records/record-events.ts";
import { DatabaseUnavailable, type Query } from "#server/platform/database/database.ts";
import type { Services } from "#server/services/services.ts";

import { listPhotos } from "./keep-photo.ts";
import { photoRefusals } from "./photo-refusal.ts";

interface Removal {
  readonly id: string;
  /** Null: of whichever record it was in. */
  readonly reference: string | null;
  /** Null for the visitor, who can until staff have looked at it. */
  readonly userId: string | null;
}

/** Takes a visitor's photo out: the chore removes its files. One that was taken out is so again. Null if its record is gone. */
export async function removePhoto(services: Services, removal: Removal): Promise<CallOutcome | null> {
  const { id, userId } = removal;
  const key = `photo ${id} removed`;
  const reference = removal.reference ?? (await eventByKey(services.database.reader, key))?.reference ?? null;
  if (reference === null) return { refusal: photoRefusals.noPhoto };
  return changeEither<CallOutcome>(services, { reference, userId }, async ({ tx, of }) => {
    const removed = await eventByKey(tx, key);
    const photo = (await photosOf(tx, reference)).find((one) => one.id === id);
    if (photo === undefined)
      return removed?.reference === reference ? done({ success: true }) : refused(photoRefusals.noPhoto);
    if (userId === null && photo.opened_at !== null) return refused(photoRefusals.looked);
    if (await isInLine(tx, reference, photo.sha256))
      return refused(userId === null ? photoRefusals.looked : photoRefusals.inLine);
    await tx.deleteFrom("photos").where("id", "=", id).execute();
    await listPhotos(tx, of);
    const shot = photo.shot === null ? {} : { becomes: photo.shot };
    const again = removed === undefined ? { key } : {}; // A form's photo that was sent once more has the same id.
    return done({ success: true }, { events: [{ type: "photo_removed", ...shot, ...again }] });
  });
}

async function isInLine(tx: Query, reference: string, sha256: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from quote_drafts where ref_number = ${reference} and draft like ${`%${sha256}%`}
    union all select 1 from quote_versions where ref_number = ${reference} and content like ${`%${sha256}%`}`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Staff have looked at it. That it cannot be noted now keeps nobody from looking. */
export async function noteOpened({ database, now }: Services, id: string): Promise<void> {
  const note = (tx: Query) =>
    tx.updateTable("photos").set({ opened_at: now().toISOString() }).where("id", "=", id).execute();
  await database.writePassing(note).catch((error: unknown) => {
    if (!(error instanceof DatabaseUnavailable)) throw error;
  });
}
