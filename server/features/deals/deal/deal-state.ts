import { endOfDay } from "#domain/deals/deadlines.ts";
import type { Cents } from "#domain/deals/money.ts";
import { type OrderFacts, orderStates, type VisitorAction } from "#domain/deals/order.ts";
import { type VersionState, versionStates, visitorActions } from "#domain/deals/quote-states.ts";
import { openReturn, returnStates } from "#domain/deals/returns.ts";
import type { NextStep, Stage } from "#domain/deals/stage.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { isOpenStatus } from "#domain/record-status.ts";
import { DatabaseUnavailable, type Query } from "#server/platform/database/database.ts";
import type { DealMessageRow, OrderRow, QuoteVersionRow } from "#server/platform/database/deal-tables.ts";
import { noteMailProblem } from "#server/services/mail/mail-problem.ts";
import { stopMailsOf, stopped } from "#server/services/mail/outbox-table.ts";
import { pastInstant } from "#server/services/schedule/chores.ts";

import { heldMachine } from "./quoted-machines.ts";
import { type Deal, type QuoteVersion, readDeal } from "./read-deal.ts";

/** As staff see it: what became of its mail, until something happened to the version itself. One whose mail came back is sent. */
export function versionState(
  version: Pick<QuoteVersionRow, "state" | "valid_until"> & Pick<QuoteVersion, "mail">,
  now: Date,
): VersionState {
  if (version.state === "pending") return "queued";
  if (version.state !== "out") return version.state;
  if (isExpired(version, now)) return "expired";
  const { state } = version.mail ?? { state: "sent" as const };
  if (state === "bounced") return "sent";
  return state === "retrying" ? "queued" : state;
}

export function isExpired({ valid_until: last }: Pick<QuoteVersion, "valid_until">, now: Date): boolean {
  return now >= endOfDay(last);
}

/** A version of a quote or of an offer. */
export type SentVersion = Pick<
  QuoteVersion,
  | "ref_number"
  | "number"
  | "state"
  | "isPending"
  | "queued_at"
  | "undo_until"
  | "changed_at"
  | "user_id"
  | "mail"
>;

/** The newest version that a visitor may see: its undo time is over. */
export function currentVersion<Version extends SentVersion>(
  { versions }: { readonly versions: readonly Version[] },
  now: Date,
): Version | null {
  const newest = versions.findLast(({ state }) => state !== "superseded");
  return newest === undefined || isUndoable(newest, now) ? null : newest;
}

/** Not if a clock that was ahead wrote it: nobody waits until then. */
export function isUndoable(
  { isPending, queued_at: queuedAt, undo_until: end }: SentVersion,
  now: Date,
): boolean {
  return isPending && now < new Date(end) && pastInstant(queuedAt, now) !== null;
}

/** Whether the customer may have seen it: it was not replaced or withdrawn before its undo time was over. */
export function hasLeft(version: SentVersion, now: Date): boolean {
  const { state, changed_at: changedAt, undo_until: undoUntil, mail } = version;
  const isReplaced = state === "superseded" || state === "withdrawn";
  // Clocks differ: one that was written by a clock ahead has a mail before its undo time is over.
  return !isUndoable(version, now) && (!isReplaced || changedAt >= undoUntil || mail !== null);
}

/** The order that counts: the last one, if it is not cancelled. */
export function activeOrder({ orders }: Deal): OrderRow | null {
  const last = orders.at(-1);
  return last === undefined || last.state === "cancelled" ? null : last;
}

/** What is still owed; negative if too much was paid. Of an ended order, what was missing. */
export function owedCents({
  total_cents: total,
  credited_cents: credited,
  paid_cents: paid,
}: Pick<OrderRow, "total_cents" | "credited_cents" | "paid_cents">): Cents {
  return total - credited - paid;
}

export function orderFacts(
  order: OrderRow,
  { payments, parcels, machines, takenBack }: Pick<Deal, "payments" | "parcels" | "machines" | "takenBack">,
  now: Date,
): OrderFacts {
  const holdsMoney = order.paid_cents > 0;
  return {
    state: order.state,
    owed: owedCents(order),
    hasPayments: payments.length > 0,
    holdsMoney,
    isTakenBack: isTakenBack({ takenBack }, order),
    parcels,
    heldMachine: heldMachine(machines, now),
  };
}

