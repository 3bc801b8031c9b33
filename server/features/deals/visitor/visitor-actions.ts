import { randomUUID } from "node:crypto";

import { secondsToMidnight } from "#domain/deals/deadlines.ts";
import { activeOrder, openQuestions, visitorActionsNow } from "#domain/deals/deal-state.ts";
import type { Deal, DealMessage, SentVersion } from "#domain/deals/deal.ts";
import type { VisitorAction } from "#domain/deals/order.ts";
import type { Sale } from "#domain/deals/sale.ts";
import { currentVersion } from "#domain/deals/versions.ts";
import { nzDate } from "#domain/nz-time.ts";
import { isOpenStatus } from "#domain/record-status.ts";
import type { Work } from "#server/features/deals/deal/change-deal.ts";
import { readDeskSetting } from "#server/features/deals/deal/desk-settings.ts";
import { quotes } from "#server/features/deals/deal/quotes.ts";
import { setVersionState } from "#server/features/deals/deal/version-state.ts";
import { type VersionApproval, approve } from "#server/features/deals/orders/approve.ts";
import { moveOrder, offerAgain, recordAfter } from "#server/features/deals/orders/change-order.ts";
import { noteDelivery } from "#server/features/deals/orders/parcels.ts";
import { stopMailsOf } from "#server/services/mail/outbox-table.ts";

import type { PressOutcome } from "./page-form.ts";
import { refusals } from "./refusals.ts";
import { approvalRefusal } from "./stale-version.ts";

const done: PressOutcome = { ok: true };

export const mayNow = ({ deal, at }: Work, action: VisitorAction) =>
  visitorActionsNow(deal, at).includes(action);

/** Approves a version by the link. */
export async function pressApprove(
  work: Work,
  pressed: Pick<VersionApproval, "number" | "hash" | "selection">,
): Promise<PressOutcome> {
  const outcome = await approve(work, { ...pressed, how: "link", note: null });
  if ("ok" in outcome) return done;
  return { refusal: approvalRefusal(work, outcome.refusal, pressed.number) };
}

/** Declines the quote, by the visitor or by staff for a customer who said so elsewhere than on the page. */
export async function decline(
  work: Work,
  { reason, words }: { readonly reason: string; readonly words: string },
): Promise<PressOutcome> {
  const { tx, deal, at } = work;
  const { value: reasons } = await readDeskSetting(tx, "decline-reasons");
  if (!reasons.includes(reason)) return { refusal: refusals.noReason };
  const version = currentVersion(deal, at);
  const said = words === "" ? reason : `${reason}\n${words}`;
  const before = deal.messages.findLast(({ kind }) => kind === "decline");
  if (version?.state === "declined" && before?.words === said) return done;
  if (version === null || !mayNow(work, "decline")) return { refusal: refusals.notNow };
  await setVersionState(work, quotes, version, "declined");
  await addMessage(work, "decline", said);
  work.event({ type: "declined", was: String(version.number), becomes: reason });
  return done;
}

/** Asks a question, in every stage: what is wrong with a parcel is asked here, too. */
export async function ask(work: Work, { words }: { readonly words: string }): Promise<PressOutcome> {
  const { deal, at } = work;
  if (isListed(deal, (question) => question.words === words)) return done;
  if (isEnoughToday(work, "question"))
    return { refusal: { ...refusals.tooMany, retryAfterSeconds: secondsToMidnight(at) } };
  const number = currentVersion(deal, at)?.number ?? null;
  await addMessage(work, "question", words);
  work.event({ type: "asked", ...(number === null ? {} : { becomes: String(number) }) });
  reopen(work);
  return done;
}

/** Asks for an expired quote to be extended. */
export async function stillInterested(work: Work): Promise<PressOutcome> {
  const { deal, at } = work;
  const version = currentVersion(deal, at);
  if (version === null || !mayNow(work, "still_interested")) return { refusal: refusals.notNow };
  if (isListed(deal, ({ kind }) => kind === "still_interested")) return done;
  await addMessage(work, "still_interested", null);
  work.event({ type: "still_interested", becomes: String(version.number) });
  reopen(work);
  return done;
}

