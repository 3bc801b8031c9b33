import { sql } from "kysely";

import type { Deal } from "#domain/deals/deal.ts";
import type { Sale } from "#domain/deals/sale.ts";
import { type CallOutcome, refused, type Work } from "#server/features/deals/deal/change-deal.ts";
import { success } from "#server/features/deals/deal/sent-versions.ts";
import { photosOf } from "#server/features/deals/sales/read-sale.ts";
import { DatabaseUnavailable } from "#server/platform/database/database.ts";
import type { Services } from "#server/services/services.ts";

import { listPhotos } from "./keep-photo.ts";
import { photoRefusals } from "./photo-refusal.ts";

/**
 * Takes a visitor's photo out: the chore removes its files. Visitors can until staff have looked at it, and one that is not
 * there is gone for them.
 */
export async function removePhoto(work: Work<Deal | Sale>, id: string): Promise<CallOutcome> {
  const { tx, deal } = work;
  const isVisitor = work.userId === null;
  const photo = (await photosOf(tx, deal.reference, "visitor")).find((one) => one.id === id);
  if (photo === undefined) return isVisitor ? success : refused(photoRefusals.noPhoto);
  if (isVisitor && photo.opened_at !== null) return refused(photoRefusals.looked);
  if (await isInLine(work, photo.sha256))
    return refused(isVisitor ? photoRefusals.looked : photoRefusals.inLine);
  await tx.deleteFrom("photos").where("id", "=", id).execute();
  await listPhotos(work);
  work.event({ type: "photo_removed", ...(photo.shot === null ? {} : { becomes: photo.shot }) });
  return success;
}

async function isInLine({ tx, deal: { reference } }: Work<Deal | Sale>, sha256: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from quote_drafts where ref_number = ${reference} and draft like ${`%${sha256}%`}
    union all select 1 from quote_versions where ref_number = ${reference} and content like ${`%${sha256}%`}`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Notes that staff have looked at it. If that can't be noted now, they look all the same. */
export async function noteOpened({ database, now }: Services, id: string): Promise<void> {
  const opened = { opened_at: now().toISOString() };
  await database
    .writePassing((tx) => tx.updateTable("photos").set(opened).where("id", "=", id).execute())
    .catch((error: unknown) => {
      if (!(error instanceof DatabaseUnavailable)) throw error;
    });
}
