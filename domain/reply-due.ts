import type { BusinessCalendar, ClosedDay } from "./business-calendar.ts";
import { addDays } from "./calendar-date.ts";
import { dayMs, hourMs } from "./durations.ts";
import { nzDate, nzInstant } from "./nz-time.ts";

export interface ReplyDue {
  readonly due: Date;
  /** When to reply at work: `due` if we are open, else the closing before it or, too late, the next opening. */
  readonly atWork: Date;
  readonly closedDays: readonly ClosedDay[];
}

export function replyDue(rule: ReplyRule, received: Date, calendar: BusinessCalendar): ReplyDue {
  const hours = promisedHours(rule);
  if (hours !== null) {
    const due = new Date(received.getTime() + hours * hourMs);
    return { due, atWork: openMomentFor(due, received, calendar), closedDays: [] };
  }
  const today = nzDate(received);
  const span = calendar.openSpan(today);
  const lastMoment = rule === "same-business-day" ? nzInstant(today, calendar.sameDayUntil) : span?.opens;
  // On a short day, closing comes before that time.
  const isInTime =
    span !== null && lastMoment !== undefined && received < lastMoment && received < span.closes;
  const { closes: due } = calendar.firstOpenFrom(isInTime ? today : addDays(today, 1));
  return { due, atWork: due, closedDays: closedDaysBetween(received, due, calendar) };
}

export interface PromisedReply {
  readonly created_at: string;
  readonly due_at?: string | null;
}

/** Returns the reply time that was promised for a record, whatever the rule says now. */
export function recordDue(
  { replyRule }: { readonly replyRule: ReplyRule },
  { created_at: createdAt, due_at: dueAt = null }: PromisedReply,
  calendar: BusinessCalendar,
): ReplyDue {
  const received = new Date(createdAt);
  if (dueAt === null) return replyDue(replyRule, received, calendar);
  const due = new Date(dueAt);
  const closedDays = promisedHours(replyRule) === null ? closedDaysBetween(received, due, calendar) : [];
  return { due, atWork: openMomentFor(due, received, calendar), closedDays };
}

/** Returns the next promise to the visitor. One after the first reply doesn't say since when it waits. */
export function answerDue(
  rule: { readonly replyRule: ReplyRule },
  record: PromisedReply & { readonly answered_at: string | null },
  calendar: BusinessCalendar,
): ReplyDue {
  const { due_at: dueAt = null, answered_at: answeredAt } = record;
  if (dueAt === null || answeredAt === null) return recordDue(rule, record, calendar);
  const due = new Date(dueAt);
  return { due, atWork: openMomentFor(due, new Date(due.getTime() - dayMs), calendar), closedDays: [] };
}

/** Returns the last open moment between `received` and `due`, or the first one after `due` if there is none. */
function openMomentFor(due: Date, received: Date, calendar: BusinessCalendar): Date {
  const first = nzDate(received);
  for (let day = nzDate(due); day >= first; day = addDays(day, -1)) {
    const span = calendar.openSpan(day);
    if (span === null || span.opens >= due || span.closes <= received) continue;
    return due < span.closes ? due : span.closes;
  }
  return openingFrom(due, calendar);
}

/** Returns when we open next, if we are closed at that moment. */
export function openingFrom(moment: Date, calendar: BusinessCalendar): Date {
  const { opens } = calendar.firstOpenFrom(nzDate(moment));
  return opens >= moment ? opens : calendar.firstOpenFrom(addDays(nzDate(moment), 1)).opens;
}

function closedDaysBetween(received: Date, due: Date, calendar: BusinessCalendar): ClosedDay[] {
  const closedDays: ClosedDay[] = [];
  for (let day = nzDate(received); day < nzDate(due); day = addDays(day, 1)) {
    const closed = calendar.closedDay(day);
    if (closed !== null) closedDays.push(closed);
  }
  return closedDays;
}

const soonMinutes = 120;

export type Urgency = "overdue" | "soon" | "later";

export function urgencyOf({ due, atWork }: ReplyDue, now: Date, calendar: BusinessCalendar): Urgency {
  if (now > due) return "overdue";
  return calendar.openMinutesBetween(now, atWork) <= soonMinutes ? "soon" : "later";
}

/**
 * When a reply is promised (specification section 9, interpreted in docs/decisions/004).
 * - `same-business-day`: by closing time of that day, if it is open and asked before the calendar's `sameDayUntil`, else of the
 *   next business day.
 * - `one-business-day`: by closing time of the first business day that opens after arrival.
 * - `24-hours` and the like: so many hours after arrival, weekends and holidays included.
 */
export type ReplyRule = "same-business-day" | "one-business-day" | `${number}-hours`;

/** The promise within a sentence: "the same business day", "within 24 hours". */
export function replyPhrase(rule: ReplyRule): string {
  if (rule === "same-business-day") return "the same business day";
  return rule === "one-business-day" ? "within one business day" : `within ${rule.replace("-", " ")}`;
}

/** Shortens a promise for headlines and descriptions: "the same day". */
export function shortReplyPhrase(rule: ReplyRule): string {
  return rule === "same-business-day" ? "the same day" : replyPhrase(rule);
}

export const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The hours of a rule that counts hours, else null. */
export function promisedHours(rule: ReplyRule): number | null {
  return rule.endsWith("-hours") ? Number.parseInt(rule, 10) : null;
}
