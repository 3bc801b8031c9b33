import { randomUUID } from "node:crypto";

import { payBy, secondsToMidnight } from "#domain/deals/deadlines.ts";
import { activeOrder, visitorActionsNow } from "#domain/deals/deal-state.ts";
import type { Deal, Order, QuoteVersion } from "#domain/deals/deal.ts";
import { wayOf } from "#domain/deals/delivery-ways.ts";
import { mailsTelling } from "#domain/deals/mails.ts";
import type { ApprovalRefusal } from "#domain/deals/quote-states.ts";
import { type QuoteLine, type Selection, selectedLines, totalOf } from "#domain/deals/quote.ts";
import type { approvalWays } from "#domain/deals/stage.ts";
import { currentVersion, versionState } from "#domain/deals/versions.ts";
import { firm } from "#domain/firm.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { nzDate } from "#domain/nz-time.ts";
import type { Outcome } from "#domain/outcome.ts";
import type { Work } from "#server/features/deals/deal/change-deal.ts";
import { noteMachineSales } from "#server/features/deals/deal/quoted-machines.ts";
import { quotes } from "#server/features/deals/deal/quotes.ts";
import { setVersionState } from "#server/features/deals/deal/version-state.ts";
import { answeredAt } from "#server/features/records/derived-columns.ts";
import { noteUnasked } from "#server/features/records/inbound-mails.ts";

import { recordAfter } from "./change-order.ts";
import { issueInvoice, takeInvoiceNumbers } from "./documents.ts";
import { sealCustomer } from "./order-customer.ts";
import { heldElsewhere, holdItems } from "./order-items.ts";
import { queueOrderMails } from "./order-mails.ts";

export interface VersionApproval {
  readonly number: number;
  /** Staff who approve for the customer see the version itself, and send none. */
  readonly hash: string | null;
  readonly selection: Selection;
  readonly how: (typeof approvalWays)[number];
  readonly note: string | null;
}

export interface ApprovedOrder {
  readonly order: Order;
  /** False for a repetition, and for everybody after the first. */
  readonly isNew: boolean;
}

export interface FailedApproval {
  readonly why: ApprovalRefusal;
  /** The lines whose part is sold. */
  readonly lines?: readonly QuoteLine[];
  readonly retryAfterSeconds?: number;
}

/** Places the order, takes its invoice number and holds its parts in one transaction (deals.md 1.4). */
export async function approve(
  work: Work,
  approval: VersionApproval,
): Promise<Outcome<ApprovedOrder, FailedApproval>> {
  const { context, tx, deal, at, userId } = work;
  const order = activeOrder(deal);
  if (order !== null) return isSame(approval, order) ? { ok: { order, isNew: false } } : refusal("stale");
  const agreed = await agree(work, approval);
  if ("refusal" in agreed) {
    await noteSale(work, agreed.refusal);
    return agreed;
  }
  const placed = await placeOrder(work, approval, agreed.ok);
  // Staff have just done what the customer wrote.
  if (userId !== null)
    await noteUnasked(tx, { submission: quoteRequest, record: deal.record }, at.toISOString());
  work.event({ type: "approved", was: String(placed.number), becomes: approval.how });
  work.note(approval.note);
  work.settleRecord(
    { ...recordAfter(deal, placed), status: "in_progress", duplicate_of: null },
    // The mail that would have answered may not have left, and is stopped.
    answeredAt(context.calendar, deal.record, { by: "quote", at }),
  );
  return { ok: { order: placed, isNew: true } };
}

function isSame({ number, hash }: VersionApproval, order: Order): boolean {
  return order.number === number && (hash ?? order.content_hash) === order.content_hash;
}

function refusal(why: ApprovalRefusal) {
  return { refusal: { why } };
}

interface Agreement {
  readonly version: QuoteVersion;
  readonly lines: readonly QuoteLine[];
}

/** Returns what is agreed, if the version is the one that the customer saw and can still be had. */
async function agree(
  work: Work,
  { number, hash, selection, note }: VersionApproval,
): Promise<Outcome<Agreement, FailedApproval>> {
  const { deal, at, userId } = work;
  const version = currentVersion(deal, at);
  if (version?.number !== number || (hash ?? version.content_hash) !== version.content_hash)
    return refusal("stale");
  if (!visitorActionsNow(deal, at).includes("approve"))
    return refusal(versionState(version, at) === "expired" ? "expired" : "over");
  if (userId === null && ordersOfToday(deal, at) >= approvalsADay)
    return { refusal: { why: "too_often", retryAfterSeconds: secondsToMidnight(at) } };
  const lines = selectedLines(version.content.lines, selection);
  if (lines === null) return refusal("impossible");
  if (userId !== null && !note) return refusal("no_note");
  const sold = await heldElsewhere(work, lines);
  return sold.length > 0 ? { refusal: { why: "sold", lines: sold } } : { ok: { version, lines } };
}

/** Limits approvals by link: each makes an invoice number that is kept for seven years, a mail and a line of the digest. */
const approvalsADay = 5;

function ordersOfToday({ orders }: Deal, at: Date): number {
  return orders.filter(({ approved_at: approved }) => nzDate(new Date(approved)) === nzDate(at)).length;
}

/** Tells staff once about each version whose part is sold, however often the customer presses. */
async function noteSale(work: Work, { lines = [] }: FailedApproval): Promise<void> {
  const { tx, deal, at } = work;
  const version = currentVersion(deal, at);
  if (lines.length === 0 || version === null) return;
  const labels = lines.map(({ item_label: label }) => label).join(", ");
  const events = tx.selectFrom("record_events").select("id").where("record_id", "=", deal.record.id);
  const sales = events.where("type", "=", "quote_sold").where("becomes", "=", labels);
  const known = await sales.where("at", ">=", version.queued_at).executeTakeFirst();
  if (known === undefined) work.event({ type: "quote_sold", becomes: labels });
}

async function placeOrder(
  work: Work,
  approval: VersionApproval,
  { version, lines }: Agreement,
): Promise<Order> {
  const { context, tx, deal, at } = work;
  const instant = at.toISOString();
  const id = randomUUID();
  const order: Order = {
    id,
    ref_number: deal.reference,
    number: version.number,
    content_hash: version.content_hash,
    selection: approval.selection,
    state: "awaiting_payment",
    invoice_number: await takeInvoiceNumbers(tx, context.invoiceStart),
    total_cents: totalOf(version.content, lines),
    approved_at: instant,
    pay_by: payBy(at, firm.pay_within_days, context.calendar).toISOString(),
    paid_at: null,
    lapsed_at: null,
    cancelled_at: null,
    delivered_at: null,
    refunded_at: null,
    changed_at: instant,
    paid_cents: 0,
    credited_cents: 0,
    pulled: [],
  };
  await tx
    .insertInto("orders")
    .values({
      ...order,
      selection: JSON.stringify(approval.selection),
      pulled: "[]",
      approved_how: approval.how,
      approved_by: work.userId,
      note: approval.note,
      customer: sealCustomer(context, id, deal.record),
    })
    .execute();
  await issueInvoice(work, order, version.content, lines);
  await holdItems(work, id, lines);
  await noteMachineSales(tx, id, lines);
  await setVersionState(work, quotes, version, "approved");
  await queueOrderMails(work, order, mailsTelling(order.state, wayOf(version.content.freight)));
  return order;
}
