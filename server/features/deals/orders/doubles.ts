import { sql } from "kysely";

import { formatCents } from "#domain/deals/money.ts";
import { statesWhere } from "#domain/deals/order.ts";
import { recordAge } from "#domain/record-age.ts";
import type { ByStaff, DealMoment } from "#server/features/deals/deal/change-deal.ts";
import type { ParcelRow, PaymentRow } from "#server/platform/database/deal-tables.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

const withParcels = statesWhere(({ stage, next, others }) => {
  return stage === "sent" || [...next, ...others].includes("close");
});

type Moment = Pick<DealMoment, "tx" | "at">;
type Entry<Facts> = Facts & Pick<ByStaff, "userId"> & { readonly again?: boolean | undefined };

/** Asks (`again` in the call says that it is meant) about the same amount, day and method among the payments `before`, unless it was taken back since. */
export async function paymentDouble(
  moment: Moment,
  before: readonly PaymentRow[],
  { again, userId, ...entry }: Entry<Pick<PaymentRow, "amount_cents" | "method" | "received_on">>,
): Promise<Refusal | null> {
  const cents = entry.amount_cents;
  const alike = before.filter(
    (one) =>
      Math.abs(one.amount_cents) === Math.abs(cents) &&
      one.method === entry.method &&
      one.received_on === entry.received_on,
  );
  const sum = alike.reduce((total, one) => total + one.amount_cents, 0);
  const last = alike.findLast(
    (one) => one.amount_cents === cents && (again === false || one.user_id !== userId),
  );
  if (again === true || last === undefined || sum * cents <= 0) return null;
  const what = `${cents > 0 ? "A payment" : "A refund"} of ${formatCents(Math.abs(cents))} for this day`;
  const message = `${what} is already there, ${await enteredBy(moment, last.user_id, last.at)}`;
  return { status: 409, message, field: "again" };
}

/** Refuses the same tracking number for the same order, and asks about it if it is on another open one. */
export async function parcelDouble(
  moment: DealMoment,
  { id = "", tracking, userId, again }: Entry<Pick<ParcelRow, "tracking"> & { readonly id?: string }>,
): Promise<Refusal | null> {
  const key = tracking.replaceAll(/[ -]/g, "").toUpperCase();
  const alike = await moment.tx
    .selectFrom("orders")
    .innerJoin("parcels", "parcels.order_id", "orders.id")
    .select(["orders.ref_number as on", "parcels.user_id as by", "parcels.sent_at as since"])
    .where("orders.state", "in", withParcels)
    .where("parcels.state", "<>", "removed")
    .where("parcels.id", "<>", id)
    .where(sql`replace(replace(upper(parcels.tracking), ' ', ''), '-', '')`, "=", key)
    .execute();
  const here = alike.find(({ on }) => on === moment.deal.reference);
  const there = alike.find(({ by }) => /\d/.test(key) && (again === false || by !== userId));
  const found = here ?? (again === true ? undefined : there);
  if (found === undefined) return null;
  const where = here === undefined ? `on ${found.on} already` : "already there";
  const message = `${tracking} is ${where}, ${await enteredBy(moment, found.by, found.since)}`;
  return { status: 409, message, ...(here === undefined ? { field: "again" } : {}) };
}

async function enteredBy({ tx, at }: Moment, userId: string, since: string): Promise<string> {
  const users = tx.selectFrom("users").select(["full_name", "email"]).where("id", "=", userId);
  const { full_name: name, email } = await users.executeTakeFirstOrThrow();
  return `entered by ${name || email} ${recordAge(new Date(since), at)}`;
}