/** Money of the order left without the desk, and nobody has seen to it. */
export function isTakenBack({ takenBack }: Pick<Deal, "takenBack">, { id }: Pick<OrderRow, "id">): boolean {
  return takenBack.some((one) => one.order_id === id);
}

export function isOverdue({ state, pay_by: payBy }: Pick<OrderRow, "state" | "pay_by">, now: Date): boolean {
  return state === "lapsed" || (state === "awaiting_payment" && now >= new Date(payBy));
}

/** What the visitor asked since our last answer or newer version: an answer is for all that was asked before it, too. */
export function openQuestions({ messages, versions, record }: Deal): DealMessageRow[] {
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
function orderStage(deal: Deal, order: OrderRow): Stage {
  const back = openReturn(deal);
  const stage = back === null ? undefined : returnStates[back.state].stage;
  const { money, stage: own, step } = orderStates[order.state];
  if (step === "pack" && owedCents(order) > 0) return "approved";
  return money === "due" && stage !== undefined ? stage : own;
}

/** What the visitor can do now. */
export function visitorActionsNow(deal: Deal, now: Date): readonly VisitorAction[] {
  const [version, order] = [currentVersion(deal, now), activeOrder(deal)];
  return visitorActions(version && versionState(version, now), order && orderFacts(order, deal, now));
}

export interface Step {
  readonly step: NextStep;
  /** When it becomes another one by itself, or is late. */
  readonly until: string | null;
}

/** What staff do next. The columns `next_step` and `step_until` hold it. */
function nextStepOf(deal: Deal, now: Date): Step {
  const order = activeOrder(deal);
  const isOpen = isOpenStatus(deal.record.status);
  const questions = openQuestions(deal);
  // A mail to a closed request is answered, too: its sender sees no status.
  if (questions.some(({ kind }) => order !== null || isOpen || kind === "reply"))
    return { step: "answer", until: null };
  if (order !== null) return orderStep(deal, order, now);
  const newest = deal.versions.findLast(({ state }) => state !== "superseded");
  if (newest === undefined) return { step: isOpen ? "quote" : "done", until: null };
  if (newest.state !== "out" || !isOpen) return { step: "done", until: null };
  if (isExpired(newest, now)) return { step: "expired", until: null };
  return { step: "waiting", until: endOfDay(newest.valid_until).toISOString() };
}

/** Null if there is none. One that we have agreed to waits for the customer. */
function returnStep(deal: Deal, order: OrderRow): Step | null {
  const back = openReturn(deal);
  if (back === null || back.state === "agreed") return null;
  if (back.state === "asked") return { step: "return", until: null };
  const isPaidBack = deal.payments.some(({ amount_cents: cents, at }) => cents < 0 && at >= back.at);
  return { step: isPaidBack || order.paid_cents <= 0 ? "close_return" : "refund", until: null };
}

function orderStep(deal: Deal, order: OrderRow, now: Date): Step {
  const { state, pay_by: payBy } = order;
  const { step } = orderStates[state];
  if (step !== "pay" && isTakenBack(deal, order)) return { step: "money", until: null };
  const back = returnStep(deal, order);
  if (back !== null) return back;
  // Nothing leaves before the money is there, or while a machine that parts come off is on hold.
  if (step === "pack" && owedCents(order) > 0) return { step: "pay", until: null };
  const held = step === "pack" ? heldMachine(deal.machines, now) : null;
  if (held !== null) return { step, until: endOfDay(held.until).toISOString() };
  return { step, until: state === "awaiting_payment" ? payBy : null };
}

/** Notes what staff do next, for the lists. Nobody is reminded of the quote of a closed request. */
export async function noteStep(tx: Query, reference: string, at: Date): Promise<void> {
  const changed = await readDeal(tx, reference);
  if (changed === null) throw new DatabaseUnavailable("The request was removed during the change");
  const { step, until } = nextStepOf(changed, at);
  const isAnswered = !openQuestions(changed).some(({ kind }) => kind === "reply");
  await tx
    .updateTable(quoteRequest.table)
    .set({ next_step: step, step_until: until, ...(isAnswered ? { asked_at: null } : {}) })
    .where("ref_number", "=", reference)
    .execute();
  await noteMailProblem(tx, quoteRequest.table, changed.record.id);
  if (!isOpenStatus(changed.record.status))
    await stopMailsOf(tx, reference, { kinds: ["reminder"], why: stopped, now: at });
}
