import { randomUUID } from "node:crypto";

import type * as v from "valibot";

import type { dealRequests } from "#domain/deals/deal-wire.ts";
import {
  type ByStaff,
  type CallOutcome,
  changeDeal,
  type DealChange,
  type DealMoment,
  done,
  refused,
} from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { queueDealMail } from "#server/features/deals/deal/deal-mail.ts";
import { activeOrder, balanceOf } from "#server/features/deals/deal/deal-state.ts";
import { readDeskSetting } from "#server/features/deals/deal/desk-settings.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { OrderRow, ParcelRow } from "#server/platform/database/deal-tables.ts";

import { stillOwed } from "./change-order.ts";
import { moveOrder } from "./move-order.ts";
import { parcelForDesk } from "./order-for-desk.ts";
import { parcelMail } from "./order-mails.ts";

/** An order can have several; the first one makes it "sent". */
export function enterParcel(
  context: DealContext,
  { ref: reference, carrier, tracking, userId, callKey }: v.InferOutput<typeof dealRequests.parcel> & ByStaff,
): Promise<CallOutcome | null> {
  const options = { reference, userId, callKey, urgent: true };
  return changeDeal<CallOutcome>(context, options, async (moment) => {
    const { tx, deal, at } = moment;
    const order = activeOrder(deal);
    if (order === null || !["paid", "packed", "sent"].includes(order.state))
      return refused("Only a paid order can be sent");
    const owed = balanceOf(order, deal);
    if (order.state !== "sent" && owed > 0) return refused(stillOwed(owed));
    const parcel = await insertParcel(tx, {
      order_id: order.id,
      carrier,
      tracking,
      user_id: userId,
      sent_at: at.toISOString(),
    });
    if (order.state !== "sent") await moveOrder(tx, order, { state: "sent", at });
    const shown = parcelForDesk(parcel, (await readDeskSetting(tx, "carriers")).value);
    await queueDealMail(tx, context, deal, parcelMail(order, parcel), { at });
    const events = [{ type: "parcel" as const, becomes: String(deal.parcels.length + 1) }];
    return done({ parcel: shown }, { events });
  });
}

async function insertParcel(
  tx: Query,
  facts: Pick<ParcelRow, "order_id" | "carrier" | "tracking" | "user_id" | "sent_at">,
): Promise<ParcelRow> {
  const parcel: ParcelRow = { id: randomUUID(), ...facts, state: "with_carrier", delivered_at: null };
  await tx.insertInto("parcels").values(parcel).execute();
  return parcel;
}

/**
 * Of one parcel, as its carrier or the customer says. With the last one that is on its way delivered, the order is. If
 * one was lost after the others had arrived, another one has to go, unless staff say "delivered" of the others again.
 */
export async function changeParcel(
  context: DealContext,
  { id, state, userId, callKey }: v.InferOutput<typeof dealRequests.parcelState> & ByStaff,
): Promise<CallOutcome | null> {
  const reference = await referenceOf(context.database.reader, id);
  if (reference === null) return null;
  const options = { reference, userId, callKey, urgent: true };
  return changeDeal<CallOutcome>(context, options, async (moment) => {
    const { tx, deal, at } = moment;
    const order = activeOrder(deal);
    const parcel = deal.parcels.find((one) => one.id === id);
    if (parcel === undefined || order?.state !== "sent") return refused("The order is not on its way");
    const { value: carriers } = await readDeskSetting(tx, "carriers");
    const areOthersOnTheWay = deal.parcels.some((one) => one.id !== id && one.state === "with_carrier");
    const areAllThere = state === "delivered" && !areOthersOnTheWay;
    if (parcel.state === state && !areAllThere) return done({ parcel: parcelForDesk(parcel, carriers) });
    const arrivedAt = parcel.delivered_at ?? at.toISOString();
    const cells = { state, delivered_at: state === "delivered" ? arrivedAt : null };
    await tx.updateTable("parcels").set(cells).where("id", "=", id).execute();
    const events = [{ type: "parcel_state" as const, was: parcel.state, becomes: state }];
    const record = areAllThere ? { record: await noteDelivery(moment, order) } : {};
    return done({ parcel: parcelForDesk({ ...parcel, ...cells }, carriers) }, { events, ...record });
  });
}

async function referenceOf(db: Query, parcelId: string): Promise<string | null> {
  const found = await db
    .selectFrom("parcels")
    .innerJoin("orders", "orders.id", "parcels.order_id")
    .select("orders.ref_number")
    .where("parcels.id", "=", parcelId)
    .executeTakeFirst();
  return found?.ref_number ?? null;
}

/** The order has arrived. Returns what that changes in the record. */
export async function noteDelivery(
  { tx, at }: DealMoment,
  order: OrderRow,
): Promise<NonNullable<DealChange<unknown>["record"]>> {
  await moveOrder(tx, order, { state: "delivered", at, delivered_at: at.toISOString() });
  return { status: "completed" };
}
