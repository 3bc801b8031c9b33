import { randomUUID } from "node:crypto";

import { hourMs, minuteMs } from "#domain/durations.ts";
import { nzDate } from "#domain/nz-time.ts";
import type { Outcome } from "#domain/outcome.ts";
import { changeDeal, type ChoreContext } from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { dealLink } from "#server/features/deals/deal/deal-link.ts";
import {
  activeOrder,
  isOverdue,
  owedCents,
  visitorActionsNow,
} from "#server/features/deals/deal/deal-state.ts";
import { type Deal, readDeal } from "#server/features/deals/deal/read-deal.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { CardSessionRow } from "#server/platform/database/money-tables.ts";
import { CardProblem, type CardSession, type Cards } from "#server/services/cards/cards.ts";

import { enterMoney, type MoneyEntry } from "./enter-money.ts";
import { changeLeftOrder, receiveMoney } from "./payments.ts";

/** Why there is no card page: nothing is to be paid, the card company refused it, or it did not answer. */
export type NoCardPage = "not_now" | "refused" | "unanswered";

/** An hour longer than the card company asks for at least, and an hour less than it allows. */
const [shortest, longest] = [1.5 * hourMs, 23 * hourMs];

/**
 * The card page of what the order owes now: one for each order, whoever presses how often. The row is committed before the
 * card company is asked, and its id is the Idempotency-Key, so that an answer that never came is asked for again. Null if the
 * request was removed.
 */
export async function openCardPage(
  context: DealContext,
  reference: string,
): Promise<Outcome<{ readonly url: string }, NoCardPage> | null> {
  const { cards } = context;
  if (cards === null) return { refusal: "not_now" };
  await settleOpen(context, reference);
  const wanted = await wantPage(context, reference);
  if (wanted === null || "refusal" in wanted) return wanted;
  const row = wanted.ok;
  if (row.url !== null) return { ok: { url: row.url } };
  const deal = await readDeal(context.database.reader, reference);
  if (deal === null) return null;
  const opened = await askFor(cards, pageRequest(context, deal, row));
  if (!("refusal" in opened)) await noteOpened(context, row, opened.ok);
  else if (opened.refusal === "refused") await noteEnded(context, row);
  if ("refusal" in opened) return opened;
  return opened.ok.url === null ? { refusal: "refused" } : { ok: { url: opened.ok.url } };
}

function pageRequest(context: DealContext, deal: Deal, { id, amount_cents, expires_at }: CardSessionRow) {
  const { url } = dealLink(context, deal);
  const text = `Your order ${deal.reference}`;
  return { id, amount_cents, text, paidUrl: `${url}/paid`, backUrl: url, expires_at };
}

async function askFor(
  cards: Cards,
  page: Parameters<Cards["openSession"]>[0],
): Promise<Outcome<CardSession, "refused" | "unanswered">> {
  return cards.openSession(page).then(
    (session) => ({ ok: session }),
    (error: unknown) => ({ refusal: cardProblem(error).kind }),
  );
}

/** The row of the page, a new one unless one of the same amount is open. */
function wantPage(context: DealContext, reference: string) {
  return changeDeal<Outcome<CardSessionRow, NoCardPage>>(
    context,
    { reference, userId: null },
    async ({ tx, deal, at }) => {
      const order = activeOrder(deal);
      const isDue = order !== null && !isOverdue(order, at) && owedCents(order) > 0;
      if (!isDue || !visitorActionsNow(deal, at).includes("pay_by_card"))
        return { result: { refusal: "not_now" } };
      const open = await openRow(tx, order.id);
      const isFresh = open !== undefined && Date.parse(open.expires_at) - at.getTime() > minuteMs;
      if (isFresh && open.amount_cents === owedCents(order)) return { result: { ok: open } };
      if (open !== undefined)
        await tx.updateTable("card_sessions").set({ state: "stopped" }).where("id", "=", open.id).execute();
      const lasts = Math.min(longest, Math.max(shortest, Date.parse(order.pay_by) - at.getTime()));
      const row: CardSessionRow = {
        id: randomUUID(),
        order_id: order.id,
        ref_number: reference,
        amount_cents: owedCents(order),
        state: "open",
        session_id: null,
        url: null,
        created_at: at.toISOString(),
        expires_at: new Date(at.getTime() + lasts).toISOString(),
        checked_at: at.toISOString(),
      };
      await tx.insertInto("card_sessions").values(row).execute();
      return { result: { ok: row }, events: [{ type: "card", becomes: String(row.amount_cents) }] };
    },
  );
}

function openRow(db: Query, orderId: string): Promise<CardSessionRow | undefined> {
  const rows = db.selectFrom("card_sessions").selectAll().where("order_id", "=", orderId);
  return rows.where("state", "=", "open").executeTakeFirst();
}

async function noteOpened(context: DealContext, { id }: CardSessionRow, session: CardSession): Promise<void> {
  const known = { session_id: session.id, url: session.url };
  await context.database.write((tx) =>
    tx.updateTable("card_sessions").set(known).where("id", "=", id).execute(),
  );
}

async function noteEnded(context: DealContext, { id }: CardSessionRow): Promise<void> {
  await context.database.write((tx) =>
    tx.updateTable("card_sessions").set({ state: "ended" }).where("id", "=", id).execute(),
  );
}

