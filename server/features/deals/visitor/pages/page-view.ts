import type { VisitorAction } from "#domain/deals/order.ts";
import type { QuoteLine } from "#domain/deals/quote.ts";
import type { Stage } from "#domain/deals/stage.ts";
import type { QuoteVersion } from "#server/features/deals/deal/read-deal.ts";
import type { DealMessageRow, OrderRow, ParcelRow } from "#server/platform/database/deal-tables.ts";

/** Why what the visitor has just sent was refused, in words for the visitor. */
export interface PageProblem {
  readonly title: string;
  readonly text: string;
  readonly items?: readonly string[];
}

/** As a response other than 303. */
export interface PageRefusal extends PageProblem {
  readonly status: 400 | 409 | 410 | 429;
  readonly retryAfterSeconds?: number;
}

/** What the visitor has just sent, by the names of the fields. */
export type Typed = Readonly<Record<string, unknown>>;

export interface PageOrder extends Pick<
  OrderRow,
  "state" | "ref_number" | "invoice_number" | "total_cents" | "pay_by" | "approved_at" | "cancelled_at"
> {
  /** What is still owed; negative if too much was paid. */
  readonly owedCents: number;
  /** What cash could not pay, or paid too much. */
  readonly roundedCents: number;
  readonly lastDayToPay: string;
  readonly version: QuoteVersion;
  /** What was chosen. */
  readonly lines: readonly QuoteLine[];
}

export interface PageParcel extends Pick<ParcelRow, "carrier" | "tracking" | "state" | "sent_at"> {
  /** Where to follow it; null if we know no such page. */
  readonly url: string | null;
}

/** What the pages of a deal show, at one moment. */
export interface DealView {
  readonly reference: string;
  /** Of the page; forms are sent below it. */
  readonly path: string;
  readonly at: Date;
  readonly stage: Stage;
  /** What happens next and by when, and step by step. */
  readonly sentence: string;
  readonly next: readonly string[];
  /** By when a question is answered that is asked now. */
  readonly answerPromise: string;
  /** Where the parcel goes; null once it is packed, or if none will be. */
  readonly recipient: { readonly name: string; readonly address: string } | null;
  /** What the request is about, one fact each. */
  readonly askedFor: readonly string[];
  /** The one that can be approved, or was. */
  readonly version: QuoteVersion | null;
  /** What the visitor can do now. */
  readonly may: readonly VisitorAction[];
  /** The others that were sent. */
  readonly otherVersions: readonly QuoteVersion[];
  /** The order that counts. */
  readonly order: PageOrder | null;
  readonly lastInvoice: number | null;
  readonly parcels: readonly PageParcel[];
  readonly messages: readonly Pick<DealMessageRow, "kind" | "words" | "at">[];
  readonly hasReminders: boolean;
  readonly declineReasons: readonly string[];
  /** Null if staff send the details themselves. */
  readonly bank: { readonly account: string; readonly holder: string } | null;
  readonly problem: PageProblem | null;
  readonly typed: Typed;
}

export function typedText({ typed }: Pick<DealView, "typed">, name: string): string {
  const value = typed[name];
  return typeof value === "string" ? value : "";
}

/** The forms of a question and of a refusal both have words: what was typed goes back into its own. */
export function isDecline({ typed }: Pick<DealView, "typed">): boolean {
  return typed["reason"] !== undefined;
}
