import { addDays } from "#domain/calendar-date.ts";
import { businessDayAfter, payBy } from "#domain/deals/deadlines.ts";
import {
  activeOrder,
  heldMachine,
  isTakenBack,
  lastDayToPay,
  openQuestions,
  owedCents,
  stageOf,
  visitorActionsNow,
} from "#domain/deals/deal-state.ts";
import type { Deal, DealMessage, Order } from "#domain/deals/deal.ts";
import { sumsOf } from "#domain/deals/money.ts";
import { orderStates } from "#domain/deals/order.ts";
import { selectedLines } from "#domain/deals/quote.ts";
import { requestedIn } from "#domain/deals/requested.ts";
import { openReturn } from "#domain/deals/returns.ts";
import { refundMethods, type Stage, type StageFacts, stages } from "#domain/deals/stage.ts";
import { currentVersion, hasLeft } from "#domain/deals/versions.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import { isOpenStatus } from "#domain/record-status.ts";
import type { PromisedReply } from "#domain/reply-due.ts";
import { summaryLines } from "#domain/submission-values.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { dealLink } from "#server/features/deals/deal/deal-link.ts";
import { promisingCalendar, readDeskSetting } from "#server/features/deals/deal/desk-settings.ts";
import { readDeal } from "#server/features/deals/deal/read-deal.ts";
import { photoRequestOf, photosOf } from "#server/features/deals/sales/read-sale.ts";
import type { Query } from "#server/platform/database/database.ts";

import { promiseWords } from "./promise-words.ts";

/** The fields that the visitor has just sent, by their names, and why they were refused. */
export interface SentForm {
  readonly problem: PageProblem | null;
  readonly typed: Typed;
}

export type Typed = Readonly<Record<string, unknown>>;

export const nothingSent: SentForm = { problem: null, typed: {} };

/** Why what the visitor has just sent was refused, in words for the visitor. */
export interface PageProblem {
  readonly title: string;
  readonly text: string;
  readonly items?: readonly string[];
}

/** What the pages of a deal show, at one moment. */
export type DealView = Awaited<ReturnType<typeof viewOf>>;

/** With what was chosen, what is owed, and what cash could not pay. */
export type PageOrder = NonNullable<ReturnType<typeof pageOrder>>;

export interface LoadedDeal {
  readonly deal: Deal;
  readonly view: DealView;
}

/** What the pages of a deal show now; null if the request was removed. */
export async function loadView(
  context: DealContext,
  reference: string,
  sent: SentForm = nothingSent,
): Promise<LoadedDeal | null> {
  return context.database.snapshot(async (db) => {
    const deal = await readDeal(db, reference);
    if (deal === null) return null;
    return { deal, view: { ...(await viewOf(context, db, deal, context.now())), ...sent } };
  });
}

/** What the pages of a deal show at that moment. */
export async function viewOf(context: DealContext, db: Query, deal: Deal, at: Date) {
  const { value: declineReasons } = await readDeskSetting(db, "decline-reasons");
  const calendar = await promisingCalendar(db, context.calendar);
  const photos = await photosOf(db, deal.reference);
  const photoRequest = await photoRequestOf(db, deal.reference, photos);
  return {
    ...dealView({ ...context, calendar }, deal, at),
    declineReasons,
    photos,
    photoRequest,
    ...nothingSent,
  };
}

function dealView(context: DealContext, deal: Deal, at: Date) {
  const active = activeOrder(deal);
  const order = active === null ? null : pageOrder(deal, active);
  const current = currentVersion(deal, at);
  const seen = current !== null && hasLeft(current, at) ? current : null;
  const version = order?.version ?? seen;
  const stage = stageOf(deal, at);
  const facts = stageFacts({ context, deal, at });
  const isUnpacked =
    order === null ? stages[stage].step !== null : orderStates[order.state].isUnpacked === true;
  const may = visitorActionsNow(deal, at);
  return {
    reference: deal.reference,
    path: dealLink(context, deal).path, // Of the page; forms are sent below it.
    at,
    stage,
    sentence: sentenceOf({ context, deal, at }, stage, facts),
    next: stages[stage].next?.(facts) ?? [],
    /** By when a question is answered that is asked now. */
    answerPromise: answerWords({ context, deal, at }, at.toISOString()),
    /** Where the parcel goes; null once it is packed, or if none will be. */
    recipient: isUnpacked ? requestedIn(deal.record) : null,
    askedFor: summaryLines(quoteRequest, { ...deal.record }),
    version, // The one that can be approved, or was.
    may,
    canPayByCard: context.cards !== null && may.includes("pay_by_card"),
    otherVersions: deal.versions.filter((one) => one.number !== version?.number && hasLeft(one, at)),
    order,
    parcels: deal.parcels,
    returns: deal.returns.filter(({ order_id: id }) => id === order?.id),
    documents: deal.documents, // Of all orders, oldest first.
    messages: deal.messages.filter(isOnPage),
    hasReminders: deal.remindersStoppedAt === null,
    bank: context.deals.bank, // Null if staff send the details themselves.
  };
}

