import { payBy } from "#domain/deals/deadlines.ts";
import {
  activeOrder,
  isTakenBack,
  lastDayToPay,
  openQuestions,
  owedCents,
  stageOf,
  visitorActionsNow,
} from "#domain/deals/deal-state.ts";
import type { Deal, Order } from "#domain/deals/deal.ts";
import { sumsOf } from "#domain/deals/money.ts";
import { orderStates } from "#domain/deals/order.ts";
import { selectedLines } from "#domain/deals/quote.ts";
import { requestedIn } from "#domain/deals/requested.ts";
import { openReturn } from "#domain/deals/returns.ts";
import type { StageFacts } from "#domain/deals/stage-facts.ts";
import { journeyBy, refundMethods, stages } from "#domain/deals/stage.ts";
import { currentVersion } from "#domain/deals/versions.ts";
import { promisedTo } from "#domain/deals/without-mail.ts";
import { firm, payTo } from "#domain/firm.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import { isOpenStatus } from "#domain/record-status.ts";
import { summaryLines } from "#domain/submission-values.ts";
import type { Work } from "#server/features/deals/deal/change-deal.ts";
import { readDeskSetting } from "#server/features/deals/deal/desk-settings.ts";
import { takenFromStock } from "#server/features/deals/orders/order-items.ts";
import { readPhotos } from "#server/features/deals/sales/read-sale.ts";

import { arrivalAfter, arrivalOf, holdNow, wayNow } from "./arrival-words.ts";
import { pageView, promising, standingIn } from "./page-view.ts";
import { promiseWords } from "./promise-words.ts";

/** What the pages of a deal show, at one moment. */
export type DealView = Awaited<ReturnType<typeof viewOf>>;

/** With what was chosen, what is owed, and what cash could not pay. */
export type PageOrder = NonNullable<ReturnType<typeof pageOrder>>;

/** What the pages of a deal show at that moment. */
export async function viewOf(work: Work) {
  const { tx, deal } = work;
  const { value: declineReasons } = await readDeskSetting(tx, "decline-reasons");
  const { list: photos, wanted: photoRequest } = await readPhotos(tx, deal.reference);
  const needed = currentVersion(deal, work.at)?.content.lines.filter(({ kind }) => kind === "fixed") ?? [];
  const taken = activeOrder(deal) === null ? await takenFromStock(tx, needed) : [];
  const view = { ...dealView(await promising(work)), parcels: deal.parcels, declineReasons };
  return { ...view, photos, photoRequest, taken };
}

function dealView(work: Work) {
  const { context, deal, at } = work;
  const active = activeOrder(deal);
  const order = active === null ? null : pageOrder(deal, active);
  const standing = standingOf(work);
  const { stage, step } = standing;
  const isUnpacked = order === null ? step !== null : orderStates[order.state].isUnpacked === true;
  const may = visitorActionsNow(deal, at);
  return {
    ...pageView(work, active?.number, standing),
    stage,
    /** By when a question is answered that is asked now. */
    answerPromise: answerWords(work, at.toISOString()),
    /** Where the parcel goes; null once it is packed, or if none will be. */
    recipient: isUnpacked ? requestedIn(deal.record) : null,
    askedFor: summaryLines(quoteRequest, { ...deal.record }),
    may,
    hold: holdNow(work),
    way: wayNow(work),
    canPayByCard: context.cards !== null && may.includes("pay_by_card"),
    order,
    parcels: deal.parcels,
    returns: deal.returns.filter(({ order_id: id }) => id === order?.id),
    hasReminders: deal.remindersStoppedAt === null,
    bank: payTo(), // Null if staff send the details themselves.
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

/** Where the deal stands, what happens next and by when: `/status` shows it, too. */
export function standingOf(work: Work) {
  const { deal, at } = work;
  const stage = stageOf(deal, at);
  const facts = stageFacts(work);
  const standing = standingIn(deal, journeyBy(facts.way), stages[stage], facts);
  const [asked] = openQuestions(deal);
  if (stage === "answering" || asked === undefined || !isOpenStatus(deal.record.status))
    return { ...standing, stage };
  const answer = answerWords(work, asked.at, "We have your question. We answer by e-mail");
  return { ...standing, stage, sentence: `${standing.sentence} ${answer}` };
}

function stageFacts(work: Work): StageFacts {
  const { context, deal, at } = work;
  const { record, versions, payments, toRefund } = deal;
  const order = activeOrder(deal);
  const back = openReturn(deal);
  const [hold, way] = [holdNow(work), wayNow(work)];
  const approvedNow = { pay_by: payBy(at, firm.pay_within_days, context.calendar).toISOString() };
  return {
    price: promiseWords(work, record, { promise: "You get our price", reply: "price" }),
    answer: answerWords(work, (openQuestions(deal).at(0) ?? back)?.at ?? at.toISOString()),
    goodUntil: formatDay(currentVersion(deal, at)?.valid_until ?? nzDate(at), at),
    payBy: formatDay(lastDayToPay(order ?? approvedNow), at),
    arrival: arrivalOf(work),
    hold,
    way,
    arrives: arrivalAfter(work, way, hold),
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

/** By when a question that was asked then is answered. */
export function answerWords(work: Work, asked: string, promise = "We answer by e-mail"): string {
  const text = promisedTo(work.deal.record, promise);
  return promiseWords(work, { created_at: asked }, { promise: text, reply: "answer" });
}
