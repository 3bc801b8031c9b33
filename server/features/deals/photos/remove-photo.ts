import { sql } from "kysely";

import { type CallOutcome, done, refused } from "#server/features/deals/deal/change-deal.ts";
import { changeEither } from "#server/features/deals/sales/change-either.ts";
import { photosOf } from "#server/features/deals/sales/read-sale.ts";
import { DatabaseUnavailable, type Query } from "#server/platform/database/database.ts";
import type { Services } from "#server/services/services.ts";

import { listPhotos } from "./keep-photo.ts";
import { photoRefusals } from "./photo-refusal.ts";

interface Removal {
  readonly id: string;
  readonly reference: string;
  /** Null for the visitor, who can until staff have looked at it. */
  readonly userId: string | null;
}

/** Takes a visitor's photo out: the chore removes its files. For the visitor, one that is not there is gone. Null if its record is. */
export function removePhoto(
  services: Services,
  { id, reference, userId }: Removal,
): Promise<CallOutcome | null> {
  return changeEither<CallOutcome>(services, { reference, userId }, async ({ tx, of }) => {
    const photo = (await photosOf(tx, reference)).find((one) => one.id === id);
    if (photo === undefined)
      return userId === null ? done({ success: true }) : refused(photoRefusals.noPhoto);
    if (userId === null && photo.opened_at !== null) return refused(photoRefusals.looked);
    if (await isInLine(tx, reference, photo.sha256))
      return refused(userId === null ? photoRefusals.looked : photoRefusals.inLine);
    await tx.deleteFrom("photos").where("id", "=", id).execute();
    await listPhotos(tx, of);
    const shot = photo.shot === null ? {} : { becomes: photo.shot };
    return done({ success: true }, { events: [{ type: "photo_removed", ...shot }] });
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
