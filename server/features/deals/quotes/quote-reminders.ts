import { setImmediate as nextTurn } from "node:timers/promises";

import { type RawBuilder, sql } from "kysely";

import { dueReminder } from "#domain/deals/deadlines.ts";
import { activeOrder, stageOf } from "#domain/deals/deal-state.ts";
import type { Deal, QuoteVersion } from "#domain/deals/deal.ts";
import { holdOn } from "#domain/deals/hold.ts";
import { stopRemindersPath } from "#domain/deals/mails.ts";
import { formatCents } from "#domain/deals/money.ts";
import { hasAlternatives } from "#domain/deals/quote.ts";
import { currentVersion } from "#domain/deals/versions.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import { isOpenStatus, openStatuses } from "#domain/record-status.ts";
import {
  changeDeal,
  type ChoreContext,
  forEachDeal,
  type Work,
} from "#server/features/deals/deal/change-deal.ts";
import { dealLink } from "#server/features/deals/deal/deal-link.ts";
import { type DealMail, untoldKey } from "#server/features/deals/deal/deal-mail.ts";
import { isDecided, noneToDecide } from "#server/features/deals/deal/mails-to-decide.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { OutboxState } from "#server/platform/database/tables.ts";
import { noneCameBack } from "#server/services/mail/reported-mail.ts";

/** Reminds visitors of quotes that they have not reacted to (deals.md section 6). */
export async function remindOfQuotes(context: ChoreContext, now: Date): Promise<void> {
  const { database, calendar } = context;
  const due: { ref_number: string }[] = [];
  for (const { ref_number, sent, valid_until, first } of await openQuotes(database.reader, now)) {
    await nextTurn();
    const which = dueReminder({ sent: new Date(sent), lastDay: valid_until }, now, calendar);
    if (which === 2 || (which === 1 && first === null)) due.push({ ref_number });
  }
  await forEachDeal(context, due, (reference) => changeDeal(context, { reference, userId: null }, remind));
}

function keyOf(reference: string, number: number, which: 1 | 2): string {
  return `reminder/${reference}/${number}/${which}`;
}

const hasArrived: readonly OutboxState[] = ["sent", "unknown"];

/** Returns versions that can still be approved, that nobody has reacted to, and that had no last reminder. */
function openQuotes(db: Query, now: Date) {
  const key = (kind: "quote" | "reminder", end = "") =>
    sql<string>`${sql.lit(`${kind}/`)} || version.ref_number || '/' || version.number || ${sql.lit(end)}`;
  return (
    unreacted(db)
      .innerJoin("quote_requests as request", "request.ref_number", "version.ref_number")
      .leftJoin("outbox as mail", (join) => join.on("mail.key", "=", key("quote")))
      .leftJoin("outbox as first", (join) => join.on("first.key", "=", key("reminder", "/1")))
      .leftJoin("outbox as second", (join) => join.on("second.key", "=", key("reminder", "/2")))
      // Customers without an address are told instead.
      .leftJoin("record_events as told", (join) => join.on("told.key", "=", untold(key("reminder", "/1"))))
      .leftJoin("record_events as told_again", (join) =>
        join.on("told_again.key", "=", untold(key("reminder", "/2"))),
      )
      .select(["version.ref_number", "version.valid_until"])
      .select((row) => row.fn.coalesce("first.key", "told.key").as("first"))
      .select((row) => row.fn.coalesce("mail.changed_at", "version.queued_at").as("sent"))
      .where("version.valid_until", ">=", nzDate(now))
      .where("request.status", "in", openStatuses)
      .where((row) => row.or([row("mail.key", "is", null), row("mail.state", "in", hasArrived)]))
      .where("second.key", "is", null)
      .where("told_again.key", "is", null)
      .where(noneCameBack("version.ref_number", "version.queued_at"))
      .where(noneToDecide("version.ref_number", now))
      .orderBy("version.ref_number")
      .execute()
  );
}

const untold = (key: RawBuilder<string>) => sql<string>`${sql.lit(untoldKey(""))} || ${key}`;

function unreacted(db: Query) {
  const stopped = db.selectFrom("deals").select("ref_number").where("reminders_stopped_at", "is not", null);
  return db
    .selectFrom("quote_versions as version")
    .where("version.state", "=", "out")
    .where("version.ref_number", "not in", stopped)
    .where((row) => {
      const messages = row
        .selectFrom("deal_messages as message")
        .select("message.id")
        .whereRef("message.ref_number", "=", "version.ref_number")
        .whereRef("message.at", ">=", "version.queued_at");
      return row.not(row.exists(messages));
    })
    .where((row) => {
      const orders = row
        .selectFrom("orders")
        .select("orders.id")
        .whereRef("orders.ref_number", "=", "version.ref_number")
        .whereRef("orders.number", "=", "version.number");
      return row.not(row.exists(orders));
    });
}

async function remind(work: Work): Promise<void> {
  const { context, deal, at } = work;
  const version = currentVersion(deal, at);
  if (version === null || hasReacted(deal, version) || stageOf(deal, at) !== "ready") return;
  const sent = sentAt(version);
  const which = sent && dueReminder({ sent, lastDay: version.valid_until }, at, context.calendar);
  if (which === null || !(await isDecided(work.tx, deal.reference, at))) return;
  await work.mail(reminder(work, version, which));
}

/** Returns null while the mail waits, or if it has failed. */
function sentAt({ mail, queued_at: queuedAt }: QuoteVersion): Date | null {
  if (mail === null) return new Date(queuedAt);
  return hasArrived.includes(mail.state) ? new Date(mail.at) : null;
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

function reminder({ context, deal, at }: Work, version: QuoteVersion, which: 1 | 2): DealMail {
  const last = formatDay(version.valid_until, at);
  const total = formatCents(version.total_cents);
  const isToday = version.valid_until === nzDate(at);
  const until = isToday ? `only until midnight today, ${last}` : `until the end of ${last}`;
  const hold = holdOn({ ...version.content, machines: deal.machines }, at, context.calendar);
  const stop = `${dealLink(context, deal).url}${stopRemindersPath}`;
  return {
    key: keyOf(deal.reference, version.number, which),
    subject: `${which === 1 ? "Your quote" : "Last reminder"} ${deal.reference}: valid ${isToday ? "today" : `until ${last}`}`,
    heading: which === 1 ? "Your quote is waiting for you" : "Your quote ends soon",
    paragraphs: [
      `The price we quoted you is valid ${until}. With one press you approve it, ask a question, or say no thanks.`,
      ...(hold === null ? [] : [hold.sentence]),
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
