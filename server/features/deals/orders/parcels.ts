import { randomUUID } from "node:crypto";

import { sql } from "kysely";
import type * as v from "valibot";

import { carrierName, trackingLink } from "#domain/deals/carriers.ts";
import { activeOrder, orderRefusal } from "#domain/deals/deal-state.ts";
import type { dealRequests } from "#domain/deals/deal-wire.ts";
import type { Order, Parcel } from "#domain/deals/deal.ts";
import { orderActions, statesWhere } from "#domain/deals/order.ts";
import { type CallOutcome, refused, type Work } from "#server/features/deals/deal/change-deal.ts";
import { readDeskSetting } from "#server/features/deals/deal/desk-settings.ts";
import { sellParts, unsellParts } from "#server/features/deals/parts/part-holds.ts";
import { eventsOf } from "#server/features/records/record-events.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import { stopMails } from "#server/services/mail/outbox-table.ts";

import { moveOrder, moveQuietly, recordAfter } from "./change-order.ts";
import { parcelMail } from "./order-mails.ts";
import { enteredBy } from "./payments.ts";
import { unpulledRefusal } from "./pulled.ts";

/** Enters a parcel by staff. An order can have several; the first one makes it "sent". */
export async function enterParcel(
  work: Work,
  entry: v.InferOutput<typeof dealRequests.parcel>,
): Promise<CallOutcome> {
  const { tx, deal, at } = work;
  const order = activeOrder(deal);
  if (order === null) return refused(orderActions.parcel.refusal);
  const refusal = orderRefusal("parcel", deal, at);
  if (refusal !== null) return refused(refusal);
  const unpulled = order.state === "paid" ? unpulledRefusal(work, order, entry.anyway) : null;
  if (unpulled !== null) return { refusal: unpulled };
  const double = await parcelDouble(work, entry);
  if (double !== null) return refused(double);
  const { value: carriers } = await readDeskSetting(tx, "carriers");
  const carrier = carrierName(carriers, entry.carrier);
  const row = {
    id: randomUUID(),
    carrier,
    tracking: entry.tracking,
    state: "with_carrier",
    sent_at: at.toISOString(),
    delivered_at: null,
  } as const;
  await tx
    .insertInto("parcels")
    .values({ ...row, order_id: order.id, user_id: work.staff })
    .execute();
  if (order.state !== "sent") {
    await sellParts(work, order.id);
    await moveOrder(work, order, { state: "sent" });
  }
  const parcel = { ...row, url: trackingLink(carriers, carrier, row.tracking) };
  await mailParcel(work, order, parcel);
  work.event({ type: "parcel", becomes: String(deal.parcels.length + 1) });
  return { ok: { parcel } };
}

/** Mails the parcel. An earlier mail is stopped if it waits, and corrected if it may have arrived. */
async function mailParcel(work: Work, order: Order, parcel: Parcel): Promise<void> {
  const { tx, deal, at } = work;
  const first = `parcel/${parcel.id}`;
  await stopMails(tx, deal.reference, first, at);
  const mails = tx.selectFrom("outbox").select("state").where("ref_number", "=", deal.reference);
  const before = await mails.where("key", "like", `${first}%`).execute();
  const isAgain = before.some(({ state }) => state !== "failed");
  if (parcel.state === "removed" && !isAgain) return;
  const key = before.length === 0 ? first : `${first}/${before.length + 1}`;
  await work.mail(parcelMail(order, parcel, { key, isAgain }));
}

/**
 * Changes one parcel, as its carrier or the customer says, or as it should have been typed. With the last one that is on its
 * way delivered, the order is. If one was lost after the others had arrived, another one has to go, unless staff say
 * "delivered" of the others again. With its only parcel removed, the order is paid or packed as before.
 */
