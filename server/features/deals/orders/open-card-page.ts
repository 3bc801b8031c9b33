import { randomUUID } from "node:crypto";

import { activeOrder, isOverdue, owedCents, visitorActionsNow } from "#domain/deals/deal-state.ts";
import { hourMs, minuteMs } from "#domain/durations.ts";
import type { Outcome } from "#domain/outcome.ts";
import { changeDeal } from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { readDeal } from "#server/features/deals/deal/read-deal.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { CardSessionRow } from "#server/platform/database/money-tables.ts";
import type { Cards, CardSession } from "#server/services/cards/cards.ts";

import { stopCardPages } from "./card-pages.ts";
import { cardProblem, noteState, pageRequest, settleOpen } from "./card-sessions.ts";

/** `not_now`: the order owes nothing by card. Otherwise the card company refused, or did not answer. */
export type NoCardPage = "not_now" | "refused" | "unanswered";

/** The card company allows 30 minutes to 24 hours; an hour is left at both ends. */
const [shortest, longest] = [1.5 * hourMs, 23 * hourMs];

/**
 * Opens the card page of what the order owes now, or returns the open one. The row is committed before the card company is
 * asked, and its id is the Idempotency-Key, so that a lost answer is asked for again. Returns null if the request was removed.
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
  if ("refusal" in opened) {
    if (opened.refusal === "refused") await noteState(context, row, { state: "ended" });
    return opened;
  }
  const { url } = opened.ok;
  const isOpen = await noteOpened(context, row, opened.ok);
  return url === null || !isOpen ? { refusal: "not_now" } : { ok: { url } };
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

/** Returns the row of the page, a new one unless one of the same amount is open. */
function wantPage(context: DealContext, reference: string) {
  return changeDeal<Outcome<CardSessionRow, NoCardPage>>(
    context,
    { reference, userId: null },
    async (work) => {
      const { tx, deal, at } = work;
      const order = activeOrder(deal);
      const isDue = order !== null && !isOverdue(order, at) && owedCents(order) > 0;
      if (!isDue || !visitorActionsNow(deal, at).includes("pay_by_card")) return { refusal: "not_now" };
      const open = await openRow(tx, order.id);
      const isFresh = open !== undefined && Date.parse(open.expires_at) - at.getTime() > minuteMs;
      if (isFresh && open.amount_cents === owedCents(order)) return { ok: open };
      await stopCardPages(work, order.id);
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
      work.event({ type: "card", becomes: String(row.amount_cents) });
      return { ok: row };
    },
  );
}

function openRow(db: Query, orderId: string): Promise<CardSessionRow | undefined> {
  const rows = db.selectFrom("card_sessions").selectAll().where("order_id", "=", orderId);
  return rows.where("state", "=", "open").executeTakeFirst();
}

/** Returns false if the order has changed since: the chore ends the page. */
async function noteOpened(
  context: DealContext,
  { id }: CardSessionRow,
  session: CardSession,
): Promise<boolean> {
  const known = { session_id: session.id, url: session.url };
  const noted = await context.database.write((tx) =>
    tx.updateTable("card_sessions").set(known).where("id", "=", id).returning("state").executeTakeFirst(),
  );
  return noted?.state === "open";
}
