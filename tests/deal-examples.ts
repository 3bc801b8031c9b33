import { createHash, randomInt } from "node:crypto";

import { endOfDay, validUntil } from "#domain/deals/deadlines.ts";
import type { Order } from "#domain/deals/deal.ts";
import {
  lowestTotal,
  type QuoteContent,
  type QuoteLine,
  type Selection,
  trader,
} from "#domain/deals/quote.ts";
import { makeReferenceNumber } from "#domain/reference-number.ts";
import { changeDeal } from "#server/features/deals/deal/change-deal.ts";
import { approve } from "#server/features/deals/orders/approve.ts";
import { insertRecord } from "#server/features/records/insert-records.ts";
import type { Services } from "#server/services/services.ts";

import type { TestApp } from "./build-test-app.ts";
import { type Example, quoteRequestExample } from "./submission-examples.ts";

/** How often two acts race for one deal: `npm run bench -- deal-races` asks for 200. */
export const races = Number(process.env["RACES"] ?? 15);

/** A Monday morning in New Zealand. */
export const monday = new Date("2026-08-02T22:00:00.000Z");

/** A line that costs $185.00 unless changed. */
export function exampleLine(changes: Partial<QuoteLine> = {}): QuoteLine {
  return {
    id: "diff",
    kind: "fixed",
    group: null,
    text: "Front diff",
    machine: "Honda TRX420FM 2015",
    grade: "B",
    quantity: 1,
    unit_cents: 18_500,
    evidence: [],
    item_label: null,
    ...changes,
  };
}

export interface ExampleQuote {
  /** A new request unless given. */
  readonly reference?: string;
  readonly number?: number;
  readonly lines?: readonly QuoteLine[];
  readonly freightCents?: number;
  readonly validDays?: number;
  readonly content?: Partial<QuoteContent>;
}

export interface SentQuote {
  readonly reference: string;
  readonly number: number;
  readonly hash: string;
  readonly totalCents: number;
}

/** A version that was sent and can be approved at once; $200.00 with freight unless changed. It replaces those before. */
export async function addQuote(app: TestApp, quote: ExampleQuote = {}): Promise<SentQuote> {
  const { number = 1, lines = [exampleLine()], freightCents = 1500, validDays = 7 } = quote;
  const reference = quote.reference ?? (await addNewRequest(app));
  const { database, now } = app.app.services;
  const at = now();
  const content: QuoteContent = {
    reference,
    number,
    lines: [...lines],
    freight: { service: "Courier", zone: "north", rural: true, cents: freightCents, words: null },
    valid_until: validUntil(at, validDays),
    fitment: null,
    words: null,
    business: trader(),
    terms_version: "1",
    ...quote.content,
  };
  const text = JSON.stringify(content);
  const hash = createHash("sha256").update(text).digest("hex");
  const instant = at.toISOString();
  const user = await database.reader.selectFrom("users").select("id").executeTakeFirstOrThrow();
  const totalCents = lowestTotal(content);
  await database.write(async (tx) => {
    await tx
      .updateTable("quote_requests")
      .set({ next_step: "waiting", step_until: endOfDay(content.valid_until).toISOString() })
      .where("ref_number", "=", reference)
      .execute();
    await tx
      .updateTable("quote_versions")
      .set({ state: "superseded", changed_at: instant })
      .where("ref_number", "=", reference)
      .where("state", "=", "out")
      .execute();
    await tx
      .insertInto("quote_versions")
      .values({
        ref_number: reference,
        number,
        state: "out",
        content: text,
        content_hash: hash,
        total_cents: totalCents,
        valid_until: content.valid_until,
        queued_at: instant,
        undo_until: instant,
        changed_at: instant,
        user_id: user.id,
        mail_kind: "correction",
      })
      .execute();
  });
  return { reference, number, hash, totalCents };
}

/** A quote request, unless another example is given, without the two calls of a visitor: for tests that need many. */
export async function addRequest(
  { database, now }: Pick<Services, "database" | "now">,
  reference: string,
  { submission, values }: Pick<Example, "submission" | "values"> = quoteRequestExample,
): Promise<void> {
  const at = now();
  const times = { createdAt: at, storedAt: at, dueAt: at };
  const record = { refNumber: reference, ...times, consent: true, adopted: false };
  await database.write((tx) => insertRecord(tx, submission, values, record));
}

/** As above, a second before whatever comes next; returns its reference. No mail was sent, so no receipt is listed. */
export async function addNewRequest(app: TestApp): Promise<string> {
  const reference = makeReferenceNumber(randomInt);
  await addRequest(app.app.services, reference);
  app.advance(1000);
  return reference;
}

/** As the visitor approves it by link. Throws unless that leads to an order. */
export async function addOrder(
  app: TestApp,
  quote: ExampleQuote & { readonly selection?: Selection } = {},
): Promise<Order> {
  const sent = await addQuote(app, quote);
  return approveQuote(app, sent, quote.selection);
}

export async function approveQuote(
  app: TestApp,
  { reference, number, hash }: SentQuote,
  selection: Selection = { choices: {}, options: [] },
): Promise<Order> {
  const approval = { number, hash, selection, how: "link", note: null } as const;
  const outcome = await changeDeal(app.app.services, { reference, userId: null, tellStaff: true }, (work) =>
    approve(work, approval),
  );
  if (outcome === null || "refusal" in outcome) throw new Error(`no order: ${JSON.stringify(outcome)}`);
  return outcome.ok.order;
}

/** Reference, state and invoice number of each order. */
export async function ordersIn(app: TestApp) {
  const orders = await app.rows("orders");
  return orders.map(({ ref_number, state, invoice_number }) => [ref_number, state, invoice_number]);
}
