import { randomUUID } from "node:crypto";

import { secondsToMidnight } from "#domain/deals/deadlines.ts";
import type { VisitorAction } from "#domain/deals/order.ts";
import { nzDate } from "#domain/nz-time.ts";
import type { Outcome } from "#domain/outcome.ts";
import { isOpenStatus } from "#domain/record-status.ts";
import {
  changeDeal,
  type ChangeOptions,
  type DealChange,
  type DealMoment,
} from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import {
  activeOrder,
  currentVersion,
  openQuestions,
  visitorActionsNow,
} from "#server/features/deals/deal/deal-state.ts";
import { quotes } from "#server/features/deals/deal/quotes.ts";
import type { Deal } from "#server/features/deals/deal/read-deal.ts";
import { setVersionState } from "#server/features/deals/deal/version-state.ts";
import { moveOrder, offerAgain, recordAfter } from "#server/features/deals/orders/change-order.ts";
import { noteDelivery } from "#server/features/deals/orders/parcels.ts";
import type { DealMessageRow } from "#server/platform/database/deal-tables.ts";
import { stopMailsOf } from "#server/services/mail/outbox-table.ts";

import { type PageRefusal, refusals } from "./refusals.ts";

export type ActionOutcome = Outcome<true, PageRefusal>;

export const done: DealChange<ActionOutcome> = { result: { ok: true } };
export const refused = (refusal: PageRefusal): DealChange<ActionOutcome> => ({ result: { refusal } });

// Each action that was done already is done again: a double press must not look like a failure.

export const byVisitor = (reference: string) => ({ reference, userId: null, tellStaff: true }) as const;

export const mayNow = ({ deal, at }: DealMoment, action: VisitorAction) =>
  visitorActionsNow(deal, at).includes(action);

/** By the visitor, or by staff for a customer who said so elsewhere than on the page. */
export function decline(
  context: DealContext,
  by: ChangeOptions,
  { reason, words }: { readonly reason: string; readonly words: string },
): Promise<ActionOutcome | null> {
  const { userId } = by;
  return changeDeal<ActionOutcome>(context, by, async (moment) => {
    const { tx, deal, at } = moment;
    const version = currentVersion(deal, at);
    const said = words === "" ? reason : `${reason}\n${words}`;
    const before = deal.messages.findLast(({ kind }) => kind === "decline");
    if (version?.state === "declined" && before?.words === said) return done;
    if (version === null || !mayNow(moment, "decline")) return refused(refusals.notNow);
    await setVersionState(tx, quotes, version, "declined", at);
    await addMessage(moment, { kind: "decline", number: version.number, words: said, user_id: userId });
    const events = [{ type: "declined" as const, was: String(version.number), becomes: reason }];
    return { ...done, response: { success: true }, events };
  });
}

const questionsADay = 10;

/** In every stage: what is wrong with a parcel is asked here, too. */
export function ask(context: DealContext, reference: string, words: string): Promise<ActionOutcome | null> {
  return changeDeal<ActionOutcome>(context, byVisitor(reference), async (moment) => {
    const { deal, at } = moment;
    if (isListed(deal, (question) => question.words === words)) return done;
    const asked = deal.messages.filter(
      ({ kind, at: sent }) => kind === "question" && nzDate(new Date(sent)) === nzDate(at),
    );
    if (asked.length >= questionsADay)
      return refused({ ...refusals.tooMany, retryAfterSeconds: secondsToMidnight(at) });
    const number = currentVersion(deal, at)?.number ?? null;
    await addMessage(moment, { kind: "question", number, words, user_id: null });
    const about = number === null ? {} : { becomes: String(number) };
    return { ...done, ...reopened(deal), events: [{ type: "asked", ...about }] };
  });
}

/** Asks for an expired quote to be extended. */
export function stillInterested(context: DealContext, reference: string): Promise<ActionOutcome | null> {
  return changeDeal<ActionOutcome>(context, byVisitor(reference), async (moment) => {
    const { deal, at } = moment;
    const version = currentVersion(deal, at);
    if (version === null || !mayNow(moment, "still_interested")) return refused(refusals.notNow);
    if (isListed(deal, ({ kind }) => kind === "still_interested")) return done;
    const { number } = version;
    await addMessage(moment, { kind: "still_interested", number, words: null, user_id: null });
    const events = [{ type: "still_interested" as const, becomes: String(number) }];
    return { ...done, ...reopened(deal), events };
  });
}

