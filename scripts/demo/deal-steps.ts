import type { ReturnChange, ReturnKind } from "#domain/deals/returns.ts";
import type { Channel } from "#domain/new-request.ts";
import { nzDate } from "#domain/nz-time.ts";
import { partNumber } from "#domain/stock/part.ts";
import { changeDeal, type Work } from "#server/features/deals/deal/change-deal.ts";
import { quotes } from "#server/features/deals/deal/quotes.ts";
import { withdrawVersion } from "#server/features/deals/deal/sent-versions.ts";
import { approve } from "#server/features/deals/orders/approve.ts";
import { changeOrder } from "#server/features/deals/orders/change-order.ts";
import { changeParcel, enterParcel } from "#server/features/deals/orders/parcels.ts";
import { recordPayment } from "#server/features/deals/orders/payments.ts";
import { pullLine } from "#server/features/deals/orders/pulled.ts";
import { refundOrder } from "#server/features/deals/orders/refund-order.ts";
import { changeReturn } from "#server/features/deals/orders/returns.ts";
import { dealForDesk } from "#server/features/deals/quotes/deal-for-desk.ts";
import { askReturn } from "#server/features/deals/visitor/ask-return.ts";
import { ask, decline } from "#server/features/deals/visitor/visitor-actions.ts";
import { enterRequest } from "#server/features/new-request/new-request.ts";

import { Story } from "./story.ts";

/** A quote request and what follows it. */
export class Deal extends Story {
  async seen() {
    const deal = await dealForDesk(this.context, this.context.database.reader, this.reference);
    if (deal === null) throw new Error(`There is no request ${this.reference}`);
    return deal;
  }
}

/** By the customer, on the page. */
function pressed<Result>({ context, reference }: Deal, act: (work: Work) => Promise<Result>) {
  return changeDeal(context, { reference, userId: null, tellStaff: true }, act);
}

/** By staff, at the desk. */
function called<Result>({ context, reference, by }: Deal, act: (work: Work) => Promise<Result>) {
  return changeDeal(context, { reference, ...by }, act);
}

export type Step = (deal: Deal) => Promise<void>;

export const cents = (dollars: number) => Math.round(dollars * 100);

/** Somebody rings or writes meanwhile, and staff enter what they want. */
export const meanwhile =
  (channel: Channel, fields: Readonly<Record<string, string | number>>): Step =>
  async (deal) => {
    const request = { from: null, channel, fields, vehicle: false, receipt: false };
    deal.done(await enterRequest(deal.context, request, deal.by));
  };

/** Another part for the same person and machine, in place of a wrong one. */
export const exchanged =
  (part_needed: string): Step =>
  async (deal) => {
    const { reference: copy, context } = deal;
    const fields = await context.database.reader
      .selectFrom("quote_requests")
      .select(["full_name", "phone", "email", "make", "model", "year", "delivery_address"])
      .where("ref_number", "=", copy)
      .executeTakeFirstOrThrow();
    const request = { from: { copy }, channel: "phone", vehicle: false, receipt: false } as const;
    deal.done(await enterRequest(context, { ...request, fields: { ...fields, part_needed } }, deal.by));
  };

export const question: Step = async (deal) =>
  deal.done(await pressed(deal, (work) => ask(work, { words: "Does it come with the mounting bolts?" })));

export const declined: Step = async (deal) => {
  deal.done(await pressed(deal, (work) => decline(work, { reason: "Too expensive", words: "" })));
};

export const withdrawn: Step = async (deal) => {
  const { context, reference, by } = deal;
  deal.done(await withdrawVersion(quotes, context, { reference, number: 1, ...by }));
};

export const approved: Step = async (deal) => {
  const { number = 1, content_hash: hash = null } = (await deal.seen()).versions.at(-1) ?? {};
  const selection = { choices: {}, options: [] };
  const approval = { number, hash, selection, how: "link", note: null } as const;
  deal.done(await pressed(deal, (work) => approve(work, approval)), 6);
};

/** The whole balance unless given. */
export const paid =
  (dollars?: number): Step =>
  async (deal) => {
    const { order } = await deal.seen();
    const amount_cents = dollars === undefined ? (order?.balance_cents ?? 0) : cents(dollars);
    const received_on = nzDate(new Date(deal.time));
    const payment = {
      ref: deal.reference,
      amount_cents,
      method: "transfer",
      received_on,
      note: null,
    } as const;
    deal.done(await recordPayment(deal.context, { ...payment, ...deal.by }));
  };

export const changed =
  (change: Parameters<typeof changeOrder>[1]["change"]): Step =>
  async (deal) => {
    if (change === "packed") await pulled(deal);
    deal.done(await called(deal, (work) => changeOrder(work, { change, note: null })));
  };

/** Takes every part of the order off the shelf. */
const pulled: Step = async (deal) => {
  for (const { line } of (await deal.seen()).sold)
    deal.done(await called(deal, (work) => pullLine(work, { line, pulled: true })));
};

export const sent: Step = async (deal) => {
  await pulled(deal);
  const parcel = { ref: deal.reference, carrier: "NZ Post", tracking: "AB123456789NZ" };
  deal.done(await called(deal, (work) => enterParcel(work, parcel)), 30);
};

export const arrived: Step = async (deal) => {
  for (const { id } of (await deal.seen()).parcels)
    deal.done(await called(deal, (work) => changeParcel(work, { id, state: "delivered" })));
};

export const lost: Step = async (deal) => {
  for (const { id } of (await deal.seen()).parcels)
    deal.done(await called(deal, (work) => changeParcel(work, { id, state: "lost" })));
};

export const sendsBack =
  (kind: ReturnKind, words: string): Step =>
  async (deal) => {
    const { versions } = await deal.seen();
    const line = versions.at(-1)?.content.lines.map(({ id }) => id) ?? [];
    deal.done(await pressed(deal, (work) => askReturn(work, { kind, line, words })));
  };

export const settled =
  (change: ReturnChange, words = ""): Step =>
  async (deal) => {
    const { returns, sold } = await deal.seen();
    const id = returns.at(-1)?.id ?? "";
    const numbers = change === "received" ? sold.flatMap(({ label }) => partNumber(label ?? "") ?? []) : [];
    const parts = numbers.map(
      (number) => ({ number, state: "on_shelf", reason: null, grade: "C", shelf: "R-1" }) as const,
    );
    const decision = { ref: deal.reference, id, change, words, parts };
    deal.done(await called(deal, (work) => changeReturn(work, decision)), 20);
  };

/** All that the order holds unless given. */
export const paidBack =
  (dollars?: number, note: string | null = null): Step =>
  async (deal) => {
    const { order } = await deal.seen();
    const amount_cents = dollars === undefined ? (order?.paid_cents ?? 0) : cents(dollars);
    const refund = { ref: deal.reference, amount_cents, method: "transfer", note } as const;
    deal.done(await refundOrder(deal.context, { ...refund, lines: [], ...deal.by }));
  };
