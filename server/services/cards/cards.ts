import type { Cents } from "#domain/deals/money.ts";

/** What we ask of a card company: a page where a customer pays, and money back to a card. Each call may throw CardProblem. */
export interface Cards {
  /** The same `id` again opens the same page. */
  openSession(page: PageRequest): Promise<CardSession>;
  readSession(id: string): Promise<CardSession>;
  /** Nobody can pay on it from now on; what was paid before is in the result. */
  endSession(id: string): Promise<CardSession>;
  /** The same `id` again pays nothing back twice. Resolves once the card company has taken it on. */
  refund(refund: RefundRequest): Promise<void>;
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
  /** It was asked for so long ago that the card company may have forgotten its id. */
  readonly isOld: boolean;
}

export interface CardEvent {
  /** Null for an event about something else. `reference`: as above. */
  readonly session: { readonly id: string; readonly reference: string | null } | null;
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
