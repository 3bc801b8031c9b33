import type { DealChange } from "#server/features/deals/deal/change-deal.ts";
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
  { reference }: Sale,
  version: OfferVersion,
  at: Date,
): Promise<Pick<DealChange<unknown>, "events" | "record">> {
  const { number, user_id } = version;
  const older = tx.updateTable("offers").where("ref_number", "=", reference).where("number", "<", number);
  const replaced = await older
    .set({ state: "superseded", changed_at: at.toISOString() })
    .where("state", "in", ["out", "pending"])
    .returning("number")
    .execute();
  await setOfferState(tx, version, "out", at);
  await stopMailsOf(tx, reference, { kinds: ["offer"], why: stopped, now: at });
  const was = replaced.length === 0 ? {} : { was: String(Math.max(...replaced.map((one) => one.number))) };
  return {
    events: [{ type: "offer", becomes: String(number), ...was, user_id }],
    record: { status: "in_progress", duplicate_of: null },
  };
}
