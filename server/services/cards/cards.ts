import type { CalendarDate } from "#domain/calendar-date.ts";
import type { Cents } from "#domain/deals/money.ts";

/** The card company: a page where a customer pays, and money back to a card. Each call may throw CardProblem. */
export interface Cards {
  /** Opens a page. A repeated `id` opens the same one. */
  openSession(page: PageRequest): Promise<CardSession>;
  readSession(id: string): Promise<CardSession>;
  /** Stops payments on the page; the result has what was paid before. */
  endSession(id: string): Promise<CardSession>;
  /** Pays once per `id`. `pending`: the card company has accepted the refund, and may still refuse it. */
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
  readonly text: string; // Tells the customer what is paid for.
  readonly paidUrl: string; // The customer returns here after paying.
  readonly backUrl: string;
  readonly expires_at: string;
}

export interface CardSession {
  readonly id: string;
  readonly state: "open" | "paid" | "ended" | "pending"; // Pending: done, and the bank has not answered yet.
  readonly url: string | null;
  readonly reference: string | null; // The `id` it was opened with.
  readonly payment: string; // The card company's id of the payment.
  readonly amount_cents: Cents;
  readonly currency: string; // Such as NZD.
}

export interface RefundRequest {
  readonly id: string;
  readonly payment: string;
  readonly amount_cents: Cents; // More than 0.
  /** The refund was requested before, so its outcome is looked up first. */
  readonly isOld: boolean;
}

export interface CardRefunded {
  readonly id: string; // At the card company.
  readonly ours: string | null; // The `id` that we asked with.
  readonly amount_cents: Cents;
  readonly currency: string;
  readonly state: "done" | "pending" | "failed";
  readonly why: string; // Explains a failure.
}

export interface CardDispute {
  readonly id: string;
  readonly amount_cents: Cents;
  readonly currency: string;
  readonly gone_cents: Cents; // Taken by the dispute and not given back.
  readonly due_on: CalendarDate | null; // The last day for evidence, if it asks for some.
  readonly isOver: boolean;
}

export interface CardEvent {
  /** Unset for other events. `reference`: as above. */
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
