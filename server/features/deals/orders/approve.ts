import { randomUUID } from "node:crypto";

import { payBy, secondsToMidnight } from "#domain/deals/deadlines.ts";
import { type QuoteLine, type Selection, selectedLines, totalOf } from "#domain/deals/quote.ts";
import type { approvalWays } from "#domain/deals/stage.ts";
import { nzDate } from "#domain/nz-time.ts";
import {
  changeDeal,
  type DealChange,
  type DealMoment,
  noteEvents,
} from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { queueDealMail } from "#server/features/deals/deal/deal-mail.ts";
import { activeOrder, currentVersion, isExpired } from "#server/features/deals/deal/deal-state.ts";
import type { Deal, QuoteVersion } from "#server/features/deals/deal/read-deal.ts";
import { setVersionState } from "#server/features/deals/deal/set-version-state.ts";
import { answeredAt } from "#server/features/records/derived-columns.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { OrderRow } from "#server/platform/database/deal-tables.ts";

import { sealCustomer } from "./order-customer.ts";
import { orderForDesk } from "./order-for-desk.ts";
import { heldElsewhere, holdItems, releaseItems } from "./order-items.ts";
import { orderMail, stopMailsBefore } from "./order-mails.ts";

export interface Approval {
  readonly reference: string;
  readonly number: number;
  /** Null if staff approve for the customer: they see the version itself. */
  readonly hash: string | null;
  readonly selection: Selection;
  readonly how: (typeof approvalWays)[number];
  readonly userId: string | null;
  readonly note: string | null;
  /** Of a call by staff. */
  readonly callKey?: string | null;
}

export type ApprovalOutcome =
  /** `isNew` is false for a repetition, and for everybody after the first. */
  | { readonly kind: "approved"; readonly order: OrderRow; readonly isNew: boolean }
  | { readonly kind: "impossible" }
  /** Not the current version, or other content: nothing was agreed. */
  | { readonly kind: "stale" }
  | { readonly kind: "sold"; readonly lines: readonly QuoteLine[] }
  | { readonly kind: "expired" }
  /** Declined, withdrawn, or its order cancelled. */
  | { readonly kind: "over" }
  | { readonly kind: "too often"; readonly retryAfterSeconds: number };

/** The approval, its order, the invoice number and the hold on the parts: one transaction (deals.md 1.4). */
export function approve(context: DealContext, approval: Approval): Promise<ApprovalOutcome | null> {
  const { reference, userId, callKey = null } = approval;
  const options = { reference, userId, callKey, urgent: true, tellStaff: userId === null };
  return changeDeal<ApprovalOutcome>(context, options, (moment) => approveIn(context, moment, approval));
}

async function approveIn(
  context: DealContext,
  moment: DealMoment,
  approval: Approval,
): Promise<DealChange<ApprovalOutcome>> {
  const { tx, deal, at } = moment;
  const order = activeOrder(deal);
  const isSame =
    order?.number === approval.number && (approval.hash ?? order.content_hash) === order.content_hash;
  if (order !== null) {
    return { result: isSame ? { kind: "approved", order, isNew: false } : { kind: "stale" } };
  }
  const version = currentVersion(deal, at);
  const refusal = refusalOf(version, approval, at);
  if (refusal !== null || version === null) return { result: { kind: refusal ?? "stale" } };
  if (approval.userId === null && ordersOfToday(deal, at) >= approvalsADay)
    return { result: { kind: "too often", retryAfterSeconds: secondsToMidnight(at) } };
  const lines = selectedLines(version.content.lines, approval.selection);
  if (lines === null) return { result: { kind: "impossible" } };
  const sold = await heldElsewhere(tx, context.database, lines);
  if (sold.length > 0) {
    const labels = sold.map(({ item_label: label }) => label).join(", ");
    const isKnown = await isSaleNoted(tx, deal, { version, labels });
    const events = isKnown ? [] : [{ type: "quote_sold" as const, becomes: labels }];
    return { result: { kind: "sold", lines: sold }, events };
  }
  const placed = await placeOrder(context, moment, { approval, version, lines });
  return {
    result: { kind: "approved", order: placed, isNew: true },
    response: { order: orderForDesk(placed, placed.total_cents) },
    events: [
      { type: "approved", was: String(version.number), becomes: approval.how },
      ...noteEvents(approval.note),
    ],
    record: { order_placed: true, status: "in_progress", duplicate_of: null },
    // The mail that would have answered may not have left, and is stopped.
    answer: answeredAt(context.calendar, deal.record, { by: "quote", at }),
  };
}

/** By link. Each makes an invoice number that is kept for seven years, a mail and a line of the digest. */
const approvalsADay = 5;

function ordersOfToday({ orders }: Deal, at: Date): number {
  return orders.filter(({ approved_at: approved }) => nzDate(new Date(approved)) === nzDate(at)).length;
}

