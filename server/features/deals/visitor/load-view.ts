import * as v from "valibot";

import { payBy } from "#domain/deals/deadlines.ts";
import { sumsOf } from "#domain/deals/money.ts";
import { orderStates } from "#domain/deals/order.ts";
import { selectedLines, selectionSchema } from "#domain/deals/quote.ts";
import { requestedIn } from "#domain/deals/requested.ts";
import type { Stage } from "#domain/deals/stage.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { summaryLines } from "#domain/submission-values.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { dealLink } from "#server/features/deals/deal/deal-link.ts";
import {
  activeOrder,
  balanceOf,
  currentVersion,
  hasLeft,
  isExpired,
  stageOf,
} from "#server/features/deals/deal/deal-state.ts";
import { promisingCalendar, readDeskSetting } from "#server/features/deals/deal/desk-settings.ts";
import { type Deal, readDeal } from "#server/features/deals/deal/read-deal.ts";
import { parcelForDesk } from "#server/features/deals/orders/order-for-desk.ts";
import { lastDayToPay } from "#server/features/deals/orders/order-mails.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { OrderRow } from "#server/platform/database/deal-tables.ts";

import type { DealView, PageOrder, PageProblem, Typed } from "./pages/page-view.ts";
import { answerPromise, promiseOf } from "./promise.ts";

interface Sent {
  readonly problem?: PageProblem;
  readonly typed?: Typed;
}

export interface LoadedDeal {
  readonly deal: Deal;
  readonly view: DealView;
}

/** What the pages of a deal show now; null if the request was removed. */
export async function loadView(
  context: DealContext,
  reference: string,
  sent: Sent = {},
): Promise<LoadedDeal | null> {
  return context.database.snapshot(async (db) => {
    const deal = await readDeal(db, reference);
    if (deal === null) return null;
    return { deal, view: { ...(await viewOf(context, db, deal, context.now())), ...sent } };
  });
}

/** What the pages of a deal show at that moment. */
export async function viewOf(context: DealContext, db: Query, deal: Deal, at: Date): Promise<DealView> {
  const { value: carriers } = await readDeskSetting(db, "carriers");
  const { value: declineReasons } = await readDeskSetting(db, "decline-reasons");
  const parcels = deal.parcels.map((parcel) => parcelForDesk(parcel, carriers));
  const calendar = await promisingCalendar(db, context.calendar);
  return { ...dealView({ ...context, calendar }, deal, at), parcels, declineReasons };
}

function dealView(context: DealContext, deal: Deal, at: Date): Omit<DealView, "parcels" | "declineReasons"> {
  const active = activeOrder(deal);
  const order = active === null ? null : pageOrder(deal, active);
  const current = currentVersion(deal, at);
  const seen = current !== null && hasLeft(current, at) ? current : null;
  const version = order?.version ?? seen;
  const stage = stageOf(deal, at);
  const { bank, payWithinDays } = context.deals;
  return {
    reference: deal.reference,
    path: dealLink(context, deal).path,
    at,
    stage,
    promise: promiseOf({ context, deal, at }, stage),
    answerPromise: answerPromise({ context, deal, at }),
    recipient: (order === null ? unsold.has(stage) : orderStates[order.state].isUnpacked === true)
      ? requestedIn(deal.record)
      : null,
    askedFor: summaryLines(quoteRequest, { ...deal.record }),
    version,
    canApprove: order === null && current?.state === "out" && !isExpired(current, at),
    otherVersions: deal.versions.filter((one) => one.number !== version?.number && hasLeft(one, at)),
    order,
    hasPayments: deal.payments.length > 0,
    lastInvoice: deal.orders.at(-1)?.invoice_number ?? null,
    messages: deal.messages,
    hasReminders: deal.remindersStoppedAt === null,
    bank,
    lastDayToPay: lastDayToPay({ pay_by: payBy(at, payWithinDays, context.calendar).toISOString() }),
    problem: null,
    typed: {},
  };
}

/** Stages without an order in which there may be one. */
const unsold: ReadonlySet<Stage> = new Set(["pricing", "ready", "answering", "expired"]);

/** Null if its version is missing, which the database does not allow. */
export function pageOrder(deal: Deal, order: OrderRow): PageOrder | null {
  const version = deal.versions.find(({ number }) => number === order.number);
  if (version === undefined) return null;
  const selection = v.parse(selectionSchema, JSON.parse(order.selection));
  const isLast = order.id === deal.orders.at(-1)?.id;
  return {
    ...order,
    owedCents: isLast ? balanceOf(order, deal) : 0,
    roundedCents: isLast ? sumsOf(deal.payments).rounding : 0,
    lastDayToPay: lastDayToPay(order),
    version,
    lines: selectedLines(version.content.lines, selection) ?? [],
  };
}
