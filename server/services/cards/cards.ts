import type { CalendarDate } from "#domain/calendar-date.ts";
import type { Cents } from "#domain/deals/money.ts";

/** What we ask of a card company: a page where a customer pays, and money back to a card. Each call may throw CardProblem. */
export interface Cards {
  /** The same `id` again opens the same page. */
  openSession(page: PageRequest): Promise<CardSession>;
  readSession(id: string): Promise<CardSession>;
  /** Nobody can pay on it from now on; what was paid before is in the result. */
  endSession(id: string): Promise<CardSession>;
  /** The same `id` again pays nothing back twice. `pending`: the card company has taken it on, and may still refuse it. */
  refund(refund: RefundRequest): Promise<"done" | "pending">;
  /** All that was paid back of a payment, by us or in the card company's own pages. */
  readRefunds(payment: string): Promise<CardRefunded[]>;
  readDisputes(payment: string): Promise<CardDispute[]>;
  /** Throws CardProblem "refused" for what the card company did not sign within five minutes of `now`. */
  readEvent(body: Buffer, signature: string, now: Date): Promise<CardEvent>;
}

export interface PageRequest {
  readonly id: string;
  readonly amount_cents: Cents; // More than 0.
  readonly text: string; // What is paid for: the customer reads it.
  readonly paidUrl: string; // Where the customer comes back to.
  readonly backUrl: string;
  readonly expires_at: string;
}

export interface CardSession {
  readonly id: string;
  readonly state: "open" | "paid" | "ended" | "pending"; // Pending: done, and the bank has not answered yet.
  readonly url: string | null;
  readonly reference: string | null; // The `id` it was opened with.
  readonly payment: string; // Its id at the card company.
  readonly amount_cents: Cents;
  readonly currency: string; // Such as NZD.
}

export interface RefundRequest {
  readonly id: string;
  readonly payment: string;
  readonly amount_cents: Cents; // More than 0.
  /** It was asked for before: what became of it is looked up first. */
  readonly isOld: boolean;
}

export interface CardRefunded {
  readonly id: string; // At the card company.
  readonly ours: string | null; // The `id` that we asked with.
  readonly amount_cents: Cents;
  readonly currency: string;
  readonly state: "done" | "pending" | "failed";
  readonly why: string; // It failed.
}

export interface CardDispute {
  readonly id: string;
  readonly amount_cents: Cents;
  readonly currency: string;
  readonly gone_cents: Cents; // What it has taken and not given back.
  readonly due_on: CalendarDate | null; // The last day for evidence, if it asks for some.
  readonly isOver: boolean;
}

export interface CardEvent {
  /** Null for an event about something else. `reference`: as above. */
  readonly session: { readonly id: string; readonly reference: string | null } | null;
  /** The payment whose money has moved, and what is to be read again. */
  readonly moved: { readonly what: "refunds" | "disputes"; readonly payment: string } | null;
}

/** `refused`: it was not done and never will be. `unanswered`: nobody knows whether it was done. */
export class CardProblem extends Error {
  override name = "CardProblem";
  readonly kind: "refused" | "unanswered";

  constructor(kind: CardProblem["kind"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** The card company takes any number for cents. */
export function wholeCents(amount: number): Cents {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new TypeError(`${amount} is no amount in cents`);
  return amount;
}
