import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";

import { BusinessCalendar } from "#domain/business-calendar.ts";
import { type DraftLine, noFreight } from "#domain/deals/quote.ts";
import { nzDate } from "#domain/nz-time.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { approve } from "#server/features/deals/orders/approve.ts";
import { changeOrder, type OrderEntry } from "#server/features/deals/orders/change-order.ts";
import { changeParcel, enterParcel } from "#server/features/deals/orders/parcels.ts";
import { recordPayment } from "#server/features/deals/orders/payments.ts";
import { dealForDesk } from "#server/features/deals/quotes/deal-for-desk.ts";
import { saveDraft } from "#server/features/deals/quotes/quote-draft.ts";
import { releaseQuote, sendQuote } from "#server/features/deals/quotes/quote-send.ts";
import { withdrawQuote } from "#server/features/deals/quotes/sent-quote.ts";
import { ask, byVisitor, decline } from "#server/features/deals/visitor/visitor-actions.ts";
import type { Config } from "#server/platform/config/config.ts";
import { openForCommand } from "#server/platform/database/open-database.ts";
import { installationSecrets } from "#server/platform/secrets/installation-secrets.ts";
import { deriveKeys } from "#server/platform/secrets/keyed-hash.ts";

const hourMs = 60 * 60_000;

/** A made-up deal, and the path of its visitor's page. */
export interface AddedDeal {
  readonly title: string;
  readonly reference: string;
  readonly path: string;
}

/** A deal with a clock of its own: each step is some hours after the one before. */
class Deal {
  readonly context: DealContext;
  readonly reference: string;
  readonly by: { readonly userId: string; readonly callKey: null };
  time: number;

  constructor(context: DealContext, reference: string, userId: string, began: number) {
    this.time = began;
    this.context = { ...context, undoMs: 0, now: () => new Date(this.time) };
    this.reference = reference;
    this.by = { userId, callKey: null };
  }

  async seen() {
    const deal = await dealForDesk(this.context, this.context.database.reader, this.reference);
    if (deal === null) throw new Error(`There is no request ${this.reference}`);
    return deal;
  }

  /** Throws unless the step went as expected. */
  done(outcome: object | null, hours = 3): void {
    this.time += hours * hourMs;
    if (outcome !== null && "ok" in outcome) return;
    throw new Error(`${this.reference}: ${JSON.stringify(outcome)}`);
  }
}

type Step = (deal: Deal) => Promise<void>;

const cents = (dollars: number) => Math.round(dollars * 100);

const draft =
  (dollars: number | null, cheaper?: number, option?: number): Step =>
  async (deal) => {
    const { context, reference, by } = deal;
    const { draft_version: version, suggestions } = await deal.seen();
    const request = await context.database.reader
      .selectFrom("quote_requests")
      .select(["make", "model", "year", "part_needed as text"])
      .where("ref_number", "=", reference)
      .executeTakeFirstOrThrow();
    const machine = `${request.year} ${request.make} ${request.model}`;
    const line = (changes: Partial<DraftLine>): DraftLine => ({
      id: randomUUID(),
      kind: "fixed",
      group: null,
      text: request.text,
      machine,
      grade: "B",
      quantity: 1,
      unit_cents: dollars === null ? null : cents(dollars),
      evidence: ["Tested on a running machine"],
      item_label: null,
      cost_cents: dollars === null ? null : cents(dollars * 0.35),
      ...changes,
    });
    const choice = { kind: "choice", group: "part" } as const;
    const bolts: Partial<DraftLine> = {
      kind: "option",
      text: "New mounting bolts",
      machine: null,
      grade: null,
      evidence: [],
    };
    const lines = [line(cheaper === undefined ? {} : choice)];
    if (cheaper !== undefined) lines.push(line({ ...choice, grade: "C", unit_cents: cents(cheaper) }));
    if (option !== undefined) lines.push(line({ ...bolts, unit_cents: cents(option) }));
    const freight = { ...(suggestions.freight ?? noFreight), cents: suggestions.freight?.cents ?? 2500 };
    const rest = { valid_days: context.deals.validDays, words: null, fitment: `Fits a ${machine}` };
    await saveDraft(context, { reference, userId: by.userId, draft: { lines, freight, ...rest }, version });
  };

const quote =
  (...prices: [dollars: number, cheaper?: number, option?: number]): Step =>
  async (deal) => {
    await draft(...prices)(deal);
    const { context, reference, by } = deal;
    deal.done(await sendQuote(context, { reference, ...by, version: null }), 5);
    await releaseQuote(context, reference);
  };

const question: Step = async (deal) =>
  deal.done(await ask(deal.context, deal.reference, "Does it come with the mounting bolts?"));

const declined: Step = async (deal) => {
  const why = { reason: "Too dear", words: "" };
  deal.done(await decline(deal.context, byVisitor(deal.reference), why));
};

