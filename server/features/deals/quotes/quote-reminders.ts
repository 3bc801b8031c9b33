import { endOfDay } from "#domain/deals/deadlines.ts";
import { stopRemindersPath } from "#domain/deals/link.ts";
import { formatCents } from "#domain/deals/money.ts";
import { hasAlternatives } from "#domain/deals/quote.ts";
import { dueReminder } from "#domain/deals/reminders.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import { isOpenStatus } from "#domain/record-status.ts";
import { changeDeal, type DealMoment } from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { dealLink } from "#server/features/deals/deal/deal-link.ts";
import { type DealMail, queueDealMail } from "#server/features/deals/deal/deal-mail.ts";
import { activeOrder, currentVersion, stageOf } from "#server/features/deals/deal/deal-state.ts";
import { type ChoreContext, forEachDeal } from "#server/features/deals/deal/each-deal.ts";
import type { Deal, QuoteVersion } from "#server/features/deals/deal/read-deal.ts";
import type { Query } from "#server/platform/database/database.ts";

/** Reminds visitors of quotes that they have not reacted to (deals.md section 6). */
export async function remindOfQuotes(context: ChoreContext, now: Date): Promise<void> {
  const { database, calendar } = context;
  const due: { ref_number: string }[] = [];
  for (const { ref_number, number, queued_at, valid_until } of await openQuotes(database.reader, now)) {
    const which = dueReminder({ sent: new Date(queued_at), validUntil: valid_until }, now, calendar);
    if (which === null || (await isQueued(database.reader, keyOf(ref_number, number, which)))) continue;
    due.push({ ref_number });
  }
  await forEachDeal(context, due, (reference) =>
    changeDeal(context, { reference, userId: null }, async (moment) => {
      await remindIn(context, moment);
      return { result: true };
    }),
  );
}

function keyOf(reference: string, number: number, which: 1 | 2): string {
  return `reminder/${reference}/${number}/${which}`;
}

async function isQueued(db: Query, key: string): Promise<boolean> {
  const mail = db.selectFrom("outbox").select("key").where("key", "=", key);
  return (await mail.executeTakeFirst()) !== undefined;
}

/** Of the versions that can still be approved, those that nobody has reacted to. */
function openQuotes(db: Query, now: Date) {
  const stopped = db.selectFrom("deals").select("ref_number").where("reminders_stopped_at", "is not", null);
  return db
    .selectFrom("quote_versions as version")
    .select(["version.ref_number", "version.number", "version.queued_at", "version.valid_until"])
    .where("version.state", "=", "out")
    .where("version.valid_until", ">=", nzDate(now))
    .where("version.ref_number", "not in", stopped)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("deal_messages as message")
            .select("message.id")
            .whereRef("message.ref_number", "=", "version.ref_number")
            .whereRef("message.at", ">=", "version.queued_at"),
        ),
      ),
    )
    .orderBy("version.ref_number")
    .execute();
}

async function remindIn(context: DealContext, { tx, deal, at }: DealMoment): Promise<void> {
  const version = currentVersion(deal, at);
  if (version === null || hasReacted(deal, version) || stageOf(deal, at) !== "ready") return;
  const sent = new Date(version.queued_at);
  const which = dueReminder({ sent, validUntil: version.valid_until }, at, context.calendar);
  if (which === null || version.mail?.state === "failed") return;
  await queueDealMail(tx, context, deal, reminder(context, deal, { version, which, at }), { at });
}

function hasReacted(deal: Deal, version: QuoteVersion): boolean {
  return (
    deal.remindersStoppedAt !== null ||
    activeOrder(deal) !== null ||
    deal.orders.some(({ number }) => number === version.number) ||
    deal.messages.some(({ at }) => at >= version.queued_at) ||
    !isOpenStatus(deal.record.status)
  );
}

interface Reminder {
  readonly version: QuoteVersion;
  readonly which: 1 | 2;
  readonly at: Date;
}

function reminder(context: DealContext, deal: Deal, { version, which, at }: Reminder): DealMail {
  const last = formatDay(version.valid_until, at);
  const total = formatCents(version.total_cents);
  const isToday = endOfDay(version.valid_until).getTime() - at.getTime() < dayMs;
  const until = isToday ? `only until midnight today, ${last}` : `until the end of ${last}`;
  const stop = `${dealLink(context, deal).url}${stopRemindersPath}`;
  return {
    key: keyOf(deal.reference, version.number, which),
    subject: `${which === 1 ? "Your quote" : "Last reminder"} ${deal.reference}: valid ${isToday ? "today" : `until ${last}`}`,
    heading: which === 1 ? "Your quote is waiting for you" : "Your quote ends soon",
    paragraphs: [
      `The price we quoted you is valid ${until}. With one press you approve it, ask a question, or say no thanks.`,
      which === 1 ? "We will remind you once more before it ends." : "We will not remind you of it again.",
    ],
    facts: [
      { label: hasAlternatives(version.content) ? "Total from" : "Total", value: `${total}, including GST` },
      { label: "Valid until", value: last },
      { label: "No reminders", value: stop, href: stop },
    ],
    button: "See your quote",
    headers: { "List-Unsubscribe": `<${stop}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  };
}

const dayMs = 24 * 60 * 60_000;
