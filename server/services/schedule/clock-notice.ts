import type { Notice } from "#domain/notice.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";

import type { ClockGuard } from "./clock-guard.ts";

/** Tells staff that the date has to be confirmed, and what waits for that. */
export async function clockNotice(clock: ClockGuard): Promise<Notice | null> {
  const doubt = await clock.doubt();
  if (doubt === null) return null;
  return {
    id: "clock",
    severity: "danger",
    title: "Check the server's date.",
    words:
      `The server's clock says ${dayAndYear(doubt.now)}, but the server last trusted it on ` +
      `${dayAndYear(doubt.trustedAt)}. Until the date is confirmed, no old record, mail or backup is removed. ` +
      "If the date is right, do nothing: the server confirms it by itself after running for a day. If it is " +
      "wrong, new enquiries and their reply times are dated wrong, too: tell whoever looks after the server " +
      "to set the clock and run: npm run clock",
  };
}

export function dayAndYear(instant: Date): string {
  const date = nzDate(instant);
  return `${formatDay(date)} ${date.slice(0, 4)}`;
}
