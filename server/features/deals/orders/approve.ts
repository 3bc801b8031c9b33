import { randomUUID } from "node:crypto";

import { payBy, secondsToMidnight } from "#domain/deals/deadlines.ts";
import { mailsTelling } from "#domain/deals/mails.ts";
import type { ApprovalRefusal } from "#domain/deals/quote-states.ts";
import { type QuoteLine, type Selection, selectedLines, totalOf } from "#domain/deals/quote.ts";
import type { approvalWays } from "#domain/deals/stage.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { nzDate } from "#domain/nz-time.ts";
import type { Outcome } from "#domain/outcome.ts";
import {
  changeDeal,
  type DealEvent,
  type DealMoment,
  noteEvents,
} from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import {
  activeOrder,
  currentVersion,
  versionState,
  visitorActionsNow,
} from "#server/features/deals/deal/deal-state.ts";
import { quotes } from "#server/features/deals/deal/quotes.ts";
import type { Deal, QuoteVersion } from "#server/features/deals/deal/read-deal.ts";
import type { CallKey } from "#server/features/deals/deal/repeated-call.ts";
import { setVersionState } from "#server/features/deals/deal/version-state.ts";
import { answeredAt } from "#server/features/records/derived-columns.ts";
import { noteUnasked } from "#server/features/records/inbound-mails.ts";
import type { OrderRow } from "#server/platform/database/deal-tables.ts";

import { recordAfter } from "./change-order.ts";
import { issueInvoice, takeInvoiceNumbers } from "./documents.ts";
import { sealCustomer } from "./order-customer.ts";
import { orderForDesk } from "./order-for-desk.ts";
import { heldElsewhere, holdItems } from "./order-items.ts";
import { queueOrderMails } from "./order-mails.ts";

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

export interface Approved {
  readonly order: OrderRow;
  /** False for a repetition, and for everybody after the first. */
  readonly isNew: boolean;
}

/** Why nothing was agreed. */
export interface NotApproved {
  readonly why: ApprovalRefusal;
  /** Those whose part is sold. */
  readonly lines?: readonly QuoteLine[];
  readonly retryAfterSeconds?: number;
}

type ApprovalOutcome = Outcome<Approved, NotApproved>;

/** The approval, its order, the invoice number and the hold on the parts: one transaction (deals.md 1.4). */
export function approve(context: DealContext, approval: Approval): Promise<ApprovalOutcome | null> {
  const { reference, userId, callKey = null } = approval;
  const options = { reference, userId, callKey, tellStaff: userId === null };
  return changeDeal<ApprovalOutcome>(context, options, async (moment) => {
    const order = activeOrder(moment.deal);
    if (order !== null)
      return { result: isSame(approval, order) ? { ok: { order, isNew: false } } : refusal("stale") };
    const agreed = await agree(context, moment, approval);
    if ("refusal" in agreed) return { result: agreed, events: await saleEvents(moment, agreed.refusal) };
    const placed = await placeOrder(context, moment, approval, agreed.ok);
    // What the customer wrote is what staff have just done for them.
    if (userId !== null)
      await noteUnasked(
        moment.tx,
        { submission: quoteRequest, record: moment.deal.record },
        moment.at.toISOString(),
      );
    return {
      result: { ok: { order: placed, isNew: true } },
      response: { order: orderForDesk(placed) },
      events: [
        { type: "approved", was: String(placed.number), becomes: approval.how },
        ...noteEvents(approval.note),
      ],
      record: { ...recordAfter(moment, placed), status: "in_progress", duplicate_of: null },
      // The mail that would have answered may not have left, and is stopped.
      answer: answeredAt(context.calendar, moment.deal.record, { by: "quote", at: moment.at }),
    };
  });
}

function isSame({ number, hash }: Approval, order: OrderRow): boolean {
  return order.number === number && (hash ?? order.content_hash) === order.content_hash;
}

function refusal(why: ApprovalRefusal, more: Omit<NotApproved, "why"> = {}) {
  return { refusal: { why, ...more } };
}

interface Agreed {
  readonly version: QuoteVersion;
  readonly lines: readonly QuoteLine[];
}

/** What is agreed, if the version is the one that the customer saw and can still be had. */
async function agree(
  context: DealContext,
  { tx, deal, at }: DealMoment,
  { number, hash, selection, userId, note }: Approval,
): Promise<Outcome<Agreed, NotApproved>> {
  const version = currentVersion(deal, at);
  if (version?.number !== number || (hash ?? version.content_hash) !== version.content_hash)
    return refusal("stale");
  if (!visitorActionsNow(deal, at).includes("approve"))
    return refusal(versionState(version, at) === "expired" ? "expired" : "over");
  if (userId === null && ordersOfToday(deal, at) >= approvalsADay)
    return refusal("too_often", { retryAfterSeconds: secondsToMidnight(at) });
  const lines = selectedLines(version.content.lines, selection);
  if (lines === null) return refusal("impossible");
  if (userId !== null && !note) return refusal("no_note");
  const sold = await heldElsewhere(tx, context.database, lines);
  return sold.length > 0 ? refusal("sold", { lines: sold }) : { ok: { version, lines } };
}

/** By link. Each makes an invoice number that is kept for seven years, a mail and a line of the digest. */
const approvalsADay = 5;

function ordersOfToday({ orders }: Deal, at: Date): number {
  return orders.filter(({ approved_at: approved }) => nzDate(new Date(approved)) === nzDate(at)).length;
}

/** Staff are told once about each version whose part is sold, however often the customer presses. */
async function saleEvents(
  { tx, deal, at }: DealMoment,
  { lines = [] }: NotApproved,
): Promise<readonly DealEvent[]> {
  const version = currentVersion(deal, at);
  if (lines.length === 0 || version === null) return [];
  const labels = lines.map(({ item_label: label }) => label).join(", ");
  const events = tx.selectFrom("record_events").select("id").where("record_id", "=", deal.record.id);
  const sales = events.where("type", "=", "quote_sold").where("becomes", "=", labels);
  const known = await sales.where("at", ">=", version.queued_at).executeTakeFirst();
  return known === undefined ? [{ type: "quote_sold", becomes: labels }] : [];
}

async function placeOrder(
  context: DealContext,
  moment: DealMoment,
  approval: Approval,
  { version, lines }: Agreed,
): Promise<OrderRow> {
  const { tx, deal, at } = moment;
  const instant = at.toISOString();
  const id = randomUUID();
  const order: OrderRow = {
    id,
    ref_number: deal.reference,
    number: version.number,
    content_hash: version.content_hash,
    selection: JSON.stringify(approval.selection),
    state: "awaiting_payment",
    invoice_number: await takeInvoiceNumbers(tx, context.deals.invoiceStart),
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
    refunded_at: null,
    changed_at: instant,
    paid_cents: 0,
    credited_cents: 0,
  };
  await tx.insertInto("orders").values(order).execute();
  await issueInvoice(tx, order, { quote: version.content, lines }, at);
  await holdItems(tx, id, lines);
  await setVersionState(tx, quotes, version, "approved", at);
  const kinds = mailsTelling(order.state);
  await queueOrderMails(context, moment, { kinds, order, owed: order.total_cents });
  return order;
}
