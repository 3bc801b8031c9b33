import type { Deal } from "#domain/deals/deal.ts";
import { dayMs, minuteMs } from "#domain/durations.ts";
import { nzDate } from "#domain/nz-time.ts";
import type { AnyWork, ChoreContext } from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { dealLink } from "#server/features/deals/deal/deal-link.ts";
import { readDeal } from "#server/features/deals/deal/read-deal.ts";
import { DatabaseUnavailable, type Query } from "#server/platform/database/database.ts";
import type { CardSessionRow } from "#server/platform/database/money-tables.ts";
import { type CardEvent, CardProblem, type CardSession, type Cards } from "#server/services/cards/cards.ts";

import { cardSource } from "./card-pages.ts";
import { changeOrderById } from "./change-kept-order.ts";
import type { MoneyEntry } from "./enter-money.ts";
import { receiveMoney } from "./payments.ts";

/** A row always makes the same request to the card company. */
export function pageRequest(
  context: DealContext,
  deal: Deal,
  { id, amount_cents, expires_at }: CardSessionRow,
) {
  const { url } = dealLink(context, deal);
  const text = `Your order ${deal.reference}`;
  return { id, amount_cents, text, paidUrl: `${url}/paid`, backUrl: url, expires_at };
}

export async function noteState(
  context: DealContext,
  { id, state }: CardSessionRow,
  cells: Partial<CardSessionRow>,
): Promise<void> {
  // Another call may have settled or stopped it.
  await context.database.write((tx) =>
    tx.updateTable("card_sessions").set(cells).where("id", "=", id).where("state", "=", state).execute(),
  );
}

/** Returns the row of a session that the card company names; null if it is not ours. */
export async function findSession(
  db: Query,
  { id, reference }: NonNullable<CardEvent["session"]>,
): Promise<CardSessionRow | null> {
  const rows = db.selectFrom("card_sessions").selectAll();
  const row = await rows
    .where((one) => one.or([one("session_id", "=", id), one("id", "=", reference ?? "")]))
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Sets our state by what the card company says of a session now. A paid session becomes one payment, whatever became of
 * the order. Safe to call again and at the same time.
 */
export async function settleSession(
  context: DealContext,
  page: CardSessionRow,
  session: CardSession,
): Promise<void> {
  const { id } = page;
  const settleRow = async ({ tx, at }: AnyWork) => {
    const rows = tx.selectFrom("card_sessions").selectAll().where("id", "=", id);
    const row = await rows.executeTakeFirst();
    if (row === undefined || row.state === "paid") return false;
    const becomes = session.state === "paid" || session.state === "ended" ? session.state : row.state;
    const cells = { state: becomes, session_id: session.id, url: session.url, checked_at: at.toISOString() };
    await tx.updateTable("card_sessions").set(cells).where("id", "=", id).execute();
    return session.state === "paid";
  };
  await changeOrderById(context, page, async (work, order) => {
    if (await settleRow(work)) await receiveMoney(work, order, moneyOf(session, work.at));
  });
}

function moneyOf({ payment, amount_cents, currency }: CardSession, at: Date): MoneyEntry {
  const said = { method: "card", received_on: nzDate(at), note: null, userId: null } as const;
  return { ...said, amount_cents, currency, source: `${cardSource}${payment}` };
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

/** Repeats the request, which gets the page that was opened when its answer was lost. */
async function requestAgain(context: DealContext, row: CardSessionRow) {
  const deal = await readDeal(context.database.reader, row.ref_number);
  if (deal === null) throw new CardProblem("refused", "its request was removed");
  return pageRequest(context, deal, row);
}

/** Reads the open sessions of a deal again: the customer may just have paid. Problems with the card company are ignored. */
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

/** Call it before a lapse, a cancellation or another change that a payment of this minute would make wrong. */
export function endCardPages(context: DealContext, reference: string): Promise<void> {
  return settleOpen(context, reference, true);
}

const everyMs = 5 * minuteMs;

/** Reads open sessions again every five minutes and at their end, and ends those that nobody shall pay on. */
export async function recheckSessions(context: ChoreContext): Promise<void> {
  const { cards, database, log } = context;
  if (cards === null) return;
  for (const row of await sessionsToRead(database.reader, context.now())) {
    const problem = await recheck(context, cards, row).then(
      () => null,
      (error: unknown) => error,
    );
    if (problem === null) continue;
    if (problem instanceof DatabaseUnavailable) throw problem;
    log.error({ err: problem, reference: row.ref_number }, "a card page could not be read again");
    const isForgotten = context.now().getTime() - Date.parse(row.expires_at) > dayMs;
    const isRefused = problem instanceof CardProblem && problem.kind === "refused";
    const state = isRefused && isForgotten ? "ended" : row.state;
    await noteState(context, row, { state, checked_at: context.now().toISOString() });
  }
}

/** Returns the 20 that waited longest. A session that could not be read waits a minute, so that others get their turn. */
function sessionsToRead(db: Query, now: Date): Promise<CardSessionRow[]> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  return db
    .selectFrom("card_sessions")
    .selectAll()
    .where("state", "in", ["open", "stopped"])
    .where((row) =>
      row.or([
        row("checked_at", "is", null),
        row("checked_at", "<=", before(everyMs)),
        row.and([
          row("checked_at", "<=", before(minuteMs)),
          row.or([row("state", "=", "stopped"), row("expires_at", "<=", now.toISOString())]),
        ]),
      ]),
    )
    .orderBy("checked_at")
    .limit(20)
    .execute();
}

/** Throws other errors. */
export function cardProblem(error: unknown): CardProblem {
  if (error instanceof CardProblem) return error;
  throw error;
}
