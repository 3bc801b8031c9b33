import type { BusinessCalendar, ClosedDay } from "./business-calendar.ts";
import type { CalendarDate } from "./calendar-date.ts";
import { dayMs, hourMs, minuteMs } from "./durations.ts";
import { formatDay, formatNzTime, nzDate } from "./nz-time.ts";
import { openingFrom, type ReplyDue } from "./reply-due.ts";

/** In parts: "5:00 pm", "Tuesday 2 February" and either "" or ": Monday is Northland Anniversary Day". */
export interface DueWords {
  readonly time: string;
  readonly day: string;
  readonly because: string;
}

/** Always names the day if `now` is absent: nobody knows when a mail is read. */
export function dueWords({ due, closedDays }: ReplyDue, now?: Date): DueWords {
  const reason = waitInWords(closedDays, now);
  return {
    time: formatNzTime(due),
    day: dayInWords(due, now),
    because: reason === null ? "" : `: ${reason}`,
  };
}

export function dueInWords(reply: ReplyDue, now?: Date): string {
  const { time, day, because } = dueWords(reply, now);
  return `by ${time} ${day}${because}`;
}

export function dueSentence(reply: ReplyDue, now?: Date): string {
  return `That is ${dueInWords(reply, now)}.`;
}

/**
 * In one line, for staff: when it must be done while we are open, and what was promised if that is later. Once no open hour is left
 * before the promise, the promise itself and when we open again.
 */
export function dueNoteInWords(reply: ReplyDue, now: Date, calendar: BusinessCalendar): string {
  const { due } = reply;
  if (now > due) return `Overdue since ${momentInWords(due, now)}`;
  const moment = momentAtWork(reply, now);
  if (moment !== null) {
    const promised = moment < due ? `, promised by ${momentInWords(due, now)}` : "";
    return `Due by ${momentInWords(moment, now)}${openTimeLeftInWords(moment, now, calendar)}${promised}`;
  }
  return `Due by ${momentInWords(due, now)}; we open at ${momentInWords(openingFrom(due, calendar), now)}`;
}

/** The last open moment before the promise, if it is still to come. */
function momentAtWork({ due, atWork }: ReplyDue, now: Date): Date | null {
  return now <= atWork && atWork <= due ? atWork : null;
}

/** For rows: "Mon 5 pm, 8 h", "Today 5 pm, 40 min", "Sat 4:59 pm", "Overdue Fri 5 pm" or "Overdue 9 am". */
export function dueShort(reply: ReplyDue, now: Date, calendar: BusinessCalendar): string {
  const { due } = reply;
  const atWork = momentAtWork(reply, now);
  const moment = now > due ? due : (atWork ?? due);
  const date = nzDate(moment);
  const isNear = Math.abs(moment.getTime() - now.getTime()) < 6 * dayMs;
  const day = isToday(date, now) ? "Today" : isNear ? formatDay(date).slice(0, 3) : shortDate(date);
  const time = formatNzTime(moment).replace(":00", "");
  const at = `${day} ${time}`;
  if (now > due) return `Overdue ${day === "Today" ? time : isNear ? at : day}`;
  if (atWork === null) return at;
  const minutes = openMinutesLeft(atWork, now, calendar);
  return `${at}, ${minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`}`;
}

/** For example "23 Nov". */
export function shortDate(date: CalendarDate): string {
  const [, day = "", month = ""] = formatDay(date).split(" ");
  return `${day} ${month.slice(0, 3)}`;
}

/** The moment to reply at work, if a reply is due outside opening hours; else null. */
export function atWorkInWords({ due, atWork }: ReplyDue): string | null {
  if (atWork.getTime() === due.getTime()) return null;
  const moment = momentInWords(atWork);
  return atWork < due ? `In opening hours: by ${moment}` : `In opening hours: from ${moment}`;
}

function openTimeLeftInWords(moment: Date, now: Date, calendar: BusinessCalendar): string {
  const minutes = openMinutesLeft(moment, now, calendar);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return ` (${rest} min left)`;
  if (hours >= 8) return ` (${hours} open hours left)`;
  return rest === 0 ? ` (${hours} h left)` : ` (${hours} h ${rest} min left)`;
}

/** Returns the open minutes until a future open moment: at least 1. */
function openMinutesLeft(moment: Date, now: Date, calendar: BusinessCalendar): number {
  return Math.max(1, Math.ceil(calendar.openMinutesBetween(now, moment)));
}

/** Names the year if it is not this one: staff look back on long overdue replies. */
function momentInWords(moment: Date, now?: Date): string {
  const date = nzDate(moment);
  return `${formatNzTime(moment)} ${isToday(date, now) ? "today" : formatDay(date, now)}`;
}

function dayInWords(moment: Date, now?: Date): string {
  const date = nzDate(moment);
  return isToday(date, now) ? "today" : formatDay(date);
}

function waitInWords(days: readonly ClosedDay[], now?: Date): string | null {
  if (days.length === 0) return null;
  const closures = days.filter(({ isHoliday }) => !isHoliday);
  if (closures.length > 1) {
    const reasons = new Set(closures.map(({ because }) => because));
    return `we are closed in between (${[...reasons].join(", ")})`;
  }
  return days.map((day) => closedDayInWords(day, now)).join(", ");
}

function closedDayInWords({ date, because, isHoliday }: ClosedDay, now?: Date): string {
  const today = isToday(date, now);
  const weekday = formatDay(date).split(" ")[0] ?? "";
  if (isHoliday) return `${today ? "today" : weekday} is ${because}`;
  return `we are closed ${today ? "today" : `on ${weekday}`} (${because})`;
}

function isToday(date: CalendarDate, now: Date | undefined): boolean {
  return now !== undefined && nzDate(now) === date;
}

/** Returns how long ago `from` was: "just now", "12 min ago", "3 h ago", "5 days ago". */
export function recordAge(from: Date, now: Date): string {
  const passed = now.getTime() - from.getTime();
  if (passed < minuteMs) return "just now";
  if (passed < hourMs) return `${Math.floor(passed / minuteMs)} min ago`;
  if (passed < dayMs) return `${Math.floor(passed / hourMs)} h ago`;
  const days = Math.floor(passed / dayMs);
  return days === 1 ? "1 day ago" : `${days} days ago`;
}