interface Sale {
  readonly version: Pick<QuoteVersion, "queued_at">;
  readonly labels: string;
}

/** Staff are told once about each version, however often the customer presses. */
async function isSaleNoted(tx: Query, { record }: Deal, { version, labels }: Sale): Promise<boolean> {
  const events = tx.selectFrom("record_events").select("id").where("record_id", "=", record.id);
  const noted = events.where("type", "=", "quote_sold").where("becomes", "=", labels);
  return (await noted.where("at", ">=", version.queued_at).executeTakeFirst()) !== undefined;
}

function refusalOf(
  version: QuoteVersion | null,
  { number, hash }: Approval,
  at: Date,
): "stale" | "expired" | "over" | null {
  if (
    version === null ||
    version.number !== number ||
    (hash ?? version.content_hash) !== version.content_hash
  )
    return "stale";
  if (version.state !== "out") return "over";
  return isExpired(version, at) ? "expired" : null;
}

interface Approved {
  readonly approval: Approval;
  readonly version: QuoteVersion;
  readonly lines: readonly QuoteLine[];
}

async function placeOrder(
  context: DealContext,
  { tx, deal, at }: DealMoment,
  { approval, version, lines }: Approved,
): Promise<OrderRow> {
  const instant = at.toISOString();
  const id = randomUUID();
  const order: OrderRow = {
    id,
    ref_number: deal.reference,
    number: version.number,
    content_hash: version.content_hash,
    selection: JSON.stringify(approval.selection),
    state: "awaiting_payment",
    invoice_number: await nextInvoiceNumber(tx, context.deals.invoiceStart),
    total_cents: totalOf(version.content, lines),
    approved_at: instant,
    approved_how: approval.how,
    approved_by: approval.userId,
    note: approval.note,
    customer: sealCustomer(context, id, deal.record),
    pay_by: payBy(at, context.deals.payWithinDays, context.calendar).toISOString(),
    paid_at: null,
    lapsed_at: null,
    cancelled_at: null,
    delivered_at: null,
    changed_at: instant,
  };
  await tx.insertInto("orders").values(order).execute();
  await holdItems(tx, id, lines);
  await setVersionState(tx, deal.reference, version.number, "approved", at);
  await queueDealMail(tx, context, deal, orderMail(context, order, at), { at });
  return order;
}

interface TakeBackOutcome {
  readonly kind: "done" | "not now";
}

/** The visitor takes the approval back. */
export function takeBack(context: DealContext, reference: string): Promise<TakeBackOutcome | null> {
  const options = { reference, userId: null, urgent: true, tellStaff: true };
  return changeDeal<TakeBackOutcome>(context, options, async (moment) => {
    const { deal } = moment;
    const order = activeOrder(deal);
    if (order === null && isTakenBack(deal)) return { result: { kind: "done" } };
    if (order === null || !isUnpaid(order, deal.payments.length)) return { result: { kind: "not now" } };
    const { event, record } = await undoApproval(moment, order);
    return { result: { kind: "done" }, events: [event], record };
  });
}

/** The order is cancelled, and its version can be approved again while it is valid. */
export async function undoApproval({ tx, deal, at }: DealMoment, order: OrderRow) {
  await cancelOrder(tx, order, at);
  await setVersionState(tx, deal.reference, order.number, "out", at);
  const event = { type: "taken_back", was: String(order.invoice_number) } as const;
  return { event, record: { order_placed: false } };
}

/** If staff cancel an order instead, its version stays approved. */
function isTakenBack({ orders, versions }: Deal): boolean {
  return versions.some(({ number, state }) => number === orders.at(-1)?.number && state === "out");
}

function isUnpaid({ state }: OrderRow, payments: number): boolean {
  return (state === "awaiting_payment" || state === "lapsed") && payments === 0;
}

/** Its number stays used, and its parts are free again. */
export async function cancelOrder(tx: Query, order: OrderRow, at: Date): Promise<void> {
  const { id } = order;
  const instant = at.toISOString();
  await tx
    .updateTable("orders")
    .set({ state: "cancelled", cancelled_at: instant, changed_at: instant })
    .where("id", "=", id)
    .execute();
  await releaseItems(tx, id);
  await stopMailsBefore("cancelled", tx, order, at);
}

/** The next number, without gaps: other approvals wait until this transaction ends. */
async function nextInvoiceNumber(tx: Query, first: number): Promise<number> {
  const { last } = await tx
    .insertInto("document_numbers")
    .values({ kind: "invoice", last: first })
    .onConflict((known) =>
      known.column("kind").doUpdateSet((row) => ({ last: row("document_numbers.last", "+", 1) })),
    )
    .returning("last")
    .executeTakeFirstOrThrow();
  return last;
}
