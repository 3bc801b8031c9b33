import { businessDayAfter } from "#domain/deals/deadlines.ts";
import type { Stage } from "#domain/deals/stage.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { formatDay, formatNzTime, nzDate } from "#domain/nz-time.ts";
import { isOpenStatus } from "#domain/record-status.ts";
import { type Promised, recordDue } from "#domain/reply-due.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import {
  activeOrder,
  currentVersion,
  isExpired,
  openQuestions,
} from "#server/features/deals/deal/deal-state.ts";
import type { Deal } from "#server/features/deals/deal/read-deal.ts";
import { lastDayToPay } from "#server/features/deals/orders/order-mails.ts";

interface Moment {
  readonly context: Pick<DealContext, "calendar">;
  readonly deal: Deal;
  readonly at: Date;
}

/** What happens next and by when, without prices and personal data: `/status` shows it too. */
export function promiseOf(moment: Moment, stage: Stage): string {
  const words = promises[stage](moment);
  const [asked] = openQuestions(moment.deal);
  if (stage === "answering" || asked === undefined || !isOpenStatus(moment.deal.record.status)) return words;
  return `${words} ${replyWords(moment, asked.at, { promise: "We have your question. We answer by e-mail", reply: "answer" })}`;
}

/** By when a question that is asked now is answered. */
export function answerPromise(moment: Moment): string {
  return replyWords(moment, moment.at.toISOString(), { promise: "We answer by e-mail", reply: "answer" });
}

const promises: Readonly<Record<Stage, (moment: Moment) => string>> = {
  pricing: (moment) => {
    const { record, versions } = moment.deal;
    if (versions.length > 0) return "We are just changing your quote. Please look again in a minute.";
    if (record.answered_at !== null)
      return "We have been in touch with you about it. If you still wait for our price, ring us.";
    return replyWords(moment, record, { promise: "You get our price", reply: "price" });
  },
  ready: (moment) => `You can approve it until the end of ${validDay(moment)}.`,
  answering: (moment) => {
    const asked = openQuestions(moment.deal).at(0)?.at ?? moment.at.toISOString();
    const version = currentVersion(moment.deal, moment.at);
    const isOpen = version !== null && !isExpired(version, moment.at);
    const answer = replyWords(moment, asked, { promise: "We answer by e-mail", reply: "answer" });
    return isOpen ? `${answer} The quote stays good until the end of ${validDay(moment)}.` : answer;
  },
  expired: (moment) => `It was good until the end of ${validDay(moment)}. The part may still be here.`,
  declined: () => "You don’t need to do anything. If you change your mind, ring us or reply to our e-mail.",
  approved: (moment) => `Please pay by the end of ${payDay(moment)}. We hold your parts until then.`,
  overdue: (moment) => `Payment was due by the end of ${payDay(moment)}. You owe nothing.`,
  paid: () => "Thank you. You get the tracking number by e-mail when the courier has your parcel.",
  sent: (moment) => arrival(moment),
  delivered: () =>
    "If anything is not right, tell us within 14 days. A faulty or wrong part? Tell us any time.",
  cancelled: ({ deal }) => {
    if (isPaid(deal)) return "You owe nothing, and we will pay back what you have paid.";
    return isMerged(deal) ? mergedWords : "You don’t need to do anything, and you owe nothing.";
  },
  withdrawn: ({ deal }) =>
    isMerged(deal)
      ? mergedWords
      : "We cannot sell it as quoted any more. Ring us, and we will look for another one.",
};

/** Nothing of the other request: it may be somebody else's. */
const mergedWords = "It repeats another request: we deal with both together. If that is not so, ring us.";

function isMerged({ record }: Deal): boolean {
  return record.duplicate_of !== null;
}

/** For the last order, or those that were cancelled before it. */
function isPaid({ payments, toRefund }: Deal): boolean {
  return payments.reduce((sum, { amount_cents: cents }) => sum + cents, toRefund) > 0;
}

/** No time that has passed is promised. */
function replyWords(
  { context, at }: Moment,
  asked: string | Promised,
  { promise, reply }: { readonly promise: string; readonly reply: string },
): string {
  const record = typeof asked === "string" ? { created_at: asked } : asked;
  const { due } = recordDue(quoteRequest, record, context.calendar);
  const by = `by ${formatNzTime(due)} on ${formatDay(nzDate(due), at)}`;
  return at <= due
    ? `${promise} ${by}.`
    : `Our ${reply} was due ${by}. Sorry that it is late: ring us if you cannot wait.`;
}

function validDay({ deal, at }: Moment): string {
  return formatDay(currentVersion(deal, at)?.valid_until ?? nzDate(at), at);
}

function payDay({ deal, at }: Moment): string {
  const order = activeOrder(deal);
  return formatDay(order === null ? nzDate(at) : lastDayToPay(order), at);
}

/** Terms of sale: most orders arrive in 2-4 business days. */
function arrival({ context, deal, at }: Moment): string {
  const parcel = deal.parcels.findLast(({ state }) => state === "with_carrier");
  if (parcel === undefined) return "We are looking into what has not reached you, and will be in touch.";
  const day = (after: number) => businessDayAfter(new Date(parcel.sent_at), after, context.calendar);
  const [first, last] = [shortDay(day(2), at), shortDay(day(4), at)];
  if (nzDate(at) > day(4))
    return `It should have arrived by ${last}; rural addresses can take longer. Not there? Tell us.`;
  const isOneMonth = first.slice(-3) === last.slice(-3);
  return `Should arrive ${isOneMonth ? first.replace(/ [A-Z]\w+( \d+)?$/, "") : first} to ${last}. Rural addresses can take longer.`;
}

/** "Tue 1 December" */
const shortDay = (date: string, at: Date) => formatDay(date, at).replace(/^(...)\w*/, "$1");