const withdrawn: Step = async (deal) => {
  const { context, reference, by } = deal;
  deal.done(await withdrawQuote(context, { reference, number: 1, ...by }));
};

const approved: Step = async (deal) => {
  const { number = 1, content_hash: hash = null } = (await deal.seen()).versions.at(-1) ?? {};
  const selection = { choices: {}, options: [] };
  const approval = {
    reference: deal.reference,
    number,
    hash,
    selection,
    how: "link",
    userId: null,
    note: null,
  } as const;
  deal.done(await approve(deal.context, approval), 6);
};

/** The whole balance unless given. */
const paid =
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

const changed =
  (change: OrderEntry["change"]): Step =>
  async (deal) =>
    deal.done(await changeOrder(deal.context, { change, reference: deal.reference, ...deal.by, note: null }));

const sent: Step = async (deal) => {
  const parcel = { ref: deal.reference, carrier: "NZ Post", tracking: "AB123456789NZ" };
  deal.done(await enterParcel(deal.context, { ...parcel, ...deal.by }), 30);
};

const arrived: Step = async (deal) => {
  for (const { id } of (await deal.seen()).parcels)
    deal.done(await changeParcel(deal.context, { id, state: "delivered", ...deal.by }));
};

/** One for each stage of a visitor's page, and for what staff have to look at: title, how many days ago it began, steps. */
export const dealStories: readonly (readonly [title: string, daysAgo: number, ...steps: Step[]])[] = [
  ["a draft that waits for its price", 0, draft(null)],
  ["a quote that waits for an answer", 1, quote(185)],
  ["a quote with alternatives and an option", 1, quote(240, 165, 35)],
  ["a question about a quote", 2, quote(320), question],
  ["a quote that has expired", 10, quote(95)],
  ["a quote that was declined", 4, quote(410), declined],
  ["a quote that was withdrawn", 3, quote(150), withdrawn],
  ["an order that waits for its payment", 1, quote(220.75), approved],
  ["an order of which a part is paid", 1, quote(280), approved, paid(100)],
  ["an order that nobody paid in time", 9, quote(130), approved],
  ["an order to pack", 3, quote(510), approved, paid()],
  ["an order that was paid twice and is packed", 4, quote(75), approved, paid(), paid(90), changed("packed")],
  ["a parcel on its way", 5, quote(365), approved, paid(), sent],
  ["a parcel that has arrived", 12, quote(260), approved, paid(), sent, arrived],
  ["a paid order that was cancelled, to be refunded", 6, quote(145), approved, paid(), changed("cancel")],
];

/**
 * Lets these quote requests of this installation go through every stage, one each; its server may be running. Returns none
 * without a user, or if the database does not exist or holds none of these requests.
 */
export async function addDeals(config: Config, references: readonly string[]): Promise<readonly AddedDeal[]> {
  if (config.database.engine === "sqlite" && !existsSync(config.database.file)) return [];
  const { close, ...database } = await openForCommand(config.database);
  try {
    const user = await database.reader.selectFrom("users").select("id").executeTakeFirst();
    if (user === undefined) return [];
    const context = contextOf(config, { ...database, notifications: { publish: async () => {} } });
    const added: AddedDeal[] = [];
    for (const [index, [title, daysAgo, ...steps]] of dealStories.entries()) {
      const reference = references[index];
      if (reference === undefined) break;
      const began = Date.now() - daysAgo * 24 * hourMs;
      if (!(await redate(context, reference, new Date(began)))) return [];
      const deal = new Deal(context, reference, user.id, began);
      for (const step of steps) await step(deal);
      added.push({ title, reference, path: new URL((await deal.seen()).link).pathname });
    }
    return added;
  } finally {
    await close();
  }
}

function contextOf(config: Config, database: DealContext["database"]): DealContext {
  const { mailFrom: from, mailTo: to, replyTo, siteOrigin } = config;
  const secrets = installationSecrets(config);
  const linkKeys = deriveKeys(secrets.linkSecret);
  return {
    database,
    secrets,
    keys: deriveKeys(secrets.sessionSecret),
    linkKeys,
    calendar: new BusinessCalendar(config.closures),
    mail: { from, to, replyTo, siteOrigin, linkKeys },
    undoMs: config.undoMs,
    deals: config.deals,
    now: () => new Date(),
    signFont: null,
  };
}

/** Lets a request begin then. Returns false if there is no such request. */
async function redate({ database }: DealContext, reference: string, began: Date): Promise<boolean> {
  const { numUpdatedRows } = await database.write((tx) =>
    tx
      .updateTable("quote_requests")
      .set({ created_at: began.toISOString() })
      .where("ref_number", "=", reference)
      .executeTakeFirstOrThrow(),
  );
  return numUpdatedRows === 1n;
}
