import { requestedIn } from "#domain/deals/requested.ts";
import type { Query } from "#server/platform/database/database.ts";
import { stopMailsOf, stopped } from "#server/services/mail/outbox-table.ts";

import { forgetPrices, rememberPrices } from "./price-memory.ts";
import type { Deal, QuoteVersion } from "./read-deal.ts";

/** A version that is no longer out has no mail that waits to leave. */
export async function setVersionState(
  tx: Query,
  reference: string,
  number: number,
  state: QuoteVersion["state"],
  at: Date,
): Promise<void> {
  await tx
    .updateTable("quote_versions")
    .set({ state, changed_at: at.toISOString() })
    .where("ref_number", "=", reference)
    .where("number", "=", number)
    .execute();
  if (state !== "out") await stopQuoteMails(tx, reference, at);
}

async function stopQuoteMails(tx: Query, reference: string, at: Date): Promise<void> {
  await stopMailsOf(tx, reference, { kinds: ["quote", "reminder"], why: stopped, now: at });
}

/** What sending a version does, once it can no longer be undone. Returns what is to be noted; its mail is not queued. */
export async function releaseVersion(tx: Query, deal: Deal, version: QuoteVersion, at: Date) {
  const { number, user_id } = version;
  const replaced = await replaceOlder(tx, version, at);
  await setVersionState(tx, deal.reference, number, "out", at);
  await rememberPrices(tx, requestedIn(deal.record).machine, version);
  const was = replaced === null ? {} : { was: String(replaced) };
  const event = { type: "quote", becomes: String(number), ...was, user_id } as const;
  // What staff did to the record in the meantime stays.
  const isSettled = await isRecordChanged(tx, deal, version);
  const record = { status: "in_progress", duplicate_of: null } as const;
  return isSettled ? { events: [event] } : { events: [event], record };
}

/** One that was still pending never was out, and its last change stays that. Returns the number of the one that was. */
async function replaceOlder(tx: Query, version: QuoteVersion, at: Date): Promise<number | null> {
  const { ref_number: reference, number } = version;
  await stopQuoteMails(tx, reference, at);
  const older = tx.updateTable("quote_versions").where("ref_number", "=", reference);
  const before = older.where("number", "<", number);
  await before.set({ state: "superseded" }).where("state", "=", "pending").execute();
  const replaced = await before
    .set({ state: "superseded", changed_at: at.toISOString() })
    .where("state", "=", "out")
    .returning("number")
    .executeTakeFirst();
  if (replaced === undefined) return null;
  await forgetPrices(tx, { ref_number: reference, number: replaced.number });
  return replaced.number;
}

/** Since staff pressed Send. */
export async function isRecordChanged(
  tx: Query,
  { record }: { readonly record: { readonly id: string } },
  { queued_at }: Pick<QuoteVersion, "queued_at">,
): Promise<boolean> {
  const events = tx.selectFrom("record_events").select("id").where("record_id", "=", record.id);
  const later = events.where("type", "in", ["status", "duplicate"]).where("at", ">", queued_at);
  return (await later.executeTakeFirst()) !== undefined;
}