/** Whether such a question waits in the lists of staff, who see open requests there. */
function isListed(deal: Deal, isSame: (question: DealMessageRow) => boolean): boolean {
  return isOpenStatus(deal.record.status) && openQuestions(deal).some(isSame);
}

/** The page promises an answer: it is listed at once, and a closed request is open and no repetition of another one. */
export function reopened({ record }: Deal): Pick<DealChange<unknown>, "record"> {
  const open = isOpenStatus(record.status) ? {} : ({ status: "in_progress", duplicate_of: null } as const);
  return { record: { snoozed_until: null, ...open } };
}

/** What the visitor says is a reaction: no reminder leaves after it. */
async function addMessage(
  moment: DealMoment,
  message: Pick<DealMessageRow, "kind" | "number" | "words" | "user_id">,
): Promise<void> {
  const { tx, deal, at } = moment;
  const row = {
    id: randomUUID(),
    ref_number: deal.reference,
    at: at.toISOString(),
    answers: null,
  };
  await tx
    .insertInto("deal_messages")
    .values({ ...row, ...message })
    .execute();
  await stopWaitingReminder(moment);
}

async function stopWaitingReminder({ tx, deal, at }: DealMoment): Promise<void> {
  await stopMailsOf(tx, deal.reference, { kinds: ["reminder"], why: "stopped", now: at });
}

/** The visitor takes the approval back. */
export function takeBack(context: DealContext, reference: string): Promise<ActionOutcome | null> {
  return changeDeal<ActionOutcome>(context, byVisitor(reference), async (moment) => {
    const order = activeOrder(moment.deal);
    if (order === null && isTakenBack(moment.deal)) return done;
    if (order === null || !mayNow(moment, "take_back")) return refused(refusals.notNow);
    const cancelled = await moveOrder(context, moment, order, { state: "cancelled" });
    await offerAgain(moment, order);
    const events = [{ type: "taken_back" as const, was: String(order.invoice_number) }];
    return { ...done, events, record: recordAfter(moment, cancelled) };
  });
}

/** If staff cancel an order instead, its version stays approved. */
function isTakenBack({ orders, versions }: Deal): boolean {
  return versions.some(({ number, state }) => number === orders.at(-1)?.number && state === "out");
}

/** The visitor has the parcels. */
export function received(context: DealContext, reference: string): Promise<ActionOutcome | null> {
  return changeDeal<ActionOutcome>(context, byVisitor(reference), async (moment) => {
    const { tx, deal, at } = moment;
    const order = activeOrder(deal);
    if (order?.state === "delivered") return done;
    if (order === null || !mayNow(moment, "received")) return refused(refusals.notNow);
    const arrived = { state: "delivered", delivered_at: at.toISOString() } as const;
    await tx
      .updateTable("parcels")
      .set(arrived)
      .where("order_id", "=", order.id)
      .where("state", "=", "with_carrier")
      .execute();
    const record = await noteDelivery(context, moment, order);
    return { ...done, events: [{ type: "received", becomes: "delivered" }], record };
  });
}

/** Reminders about this quote end at once. */
export function stopReminders(context: DealContext, reference: string): Promise<ActionOutcome | null> {
  return changeDeal<ActionOutcome>(context, { reference, userId: null }, async (moment) => {
    const { tx, deal, at } = moment;
    if (deal.remindersStoppedAt !== null) return done;
    const stopped = { reminders_stopped_at: at.toISOString() };
    await tx
      .insertInto("deals")
      .values({ ref_number: reference, generation: 1, ...stopped })
      .onConflict((known) => known.column("ref_number").doUpdateSet(stopped))
      .execute();
    await stopWaitingReminder(moment);
    return { ...done, events: [{ type: "reminders_stopped" }] };
  });
}
