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
import type { CallKey } from "#server/features/deals/deal/repeated-call.ts";
import { setVersionState } from "#server/features/deals/deal/set-version-state.ts";
import { answeredAt } from "#server/features/records/derived-columns.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { OrderRow } from "#server/platform/database/deal-tables.ts";

import { sealCustomer } from "./order-customer.ts";
import { orderForDesk } from "./order-for-desk.ts";
import { heldElsewhere, holdItems } from "./order-items.ts";
import { orderMail } from "./order-mails.ts";

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
  readonly callKey?: CallKey | null;
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
  const options = { reference, userId, callKey, tellStaff: userId === null };
  return changeDeal<ApprovalOutcome>(context, options, (moment) => approveIn(context, moment, approval));
}

async function approveIn(
  context: DealContext,
  moment: DealMoment,
  approval: Approval,
): Promise<DealChange<ApprovalOutcome>> {
  const agreed = await agree(context, moment, approval);
  if ("result" in agreed) return agreed;
  const { version, lines } = agreed;
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
    answer: answeredAt(context.calendar, moment.deal.record, { by: "quote", at: moment.at }),
  };
}

interface Agreed {
  readonly version: QuoteVersion;
  readonly lines: readonly QuoteLine[];
}

/** Returns what is agreed, or why nothing is. */
async function agree(
  context: DealContext,
  moment: DealMoment,
  approval: Approval,
): Promise<Agreed | DealChange<ApprovalOutcome>> {
  const { tx, deal, at } = moment;
  const order = activeOrder(deal);
  if (order !== null)
    return {
      result: isSame(approval, order) ? { kind: "approved", order, isNew: false } : { kind: "stale" },
    };
  const version = currentVersion(deal, at);
  const refusal = refusalOf(version, approval, at);
  if (refusal !== null || version === null) return { result: { kind: refusal ?? "stale" } };
  if (approval.userId === null && ordersOfToday(deal, at) >= approvalsADay)
    return { result: { kind: "too often", retryAfterSeconds: secondsToMidnight(at) } };
  const lines = selectedLines(version.content.lines, approval.selection);
  if (lines === null) return { result: { kind: "impossible" } };
  const sold = await heldElsewhere(tx, context.database, lines);
  return sold.length > 0 ? noteSale(moment, version, sold) : { version, lines };
}

function isSame({ number, hash }: Approval, order: OrderRow): boolean {
  return order.number === number && (hash ?? order.content_hash) === order.content_hash;
}

/** By link. Each makes an invoice number that is kept for seven years, a mail and a line of the digest. */
const approvalsADay = 5;

function ordersOfToday({ orders }: Deal, at: Date): number {
  return orders.filter(({ approved_at: approved }) => nzDate(new Date(approved)) === nzDate(at)).length;
}

/** Staff are told once about each version, however often the customer presses. */
async function noteSale(
  { tx, deal }: DealMoment,
  version: QuoteVersion,
  sold: readonly QuoteLine[],
): Promise<DealChange<ApprovalOutcome>> {
  const labels = sold.map(({ item_label: label }) => label).join(", ");
  const events = tx.selectFrom("record_events").select("id").where("record_id", "=", deal.record.id);
  const sales = events.where("type", "=", "quote_sold").where("becomes", "=", labels);
  const known = await sales.where("at", ">=", version.queued_at).executeTakeFirst();
  return {
    result: { kind: "sold", lines: sold },
    events: known === undefined ? [{ type: "quote_sold", becomes: labels }] : [],
  };
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

interface Approved extends Agreed {
  readonly approval: Approval;
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
