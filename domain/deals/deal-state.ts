import type { CalendarDate } from "#domain/calendar-date.ts";
import { nzDate } from "#domain/nz-time.ts";
import { isOpenStatus } from "#domain/record-status.ts";

import { endOfDay } from "./deadlines.ts";
import type { Deal, DealMessage, Order, Parcel } from "./deal.ts";
import { heldMachine, holdWords } from "./hold.ts";
import { type Cents, formatCents } from "./money.ts";
import type { OrderActionRow } from "./order-changes.ts";
import {
  type OrderAction,
  orderActions,
  orderRow,
  type OrderState,
  orderStates,
  type VisitorAction,
} from "./order.ts";
import { versionStates } from "./quote-states.ts";
import { openReturn, returnStates } from "./returns.ts";
import type { NextStep, Stage } from "./stage.ts";
import { currentVersion, isExpired, orderWay, versionState } from "./versions.ts";

/** The order that counts: the last one, if it is not cancelled. */
export function activeOrder({ orders }: Deal): Order | null {
  const last = orders.at(-1);
  return last === undefined || last.state === "cancelled" ? null : last;
}

export interface OrderSums {
  readonly total_cents: Cents;
  readonly credited_cents: Cents;
  readonly paid_cents: Cents;
}

/** What is still owed; negative if too much was paid. Of an ended order, what was missing. */
export function owedCents({
  total_cents: total,
  credited_cents: credited,
  paid_cents: paid,
}: OrderSums): Cents {
  return total - credited - paid;
}

interface StandingOrder {
  readonly state: OrderState;
  readonly total_cents: Cents;
  readonly credited_cents: Cents;
}

/** The amount that the last invoice of an order still stands for. */
export function standingCents({ state, total_cents: total, credited_cents: credited }: StandingOrder): Cents {
  return orderStates[state].money === "due" ? total - credited : 0;
}

/** `pay_by` is the first moment after that day. */
export function lastDayToPay({ pay_by: payBy }: { readonly pay_by: string }): CalendarDate {
  return nzDate(new Date(Date.parse(payBy) - 1));
}

/** Tells staff why this can't be done to the last order now; null if it can. */
export function orderRefusal(action: OrderAction, deal: Deal, now: Date): string | null {
  const row: OrderActionRow = orderActions[action];
  const { refusal } = row;
  const order = deal.orders.at(-1);
  if (order === undefined) return refusal;
  const way = orderWay(deal, order);
  const { next, others } = orderRow(order.state, way);
  if (action === "seen") return isTakenBack(deal, order) ? null : refusal;
  if (![...next, ...others].includes(action))
    return (way === "pick-up" ? row.refusalOfPickUp : undefined) ?? refusal;
  switch (action) {
    case "take_back":
      return deal.payments.length > 0 ? refusal : null;
    case "cancel":
    case "delivered":
      return deal.parcels.some(isOut) === (action === "delivered") ? null : refusal;
    case "packed":
    case "collected":
    case "parcel":
      return packingRefusal(deal, order, now);
    case "refund":
      return order.paid_cents > 0 ? null : refusal;
    default:
      return null;
  }
}

const isOut = ({ state }: Parcel) => state === "with_carrier" || state === "delivered";

/** Tells staff why nothing is packed. */
export const takenBackRefusal = "Money of it was taken back: see to that first, then say “Seen”";

function packingRefusal(deal: Deal, order: Order, now: Date): string | null {
  const owed = owedCents(order);
  if (owed > 0 && order.state !== "sent")
    return `${formatCents(owed)} is still missing: nothing leaves before it is paid`;
  if (isTakenBack(deal, order)) return takenBackRefusal;
  const held = heldMachine(deal.machines, now);
  return held === null ? null : holdWords(held);
}

/** Returns what staff can do about the last order now; `next` is the obvious one. */
export function orderActionsNow(deal: Deal, order: Order, now: Date) {
  const { next: obvious, others } = orderRow(order.state, orderWay(deal, order));
  const isPossible = (action: OrderAction) => orderRefusal(action, deal, now) === null;
  const next = obvious.find((action) => isPossible(action) && isDue(action, deal, order)) ?? null;
  const all = [...obvious, ...others, "seen" as const];
  return { next, others: all.filter((action) => action !== next && isPossible(action)) };
}

function isDue(action: OrderAction, { payments, parcels }: Deal, order: Order): boolean {
  if (action === "payment") return owedCents(order) > 0;
  if (action === "revive") return payments.length > 0; // A lapsed order needs nothing until money arrives.
  return action !== "delivered" || parcels.some(({ state }) => state === "with_carrier");
}

/** Money of the order left without the desk, and nobody has seen to it. */
export function isTakenBack({ takenBack }: Deal, { id }: Order): boolean {
  return takenBack.some((one) => one.order_id === id);
}

interface UnpaidOrder {
  readonly state: OrderState;
  readonly pay_by: string;
}

export function isOverdue({ state, pay_by: payBy }: UnpaidOrder, now: Date): boolean {
  return state === "lapsed" || (state === "awaiting_payment" && now >= new Date(payBy));
}

