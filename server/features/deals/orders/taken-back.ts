import type { Order } from "#domain/deals/deal.ts";
import { formatCents } from "#domain/deals/money.ts";
import { orderActions } from "#domain/deals/order.ts";
import type { Notice } from "#domain/notice.ts";
import { formatDay } from "#domain/nz-time.ts";
import {
  type AnyWork,
  type ByStaff,
  type CallOutcome,
  refused,
} from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { TakenBackRow } from "#server/platform/database/money-tables.ts";

import { changeKeptOrder } from "./change-kept-order.ts";
import { orderForDesk } from "./order-for-desk.ts";

/** Lists money that left without the desk, once, and says so in the history. */
export async function noteTaken(
  work: AnyWork,
  { id: order_id, ref_number }: Order,
  taken: Pick<TakenBackRow, "id" | "amount_cents" | "why">,
): Promise<void> {
  const row = { ...taken, order_id, ref_number, due_on: null, at: work.at.toISOString(), seen_at: null };
  const rows = work.tx.insertInto("taken_back").values(row);
  const fresh = rows.onConflict((known) => known.column("id").doNothing()).returning("id");
  if ((await fresh.executeTakeFirst()) === undefined) return;
  work.event({ type: "money_taken", was: taken.why, becomes: String(taken.amount_cents) });
}

/** Takes the money that was taken back of a record off the list, by staff: packing goes on. */
export function seeTakenBack(
  context: DealContext,
  { ref: reference, note, ...by }: ByStaff & { readonly ref: string; readonly note: string | null },
): Promise<CallOutcome | null> {
  return changeKeptOrder(context, { reference, ...by }, async (work, orders) => {
    const order = orders.at(-1);
    if (order === undefined || !(await see(work, reference))) return refused(orderActions.seen.refusal);
    work.event({ type: "money_seen" });
    work.note(note);
    return { ok: { order: orderForDesk(order) } };
  });
}

async function see({ tx, at }: AnyWork, reference: string): Promise<boolean> {
  const rows = tx.updateTable("taken_back").set({ seen_at: at.toISOString() });
  const seen = rows.where("ref_number", "=", reference).where("seen_at", "is", null);
  return (await seen.executeTakeFirst()).numUpdatedRows > 0n;
}

/** Names the disputes whose evidence is due. */
export async function disputesNotice(db: Query, now: Date): Promise<Notice | null> {
  const rows = db.selectFrom("taken_back").selectAll().where("why", "=", "dispute");
  const open = await rows
    .where("seen_at", "is", null)
    .where("due_on", "is not", null)
    .orderBy("due_on")
    .execute();
  if (open.length === 0) return null;
  const each = open.map(
    ({ ref_number: ref, amount_cents: cents, due_on: day }) =>
      `${ref}, ${formatCents(cents)}: evidence is due by ${formatDay(day ?? "", now)}`,
  );
  return {
    id: "disputes",
    severity: "danger",
    title: `${open.length === 1 ? "A card payment is" : `${open.length} card payments are`} disputed.`,
    words: `${each.join(". ")}. Answer it in Stripe’s dashboard: without evidence, the money is lost.`,
  };
}
