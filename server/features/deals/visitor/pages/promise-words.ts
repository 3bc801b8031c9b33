import type { Deal } from "#domain/deals/deal.ts";
import type { Sale } from "#domain/deals/sale.ts";
import { formatDay, formatNzTime, nzDate } from "#domain/nz-time.ts";
import { type PromisedReply, recordDue } from "#domain/reply-due.ts";
import type { Work } from "#server/features/deals/deal/change-deal.ts";

/** Says by when we reply. Never promises a time in the past. */
export function promiseWords(
  { context: { calendar }, deal: { submission }, at }: Work<Deal | Sale>,
  asked: PromisedReply,
  { promise, reply }: { readonly promise: string; readonly reply: string },
): string {
  const { due } = recordDue(submission, asked, calendar);
  const by = `by ${formatNzTime(due)} on ${formatDay(nzDate(due), at)}`;
  return at <= due
    ? `${promise} ${by}.`
    : `Our ${reply} was due ${by}. Sorry that it is late: ring us if you cannot wait.`;
}