/** Returns true if such a question waits in the lists of staff, who see open requests there. */
function isListed(deal: Deal, isSame: (question: DealMessage) => boolean): boolean {
  return isOpenStatus(deal.record.status) && openQuestions(deal).some(isSame);
}

/** Lists the question at once, as the page promises an answer: a closed or merged request is open again. */
export function reopen(work: Work): void {
  const isOpen = isOpenStatus(work.deal.record.status);
  const open = isOpen ? {} : ({ status: "in_progress", duplicate_of: null } as const);
  work.settleRecord({ snoozed_until: null, ...open });
}

const messagesADay = 10;

/** Returns true once that many of the kind came today. */
export function isEnoughToday({ deal, at }: Work<Deal | Sale>, kind: DealMessage["kind"]): boolean {
  const today = deal.messages.filter((one) => one.kind === kind && nzDate(new Date(one.at)) === nzDate(at));
  return today.length >= messagesADay;
}

/** Stores a message of the visitor about the current version, and stops the reminder: the visitor has reacted. */
export async function addMessage(
  work: Work<Deal | Sale>,
  kind: DealMessage["kind"],
  words: string | null,
  amount_cents: number | null = null,
): Promise<void> {
  const { tx, deal, at, userId } = work;
  const number = currentVersion<SentVersion>(deal, at)?.number ?? null;
  const about = { id: randomUUID(), ref_number: deal.reference, number, at: at.toISOString() };
  await tx
    .insertInto("deal_messages")
    .values({ ...about, kind, words, amount_cents, user_id: userId, answers: null })
    .execute();
  await stopWaitingReminder(work);
}

async function stopWaitingReminder({ tx, deal, at }: Work<Deal | Sale>): Promise<void> {
  await stopMailsOf(tx, deal.reference, { kinds: ["reminder"], why: "stopped", now: at });
}

/** Takes the approval back. */
export async function takeBack(work: Work): Promise<PressOutcome> {
  const order = activeOrder(work.deal);
  if (order === null && isTakenBack(work.deal)) return done;
  if (order === null || !mayNow(work, "take_back")) return { refusal: refusals.notNow };
  const cancelled = await moveOrder(work, order, { state: "cancelled" });
  await offerAgain(work, order);
  work.event({ type: "taken_back", was: String(order.invoice_number) });
  work.settleRecord(recordAfter(work.deal, cancelled));
  return done;
}

/** A version whose order staff cancelled stays approved. */
function isTakenBack({ orders, versions }: Deal): boolean {
  return versions.some(({ number, state }) => number === orders.at(-1)?.number && state === "out");
}

/** Notes that the visitor has the parcels. */
export async function received(work: Work): Promise<PressOutcome> {
  const { tx, deal, at } = work;
  const order = activeOrder(deal);
  if (order?.state === "delivered") return done;
  if (order === null || !mayNow(work, "received")) return { refusal: refusals.notNow };
  const arrived = { state: "delivered", delivered_at: at.toISOString() } as const;
  await tx
    .updateTable("parcels")
    .set(arrived)
    .where("order_id", "=", order.id)
    .where("state", "=", "with_carrier")
    .execute();
  await noteDelivery(work, order);
  work.event({ type: "received", becomes: "delivered" });
  return done;
}

/** Ends the reminders about this quote at once. */
export async function stopReminders(work: Work): Promise<PressOutcome> {
  const { tx, deal, at } = work;
  if (deal.remindersStoppedAt !== null) return done;
  const stopped = { reminders_stopped_at: at.toISOString() };
  await tx
    .insertInto("deals")
    .values({ ref_number: deal.reference, generation: 1, ...stopped })
    .onConflict((known) => known.column("ref_number").doUpdateSet(stopped))
    .execute();
  await stopWaitingReminder(work);
  work.event({ type: "reminders_stopped" });
  return done;
}
