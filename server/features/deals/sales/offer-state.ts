import type { DealChange } from "#server/features/deals/deal/change-deal.ts";
import { isRecordChanged } from "#server/features/deals/deal/version-state.ts";
import type { Query } from "#server/platform/database/database.ts";
import { stopMailsOf, stopped } from "#server/services/mail/outbox-table.ts";

import type { OfferVersion, Sale } from "./read-sale.ts";

/** A version that is no longer out has no mail that waits to leave. */
export async function setOfferState(
  tx: Query,
  { ref_number: reference, number }: Pick<OfferVersion, "ref_number" | "number">,
  state: OfferVersion["state"],
  at: Date,
): Promise<void> {
  await tx
    .updateTable("offers")
    .set({ state, changed_at: at.toISOString() })
    .where("ref_number", "=", reference)
    .where("number", "=", number)
    .execute();
  if (state !== "out") await stopMailsOf(tx, reference, { kinds: ["offer"], why: stopped, now: at });
}

/** What sending an offer does, once it can no longer be undone. Returns what is to be noted; its mail is not queued. */
export async function releaseOffer(
  tx: Query,
  sale: Sale,
  version: OfferVersion,
  at: Date,
): Promise<Pick<DealChange<unknown>, "events" | "record">> {
  const replaced = await replaceOlder(tx, version, at);
  await setOfferState(tx, version, "out", at);
  const was = replaced === null ? {} : { was: String(replaced) };
  const events = [
    { type: "offer", becomes: String(version.number), ...was, user_id: version.user_id },
  ] as const;
  // What staff did to the record in the meantime stays.
  const isSettled = await isRecordChanged(tx, sale, version);
  return isSettled ? { events } : { events, record: { status: "in_progress", duplicate_of: null } };
}

/** One that was still pending never was out, and its last change stays that. Returns the number of the one that was. */
async function replaceOlder(
  tx: Query,
  { ref_number: reference, number }: OfferVersion,
  at: Date,
): Promise<number | null> {
  await stopMailsOf(tx, reference, { kinds: ["offer"], why: stopped, now: at });
  const older = tx.updateTable("offers").where("ref_number", "=", reference).where("number", "<", number);
  await older.set({ state: "superseded" }).where("state", "=", "pending").execute();
  const replaced = await older
    .set({ state: "superseded", changed_at: at.toISOString() })
    .where("state", "=", "out")
    .returning("number")
    .executeTakeFirst();
  return replaced?.number ?? null;
}