export async function changeParcel(
  work: Work,
  { id, again, ...entry }: v.InferOutput<typeof dealRequests.parcelChange>,
): Promise<CallOutcome> {
  const { tx, deal, at } = work;
  const order = activeOrder(deal);
  const parcel = deal.parcels.find((one) => one.id === id);
  if (parcel === undefined || order?.state !== "sent") return refused(orderActions.delivered.refusal);
  const { value: carriers } = await readDeskSetting(tx, "carriers");
  const { state = parcel.state, tracking = parcel.tracking } = entry;
  const carrier = entry.carrier === undefined ? parcel.carrier : carrierName(carriers, entry.carrier);
  const isCorrected = carrier !== parcel.carrier || tracking !== parcel.tracking;
  const double = isCorrected ? await parcelDouble(work, { id, tracking, again }) : null;
  if (double !== null) return refused(double);
  const others = deal.parcels.filter((one) => one.id !== id);
  const areAllThere = areDelivered(others, entry.state);
  const isMoved = state !== parcel.state || areAllThere;
  if (!isMoved && !isCorrected) return { ok: { parcel } };
  const arrived = state === "delivered" ? (parcel.delivered_at ?? at.toISOString()) : null;
  const cells = { carrier, tracking, state, delivered_at: arrived };
  await tx.updateTable("parcels").set(cells).where("id", "=", id).execute();
  const shown = { ...parcel, ...cells, url: trackingLink(carriers, carrier, tracking) };
  if (state === "removed" || isCorrected) await mailParcel(work, order, shown);
  if (state === "removed" && others.length === 0) await unsend(work, order);
  if (areAllThere) await noteDelivery(work, order);
  if (isCorrected) work.event({ type: "parcel_state", becomes: "corrected" });
  if (isMoved) work.event({ type: "parcel_state", was: parcel.state, becomes: state });
  return { ok: { parcel: shown } };
}

/** Returns true if the whole order has arrived, now that one parcel is in that state. */
function areDelivered(others: readonly Parcel[], state: Parcel["state"] | undefined): boolean {
  if (state === "delivered") return others.every((one) => one.state !== "with_carrier");
  return state === "removed" && others.length > 0 && others.every((one) => one.state === "delivered");
}

/** Puts the order back to what it was before its only parcel was entered. */
async function unsend(work: Work, order: Order): Promise<void> {
  const events = await eventsOf(work.tx, work.deal.record.id);
  const isPacked = events.some((one) => one.type === "order_packed" && one.at >= (order.paid_at ?? ""));
  await unsellParts(work, order.id);
  await moveQuietly(work, order, { state: isPacked ? "packed" : "paid", paid_at: order.paid_at });
}

/** Returns the reference of the deal that has the parcel; null if there is no such parcel. */
export async function referenceOfParcel(db: Query, parcelId: string): Promise<string | null> {
  const found = await db
    .selectFrom("parcels")
    .innerJoin("orders", "orders.id", "parcels.order_id")
    .select("orders.ref_number")
    .where("parcels.id", "=", parcelId)
    .executeTakeFirst();
  return found?.ref_number ?? null;
}

export async function noteDelivery(work: Work, order: Order): Promise<void> {
  work.settleRecord(recordAfter(work.deal, await moveOrder(work, order, { state: "delivered" })));
}

const withParcels = statesWhere(({ stage, next, others }) => {
  return stage === "sent" || [...next, ...others].includes("close");
});

interface ParcelEntry {
  readonly id?: string;
  readonly tracking: string;
  readonly again?: boolean | undefined;
}

/** Refuses the same tracking number for the same order, and asks about it if it is on another open one. */
async function parcelDouble(work: Work, { id = "", tracking, again }: ParcelEntry): Promise<Refusal | null> {
  const key = tracking.replaceAll(/[ -]/g, "").toUpperCase();
  const alike = await work.tx
    .selectFrom("orders")
    .innerJoin("parcels", "parcels.order_id", "orders.id")
    .select(["orders.ref_number as on", "parcels.user_id as by", "parcels.sent_at as since"])
    .where("orders.state", "in", withParcels)
    .where("parcels.state", "<>", "removed")
    .where("parcels.id", "<>", id)
    .where(sql`replace(replace(upper(parcels.tracking), ' ', ''), '-', '')`, "=", key)
    .execute();
  const here = alike.find(({ on }) => on === work.deal.reference);
  const there = alike.find(({ by }) => /\d/.test(key) && (again === false || by !== work.userId));
  const found = here ?? (again === true ? undefined : there);
  if (found === undefined) return null;
  const where = here === undefined ? `on ${found.on} already` : "already there";
  const message = `${tracking} is ${where}, ${await enteredBy(work, found.by, found.since)}`;
  return { status: 409, message, ...(here === undefined ? { field: "again" } : {}) };
}