/** What the visitor asked since our last answer or newer version: an answer is for all that was asked before it, too. */
export function openQuestions({ messages, versions, record }: Deal): DealMessage[] {
  const answered = Math.max(
    -1,
    ...messages.map(({ answers }) => messages.findIndex(({ id }) => id === answers)),
  );
  return messages.filter(
    ({ kind, at }, place) =>
      (kind === "reply" ? isAsked(record, at) : kind === "question" || kind === "still_interested") &&
      place > answered &&
      !versions.some((version) => version.queued_at > at),
  );
}

/** Since when the visitor waits for what their page promises by a time, apart from our price and answers to mails. */
export function promisedSince(deal: Deal): readonly string[] {
  const order = activeOrder(deal);
  const back = order === null ? null : openReturn(deal);
  const canAsk = order !== null || isOpenStatus(deal.record.status);
  const questions = canAsk ? openQuestions(deal).filter(({ kind }) => kind !== "reply") : [];
  return [...questions, ...(back?.state === "asked" ? [back] : [])].map(({ at }) => at);
}

/** A mail waits until staff answer, ring, close the record or say that it needs no answer. */
function isAsked({ asked_at: askedAt }: Deal["record"], at: string): boolean {
  return askedAt !== null && at >= askedAt;
}

/** Where the deal stands for the visitor (deals.md section 5). */
export function stageOf(deal: Deal, now: Date): Stage {
  const order = activeOrder(deal);
  if (order !== null) return isOverdue(order, now) ? "overdue" : orderStage(deal, order);
  const version = currentVersion(deal, now);
  const isOpen = isOpenStatus(deal.record.status);
  if (version === null) return isOpen ? "pricing" : "cancelled";
  const isAnswering = version.state === "out" && isOpen && openQuestions(deal).length > 0;
  return isAnswering ? "answering" : versionStates[versionState(version, now)].stage;
}

/** An open return comes before what else became of the order, but not before its end. */
function orderStage(deal: Deal, order: Order): Stage {
  const back = openReturn(deal);
  const stage = back === null ? undefined : returnStates[back.state].stage;
  const { money, stage: own, isUnsent } = orderRow(order.state, orderWay(deal, order));
  if (isUnsent === true && owedCents(order) > 0) return "approved";
  return money === "due" && stage !== undefined ? stage : own;
}

/** What the visitor can do now. */
export function visitorActionsNow(deal: Deal, now: Date): readonly VisitorAction[] {
  const [version, order] = [currentVersion(deal, now), activeOrder(deal)];
  if (order === null) return version === null ? [] : versionStates[versionState(version, now)].visitor;
  const { visitor = [] } = orderStates[order.state];
  return visitor.filter((action) => action !== "take_back" || orderRefusal(action, deal, now) === null);
}

export interface Step {
  readonly step: NextStep;
  /** When it becomes another one by itself, or is late. */
  readonly until: string | null;
}

/** What staff do next. The columns `next_step` and `step_until` hold it. */
export function nextStepOf(deal: Deal, now: Date): Step {
  const order = activeOrder(deal);
  const isOpen = isOpenStatus(deal.record.status);
  const questions = openQuestions(deal);
  // A mail to a closed request is answered, too: its sender sees no status.
  if (questions.some(({ kind }) => order !== null || isOpen || kind === "reply"))
    return { step: "answer", until: null };
  if (deal.record.untold_at !== null) return { step: "tell", until: null };
  if (order !== null) return orderStep(deal, order, now);
  const newest = deal.versions.findLast(({ state }) => state !== "superseded");
  if (newest === undefined) return { step: isOpen ? "quote" : "done", until: null };
  if (newest.state !== "out" || !isOpen) return { step: "done", until: null };
  if (isExpired(newest, now)) return { step: "expired", until: null };
  return { step: "waiting", until: endOfDay(newest.valid_until).toISOString() };
}

/** Null if there is none. One that we have agreed to waits for the customer. */
function returnStep(deal: Deal, order: Order): Step | null {
  const back = openReturn(deal);
  if (back === null || back.state === "agreed") return null;
  if (back.state === "asked") return { step: "return", until: null };
  const isPaidBack = deal.payments.some(({ amount_cents: cents, at }) => cents < 0 && at >= back.at);
  return { step: isPaidBack || order.paid_cents <= 0 ? "close_return" : "refund", until: null };
}

function orderStep(deal: Deal, order: Order, now: Date): Step {
  const { state, pay_by: payBy } = order;
  const { step, isUnsent } = orderRow(state, orderWay(deal, order));
  const isHere = isUnsent === true && step !== "pay";
  if (step !== "pay" && isTakenBack(deal, order)) return { step: "money", until: null };
  const back = returnStep(deal, order);
  if (back !== null) return back;
  // Nothing leaves before the money is there, or while a machine that parts come off is on hold.
  if (isHere && owedCents(order) > 0) return { step: "pay", until: null };
  const held = isHere ? heldMachine(deal.machines, now) : null;
  if (held !== null) return { step, until: endOfDay(held.until).toISOString() };
  return { step, until: state === "awaiting_payment" ? payBy : null };
}