/** The row of a session that the card company speaks of; null if it is none of ours. */
export async function findSession(
  db: Query,
  { id, reference }: Pick<CardSession, "id" | "reference">,
): Promise<CardSessionRow | null> {
  const rows = db.selectFrom("card_sessions").selectAll();
  const row = await rows
    .where((one) => one.or([one("session_id", "=", id), one("id", "=", reference ?? "")]))
    .executeTakeFirst();
  return row ?? null;
}

/**
 * What the card company says of a session now, and nothing else, moves our state: what was paid becomes one payment, as it
 * is, whatever became of the order. Safe to call again and at the same time.
 */
export async function settleSession(
  context: DealContext,
  { id, ref_number: reference, order_id }: CardSessionRow,
  session: CardSession,
): Promise<void> {
  const settleRow = async (tx: Query, at: Date) => {
    const rows = tx.selectFrom("card_sessions").selectAll().where("id", "=", id);
    const row = await rows.executeTakeFirst();
    if (row === undefined || row.state === "paid") return false;
    const becomes = session.state === "paid" || session.state === "ended" ? session.state : row.state;
    const cells = { state: becomes, session_id: session.id, url: session.url, checked_at: at.toISOString() };
    await tx.updateTable("card_sessions").set(cells).where("id", "=", id).execute();
    return session.state === "paid";
  };
  const done = await changeDeal(context, { reference, userId: null }, async (moment) => {
    const order = moment.deal.orders.find((one) => one.id === order_id);
    if (!(await settleRow(moment.tx, moment.at)) || order === undefined) return { result: true };
    const { event } = await receiveMoney(context, moment, order, moneyOf(session, moment.at));
    return { result: true, events: [event] };
  });
  if (done !== null) return;
  const orders = context.database.reader.selectFrom("orders").select("invoice_number");
  const { invoice_number } = await orders.where("id", "=", order_id).executeTakeFirstOrThrow();
  const left = { ref: reference, callKey: null, invoice_number };
  await changeLeftOrder(context, left, async (moment, order) => {
    if (await settleRow(moment.tx, moment.at)) await enterMoney(moment, order, moneyOf(session, moment.at));
    return { ok: {} };
  });
}

function moneyOf({ payment, amount_cents, currency }: CardSession, at: Date): MoneyEntry {
  const said = { method: "card", received_on: nzDate(at), note: null, userId: null } as const;
  return { ...said, amount_cents, currency, source: `card:${payment}` };
}

/** Reads one session again, ending it first if nobody shall pay on it. Throws CardProblem. */
async function recheck(
  context: DealContext,
  cards: Cards,
  row: CardSessionRow,
  isToEnd = row.state === "stopped",
): Promise<void> {
  const session =
    row.session_id === null
      ? await cards.openSession(await requestAgain(context, row))
      : { id: row.session_id };
  const isOver = isToEnd || Date.parse(row.expires_at) <= context.now().getTime();
  const now = await (isOver ? cards.endSession(session.id) : cards.readSession(session.id));
  await settleSession(context, row, now);
}

/** The same request gets the page that was opened when its answer was lost. */
async function requestAgain(context: DealContext, row: CardSessionRow) {
  const deal = await readDeal(context.database.reader, row.ref_number);
  if (deal === null) throw new CardProblem("refused", "its request was removed");
  return pageRequest(context, deal, row);
}

/** The customer may just have paid. If the card company does not answer, what follows goes on. */
export async function settleOpen(context: DealContext, reference: string, isToEnd = false): Promise<void> {
  const { cards, database } = context;
  if (cards === null) return;
  const rows = await database.reader
    .selectFrom("card_sessions")
    .selectAll()
    .where("ref_number", "=", reference)
    .where("state", "in", ["open", "stopped"])
    .where("session_id", "is not", null)
    .execute();
  for (const row of rows) await recheck(context, cards, row, isToEnd).catch(cardProblem);
}

/** Before a lapse, a cancellation or another change that a payment of this minute would make wrong. */
export function endCardPages(context: DealContext, reference: string): Promise<void> {
  return settleOpen(context, reference, true);
}

const everyMs = 5 * minuteMs;

/** Reads open sessions again every five minutes and at their end, and ends those that nobody shall pay on. */
export async function recheckSessions(context: ChoreContext): Promise<void> {
  const { cards, database, log } = context;
  if (cards === null) return;
  const now = context.now();
  const before = new Date(now.getTime() - everyMs).toISOString();
  const due = database.reader
    .selectFrom("card_sessions")
    .selectAll()
    .where((row) =>
      row.or([
        row("state", "=", "stopped"),
        row.and([
          row("state", "=", "open"),
          row.or([row("checked_at", "<=", before), row("expires_at", "<=", now.toISOString())]),
        ]),
      ]),
    );
  for (const row of await due.limit(50).execute()) {
    await recheck(context, cards, row).catch(async (error: unknown) => {
      const problem = cardProblem(error);
      if (problem.kind === "refused" && row.session_id === null) return noteEnded(context, row);
      return log.error({ err: problem, reference: row.ref_number }, "a card page could not be read again");
    });
  }
}

/** Throws what is none. */
export function cardProblem(error: unknown): CardProblem {
  if (error instanceof CardProblem) return error;
  throw error;
}
