import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { formatDay, formatNzTime, nzDate } from "#domain/nz-time.ts";
import { type PromisedReply, recordDue } from "#domain/reply-due.ts";
import type { Submission } from "#domain/submission.ts";

interface Promising {
  readonly submission: Submission;
  readonly calendar: BusinessCalendar;
  readonly at: Date;
}

/** Says by when we reply. Never promises a time in the past. */
export function promiseWords(
  { submission, calendar, at }: Promising,
  asked: PromisedReply,
  { promise, reply }: { readonly promise: string; readonly reply: string },
): string {
  const { due } = recordDue(submission, asked, calendar);
  const by = `by ${formatNzTime(due)} on ${formatDay(nzDate(due), at)}`;
  return at <= due
    ? `${promise} ${by}.`
    : `Our ${reply} was due ${by}. Sorry that it is late: ring us if you cannot wait.`;
}
