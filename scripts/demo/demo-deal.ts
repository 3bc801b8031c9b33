import { randomUUID } from "node:crypto";

import { formatCents } from "#domain/deals/money.ts";
import { type DraftLine, noFreight, type Selection } from "#domain/deals/quote.ts";
import { nzDate } from "#domain/nz-time.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { approve } from "#server/features/deals/orders/approve.ts";
import { changeOrder, type OrderEntry } from "#server/features/deals/orders/change-order.ts";
import { changeParcel, enterParcel } from "#server/features/deals/orders/parcels.ts";
import { recordPayment } from "#server/features/deals/orders/record-payment.ts";
import { dealForDesk } from "#server/features/deals/quotes/deal-for-desk.ts";
import { saveDraft } from "#server/features/deals/quotes/quote-draft.ts";
import { sendQuote } from "#server/features/deals/quotes/quote-send.ts";
import { withdrawQuote } from "#server/features/deals/quotes/quote-undo.ts";
import { ask, byVisitor, decline } from "#server/features/deals/visitor/visitor-actions.ts";

interface Priced {
  readonly dollars: number | null;
  /** A cheaper one in its place, in dollars. */
  readonly alternative?: number;
  /** What can be added, in dollars. */
  readonly option?: number;
}

const hourMs = 60 * 60_000;

/** A deal as staff and its visitor would do it, with a clock of its own: each step is some hours after the one before. */
export class DemoDeal {
  readonly #context: DealContext;
  readonly #reference: string;
  readonly #userId: string;
  #time: number;

  constructor(
    context: DealContext,
    { reference, userId, began }: { reference: string; userId: string; began: Date },
  ) {
    this.#time = began.getTime();
    this.#context = { ...context, undoMs: 0, now: () => new Date(this.#time) };
    this.#reference = reference;
    this.#userId = userId;
  }

  /** Of the visitor's page. */
  async path(): Promise<string> {
    const { link } = await this.#seen();
    return new URL(link).pathname;
  }

  async draft({ dollars, alternative, option }: Priced): Promise<void> {
    const deal = await this.#seen();
    const { freight } = deal.suggestions;
    const { make, model, year, part } = await this.#request();
    const line = (changes: Partial<DraftLine>): DraftLine => ({
      id: randomUUID(),
      kind: "fixed",
      group: null,
      text: part,
      machine: `${year - 1} ${make} ${model}`,
      grade: "B",
      quantity: 1,
      unit_cents: null,
      evidence: [evidenceOf(part)],
      item_label: null,
      cost_cents: null,
      ...changes,
    });
    const first = {
      unit_cents: cents(dollars),
      cost_cents: dollars === null ? null : Math.round(dollars * 35),
    };
    const choice = { kind: "choice", group: "part" } as const;
    const lines = [
      line({ ...first, ...(alternative === undefined ? {} : choice) }),
      ...(alternative === undefined
        ? []
        : [
            line({
              ...choice,
              grade: "C",
              unit_cents: cents(alternative),
              evidence: ["Longest mark: 12 cm"],
            }),
          ]),
      ...(option === undefined
        ? []
        : [
            line({
              kind: "option",
              text: "New mounting bolts",
              machine: null,
              grade: null,
              unit_cents: cents(option),
              evidence: [],
            }),
          ]),
    ];
    const draft = {
      lines,
      freight: { ...(freight ?? noFreight), cents: freight?.cents ?? 2500 },
      valid_days: this.#context.deals.validDays,
      words: null,
      fitment: `Fits a ${year} ${make} ${model}`,
    };
    const by = { reference: this.#reference, userId: this.#userId };
    await saveDraft(this.#context, { ...by, draft, version: deal.draft_version });
  }

  async quote(priced: Priced): Promise<void> {
    await this.draft(priced);
    this.#later(2);
    const by = { reference: this.#reference, userId: this.#userId, callKey: null };
    this.#check(await sendQuote(this.#context, { ...by, version: null }), "response");
    this.#later(5);
  }

  async ask(words: string): Promise<void> {
    this.#check(await ask(this.#context, this.#reference, words), "done");
  }

  async decline(): Promise<void> {
    const why = { reason: "Too dear", words: "" };
    this.#check(await decline(this.#context, byVisitor(this.#reference), why), "done");
  }

  async withdraw(): Promise<void> {
    const on = { reference: this.#reference, number: 1, userId: this.#userId, callKey: null };
    this.#check(await withdrawQuote(this.#context, on), "response");
  }

  async approve(selection: Selection = { choices: {}, options: [] }): Promise<void> {
    const { versions } = await this.#seen();
    const { number = 1, content_hash: hash = null } = versions.at(-1) ?? {};
    const by = { how: "link", userId: null, note: null } as const;
    const approval = { reference: this.#reference, number, hash, selection, ...by };
    this.#check(await approve(this.#context, approval), "approved");
    this.#later(6);
  }

  /** The whole balance unless given, in dollars. */
  async pay(dollars?: number): Promise<void> {
    const { order } = await this.#seen();
    const amount = cents(dollars ?? null) ?? order?.balance_cents ?? 0;
    const payment = {
      amount_cents: amount,
      method: "transfer",
      received_on: nzDate(new Date(this.#time)),
    } as const;
    const by = {
      ref: this.#reference,
      userId: this.#userId,
      callKey: null,
      note: `Bank statement: ${formatCents(amount)}`,
    };
    this.#check(await recordPayment(this.#context, { ...payment, ...by }), "response");
    this.#later(3);
  }

  async change(change: OrderEntry["change"]): Promise<void> {
    const by = { reference: this.#reference, userId: this.#userId, callKey: null, note: null };
    this.#check(await changeOrder(this.#context, { change, ...by }), "response");
  }

  async send(): Promise<void> {
    const by = { ref: this.#reference, userId: this.#userId, callKey: null };
    const parcel = { carrier: "NZ Post", tracking: "AB123456789NZ" };
    this.#check(await enterParcel(this.#context, { ...parcel, ...by }), "response");
    this.#later(30);
  }

  async deliver(): Promise<void> {
    const { parcels } = await this.#seen();
    for (const { id } of parcels) {
      const delivered = { id, state: "delivered", userId: this.#userId, callKey: null } as const;
      this.#check(await changeParcel(this.#context, delivered), "response");
    }
  }

  #later(hours: number): void {
    this.#time += hours * hourMs;
  }

  async #seen() {
    const { reader } = this.#context.database;
    const deal = await dealForDesk(this.#context, reader, this.#reference);
    if (deal === null) throw new Error(`There is no request ${this.#reference}`);
    return deal;
  }

  #request() {
    return this.#context.database.reader
      .selectFrom("quote_requests")
      .select(["make", "model", "year", "part_needed as part"])
      .where("ref_number", "=", this.#reference)
      .executeTakeFirstOrThrow();
  }

  #check(outcome: object | null, expected: string): void {
    if (outcome !== null && (expected in outcome || ("kind" in outcome && outcome.kind === expected))) return;
    throw new Error(`${this.#reference}: ${JSON.stringify(outcome)} instead of ${expected}`);
  }
}

function evidenceOf(part: string): string {
  if (/diff|axle|starter/i.test(part)) return "Turned by hand: no play, no noise";
  return /rack|guard|arm|loom/i.test(part) ? "No cracks, nothing bent" : "Tested on a running machine";
}

function cents(dollars: number | null): number | null {
  return dollars === null ? null : Math.round(dollars * 100);
}
