import { formatCents } from "#domain/deals/money.ts";
import { orderActions } from "#domain/deals/order.ts";
import type { Notice } from "#domain/notice.ts";
import { formatDay } from "#domain/nz-time.ts";
import {
  type ByStaff,
  type CallOutcome,
  changeDeal,
  type DealChange,
  type DealEvent,
  type DealMoment,
  done,
  noteEvents,
  refused,
} from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import type { Deal } from "#server/features/deals/deal/read-deal.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { OrderRow } from "#server/platform/database/deal-tables.ts";
import type { TakenBackRow } from "#server/platform/database/money-tables.ts";

import { orderForDesk } from "./order-for-desk.ts";
import { changeLeftOrder } from "./payments.ts";

interface KeptMoment extends Pick<DealMoment, "tx" | "at"> {
  /** Null if the order has outlived its enquiry. */
  readonly deal: Deal | null;
}

/** What somebody else than staff did to an order, whether its enquiry is still there or not. */
export async function changeKeptOrder(
  context: DealContext,
  of: Pick<TakenBackRow, "order_id" | "ref_number">,
  work: (moment: KeptMoment, order: OrderRow) => Promise<Pick<DealChange<unknown>, "events" | "record">>,
): Promise<void> {
  const { order_id: id, ref_number: reference } = of;
  const changed = await changeDeal(context, { reference, userId: null }, async (moment) => {
    const order = moment.deal.orders.find((one) => one.id === id);
    return { result: true, ...(order === undefined ? {} : await work(moment, order)) };
  });
  if (changed !== null) return;
  const orders = context.database.reader.selectFrom("orders").select("invoice_number").where("id", "=", id);
  const left = { ref: reference, callKey: null, ...(await orders.executeTakeFirstOrThrow()) };
  await changeLeftOrder(context, left, async (moment, order) => {
    await work({ ...moment, deal: null }, order);
    return { ok: {} };
  });
}

/** Lists money that left without the desk, once. Returns what happened, for the history. */
export async function noteTaken(
  { tx, at }: Pick<DealMoment, "tx" | "at">,
  { id: order_id, ref_number }: Pick<OrderRow, "id" | "ref_number">,
  taken: Pick<TakenBackRow, "id" | "amount_cents" | "why">,
): Promise<DealEvent[]> {
  const row = { ...taken, order_id, ref_number, due_on: null, at: at.toISOString(), seen_at: null };
  const rows = tx.insertInto("taken_back").values(row);
  const fresh = rows.onConflict((known) => known.column("id").doNothing()).returning("id");
  if ((await fresh.executeTakeFirst()) === undefined) return [];
  return [{ type: "money_taken", was: taken.why, becomes: String(taken.amount_cents) }];
}

/** Staff have seen to all that was taken back of a record: it is listed no longer, and packing goes on. */
export async function seeTakenBack(
  context: DealContext,
  { reference, note, ...by }: ByStaff & { readonly reference: string; readonly note: string | null },
): Promise<CallOutcome | null> {
  const { refusal } = orderActions.seen;
  const outcome = await changeDeal<CallOutcome>(context, { reference, ...by }, async ({ tx, deal, at }) => {
    const order = deal.orders.at(-1);
    if (order === undefined || !(await see(tx, reference, at))) return refused(refusal);
    return done({ order: orderForDesk(order) }, { events: [{ type: "money_seen" }, ...noteEvents(note)] });
  });
  const left = { ref: reference, callKey: by.callKey };
  return (
    outcome ??
    changeLeftOrder(context, left, async ({ tx, at }, order) =>
      (await see(tx, reference, at))
        ? { ok: { order: orderForDesk(order) } }
        : { refusal: { status: 409, message: refusal } },
    )
  );
}

async function see(tx: Query, reference: string, at: Date): Promise<boolean> {
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