/** Null if its version is missing, which the database does not allow. */
export function pageOrder(deal: Deal, order: Order) {
  const version = deal.versions.find(({ number }) => number === order.number);
  if (version === undefined) return null;
  const isLast = order.id === deal.orders.at(-1)?.id;
  return {
    ...order,
    owedCents: isLast ? owedCents(order) : 0,
    /** Money that went back. */
    refunds: isLast ? refundsOf(deal.payments) : [],
    roundedCents: isLast ? sumsOf(deal.payments).rounding : 0,
    lastDayToPay: lastDayToPay(order),
    version,
    lines: selectedLines(version.content.lines, order.selection) ?? [],
  };
}

/** What went back and stayed there: money in dispute, and a refund that failed, are none. */
function refundsOf(payments: Deal["payments"]) {
  return payments.filter(({ amount_cents: cents, method, source }) => {
    const isPaidBack = cents < 0 && refundMethods.some((one) => one === method);
    const hasFailed = payments.some((one) => one.source === `failed ${source}`);
    return isPaidBack && !hasFailed && source?.startsWith("dispute:") !== true;
  });
}

export interface Moment {
  readonly context: Pick<DealContext, "calendar"> & {
    readonly deals: Pick<DealContext["deals"], "payWithinDays">;
  };
  readonly deal: Deal;
  readonly at: Date;
}

/** Where the deal stands, what happens next and by when: `/status` shows it, too. */
export function standingOf(moment: Moment): { readonly stage: Stage; readonly sentence: string } {
  const stage = stageOf(moment.deal, moment.at);
  return { stage, sentence: sentenceOf(moment, stage, stageFacts(moment)) };
}

function sentenceOf(moment: Moment, stage: Stage, facts: StageFacts): string {
  const sentence = stages[stage].sentence(facts);
  const [asked] = openQuestions(moment.deal);
  if (stage === "answering" || asked === undefined || !isOpenStatus(moment.deal.record.status))
    return sentence;
  return `${sentence} ${answerWords(moment, asked.at, "We have your question. We answer by e-mail")}`;
}

function stageFacts(moment: Moment): StageFacts {
  const { context, deal, at } = moment;
  const { record, versions, payments, toRefund } = deal;
  const order = activeOrder(deal);
  const back = openReturn(deal);
  const held = heldMachine(deal.machines, at);
  const approvedNow = { pay_by: payBy(at, context.deals.payWithinDays, context.calendar).toISOString() };
  return {
    price: replyWords(moment, record, { promise: "You get our price", reply: "price" }),
    answer: answerWords(moment, (openQuestions(deal).at(0) ?? back)?.at ?? at.toISOString()),
    goodUntil: formatDay(currentVersion(deal, at)?.valid_until ?? nzDate(at), at),
    payBy: formatDay(lastDayToPay(order ?? approvedNow), at),
    arrival: arrivalOf(moment),
    packFrom: held && formatDay(addDays(held.until, 1), at),
    isOpen: visitorActionsNow(deal, at).includes("approve"),
    isChanging: versions.length > 0,
    wasInTouch: record.answered_at !== null,
    isPaid: payments.reduce((sum, { amount_cents: cents }) => sum + cents, toRefund) > 0,
    isPaidBack: refundsOf(payments).some((refund) => refund.at >= (back?.at ?? "")),
    isMerged: record.duplicate_of !== null,
    isShort: order !== null && order.state !== "awaiting_payment",
    isTakenBack: order !== null && isTakenBack(deal, order),
  };
}

/** What the customer wrote by mail is theirs alone: whoever has the link sees the page. Only sellers counter. */
function isOnPage<Message extends DealMessage>(
  message: Message,
): message is Message & { kind: Exclude<Message["kind"], "reply" | "counter"> } {
  return message.kind !== "reply" && message.kind !== "counter";
}

/** By when a question that was asked then is answered. */
export function answerWords(moment: Moment, asked: string, promise = "We answer by e-mail"): string {
  return replyWords(moment, { created_at: asked }, { promise, reply: "answer" });
}

function replyWords(
  { context, at }: Moment,
  asked: PromisedReply,
  words: { readonly promise: string; readonly reply: string },
): string {
  return promiseWords({ submission: quoteRequest, calendar: context.calendar, at }, asked, words);
}

/** Terms of sale: most orders arrive in 2-4 business days. */
function arrivalOf({ context, deal, at }: Moment): string {
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
