import { formatDay, formatNzTime, nzDate } from "#domain/nz-time.ts";

/** "2:02 pm" today, "Friday 20 November, 2:02 pm" on another day. */
export function momentText(at: string, now: Date): string {
  const instant = new Date(at);
  const time = formatNzTime(instant);
  return nzDate(instant) === nzDate(now) ? time : `${formatDay(nzDate(instant), now)}, ${time}`;
}
