import { dayMs } from "#domain/durations.ts";
import { firm } from "#domain/firm.ts";

import { type ChoreContext, forEachDeal } from "./deal/change-deal.ts";
import type { DealContext } from "./deal/deal-context.ts";
import { closeOrders, lapseOrders } from "./orders/order-chores.ts";
import { remindOfPayments } from "./orders/pay-reminders.ts";
import { remindOfQuotes } from "./quotes/quote-reminders.ts";
import { changeEither } from "./sales/offers.ts";
import { sendDigests } from "./staff-digest.ts";

const callsKeptMs = 30 * dayMs;

/** Does what time brings: reminders, lapsed orders, expired quotes, digests. On one instance at a time; safe at any time. */
export async function runDealChores(context: ChoreContext): Promise<void> {
  const now = context.now();
  await sendDigests(context, now);
  await lapseOrders(context, now);
  for (const one of expiring) await noteExpired(context, one, now);
  if (firm.reminders) {
    await remindOfQuotes(context, now);
    await remindOfPayments(context, now);
  }
  await closeOrders(context, now);
  await purgeCalls(context, now);
}

const expiring = [
  ["quote_requests", "quote_expired"],
  ["vehicle_submissions", "offer_expired"],
] as const;

/** Quotes and offers that nobody answered in time, for the lists and the history. */
async function noteExpired(
  context: ChoreContext,
  [table, type]: (typeof expiring)[number],
  now: Date,
): Promise<void> {
  const over = context.database.reader
    .selectFrom(table)
    .select("ref_number")
    .where("next_step", "in", ["waiting", "mail"])
    .where("step_until", "<=", now.toISOString());
  await forEachDeal(context, await over.execute(), (reference) =>
    changeEither(context, { reference, userId: null }, async (work) => {
      const record = work.tx.selectFrom(table).select(["next_step", "step_until"]);
      const step = await record.where("ref_number", "=", reference).executeTakeFirst();
      const isOut = step?.next_step === "waiting" || step?.next_step === "mail";
      const isOver = isOut && step.step_until !== null && step.step_until <= work.at.toISOString();
      const number = work.deal.versions.findLast(({ isPending }) => !isPending)?.number;
      if (isOver && number !== undefined) work.event({ type, becomes: String(number) });
    }),
  );
}

async function purgeCalls({ database }: DealContext, now: Date): Promise<void> {
  const before = new Date(now.getTime() - callsKeptMs).toISOString();
  const old = database.reader.selectFrom("deal_calls").select("key").where("at", "<", before).limit(1);
  if ((await old.executeTakeFirst()) === undefined) return;
  await database.write((tx) => tx.deleteFrom("deal_calls").where("at", "<", before).execute());
}
