import type { CalendarDate } from "./calendar-date.ts";

const zone = "Pacific/Auckland";

export function nzYear(instant: Date): number {
  return new Date(instant.getTime() + 13 * 3_600_000).getUTCFullYear();
}

/** The newest model year on sale: next year's, since makers announce early (specification section 9). */
export function newestModelYear(instant: Date): number {
  return nzYear(instant) + 1;
}

export function nzDate(instant: Date): CalendarDate {
  const time = instant.getTime();
  return new Date(time + offsetAt(time)).toISOString().slice(0, 10);
}

/** For example "15:05". */
export function nzClockTime(instant: Date): string {
  const time = instant.getTime();
  return new Date(time + offsetAt(time)).toISOString().slice(11, 16);
}

export function nzInstant(date: CalendarDate, time: string): Date {
  const wall = Date.parse(`${date}T${time}Z`);
  // Half a day off, the offset may differ (daylight saving); at the instant it leads to, it is right.
  const near = wall - offsetAt(wall);
  return new Date(wall - offsetAt(near));
}

const quarterMs = 15 * 60_000;
const offsetsAtMost = 1000;
const offsets = new Map<number, number>();

/** Asking the formatter is slow. Clocks were only ever changed at quarters of an hour, so one answer is good for a quarter. */
function offsetAt(instant: number): number {
  const quarter = Math.floor(instant / quarterMs) * quarterMs;
  const known = offsets.get(quarter);
  if (known !== undefined) return known;
  const offset = wallClock(quarter) - quarter;
  if (offsets.size >= offsetsAtMost) offsets.clear();
  offsets.set(quarter, offset);
  return offset;
}

// The first formatter costs a slow phone 40 ms: create each when needed, not while a page starts.
function formatter(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let made: Intl.DateTimeFormat | undefined;
  return () => (made ??= new Intl.DateTimeFormat("en-NZ", options));
}

const clockFormat = formatter({
  timeZone: zone,
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
});

/** New Zealand's date and time to the second, as if they were UTC. */
function wallClock(instant: number): number {
  const shown = Object.fromEntries(
    clockFormat()
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day, hour, minute, second } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const dateTimeFormat = formatter({
  timeZone: zone,
  dateStyle: "medium",
  timeStyle: "short",
});

/** For example "21 Nov 2026, 3:05 pm". */
export function formatNzDateTime(instant: Date): string {
  return dateTimeFormat().format(instant);
}

const sheetFormat = formatter({
  timeZone: zone,
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

/** Formats a time for spreadsheets in New Zealand, for example "21/11/2026 3:05 pm". */
export function formatNzSheetTime(instant: Date): string {
  return sheetFormat().format(instant).replace(",", "").replaceAll(/\s/g, " ");
}

const timeFormat = formatter({ timeZone: zone, timeStyle: "short" });

export function formatNzTime(instant: Date): string {
  return timeFormat().format(instant).replaceAll(/\s/g, " ");
}

const shortDateTimeFormat = formatter({
  timeZone: zone,
  day: "numeric",
  month: "short",
  hour: "numeric",
  minute: "2-digit",
});

/** For example "21 Nov, 3:05 pm"; without the time if it is not of this year at `now`: "21 Nov 2025". */
export function formatNzShortDateTime(instant: Date, now: Date): string {
  if (nzYear(instant) === nzYear(now)) return shortDateTimeFormat().format(instant).replaceAll(/\s/g, " ");
  return formatNzDateTime(instant).split(",")[0] ?? "";
}

const dayFormat = formatter({
  timeZone: "UTC",
  weekday: "long",
  day: "numeric",
  month: "long",
});

/** For example "Tuesday 2 February"; with the year if it is not the current one at `now`. */
export function formatDay(date: CalendarDate, now?: Date): string {
  const day = dayFormat().format(Date.parse(date)).replaceAll(",", "");
  const year = date.slice(0, 4);
  return now === undefined || String(nzYear(now)) === year ? day : `${day} ${year}`;
}

/** For example "Tuesday 2 February 2027". */
export function formatDayAndYear(instant: Date): string {
  const date = nzDate(instant);
  return `${formatDay(date)} ${date.slice(0, 4)}`;
}
