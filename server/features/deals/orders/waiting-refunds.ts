import { hourMs, minuteMs } from "#domain/durations.ts";
import type { Notice } from "#domain/notice.ts";
import type { ChoreContext } from "#server/features/deals/deal/change-deal.ts";
import { RepeatedCall } from "#server/features/deals/deal/repeated-call.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { CardRefundRow } from "#server/platform/database/money-tables.ts";

import { payBackByCard } from "./card-refunds.ts";

/** Asks again about refunds that nobody answered. */
export async function retryRefunds(context: ChoreContext): Promise<void> {
  const { cards, database, log, now } = context;
  if (cards === null) return;
  const before = new Date(now().getTime() - minuteMs).toISOString();
  const pending = database.reader.selectFrom("card_refunds").selectAll().where("state", "=", "pending");
  for (const row of await pending.where("created_at", "<=", before).limit(20).execute()) {
    // Another call was faster.
    const outcome = await payBackByCard(context, row).catch((error: unknown) => {
      if (error instanceof RepeatedCall) return { ok: null };
      throw error;
    });
    if ("refusal" in outcome && isToLog(row, now()))
      log.error({ reference: row.ref_number }, "a refund to a card has not been done");
  }
}

/** Times in milliseconds, by ids of refunds. */
const loggedAt = new Map<string, number>();

/** Logs each refund once, then every hour. */
function isToLog({ id }: CardRefundRow, now: Date): boolean {
  if (now.getTime() - (loggedAt.get(id) ?? 0) < hourMs) return false;
  loggedAt.set(id, now.getTime());
  return true;
}

const noticedAfterMs = 5 * minuteMs;

/** Says how many refunds the card company has not answered. */
export async function refundsNotice(db: Query, now: Date): Promise<Notice | null> {
  const before = new Date(now.getTime() - noticedAfterMs).toISOString();
  const pending = db.selectFrom("card_refunds").select("id").where("state", "=", "pending");
  const { length: count } = await pending.where("created_at", "<=", before).execute();
  if (count === 0) return null;
  return {
    id: "card-refunds",
    severity: "danger",
    title: `The card company has not paid back yet: ${count === 1 ? "a refund is" : `${count} refunds are`} not done.`,
    words:
      "It is asked again by itself, and nothing is paid back twice. Don’t pay it back another way. If it lasts, look at Stripe’s dashboard.",
  };
}
