import type { quoteRequest } from "#domain/forms/quote-request.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

import type { DealDocument } from "./documents.ts";
import type { QuotedMachine } from "./hold.ts";
import type { Cents } from "./money.ts";
import type { OrderState } from "./order.ts";
import type { ParcelState } from "./parcels.ts";
import type { QuoteContent, Selection } from "./quote.ts";
import type { Return } from "./returns.ts";
import type { PulledLine } from "./sold.ts";
import type { messageKinds, paymentMethods, StoredVersionState, takenWhys } from "./stage.ts";

/** An order in its deal, on the customer's page and on the wire. Who bought stays sealed in its row. */
export interface Order {
  readonly id: string;
  readonly ref_number: string;
  readonly number: number; // The approved version.
  readonly content_hash: string;
  readonly selection: Selection;
  readonly state: OrderState;
  readonly invoice_number: number; // A revived order gets a new invoice number.
  readonly total_cents: Cents;
  readonly approved_at: string;
  readonly pay_by: string;
  readonly paid_at: string | null;
  readonly lapsed_at: string | null;
  readonly cancelled_at: string | null;
  readonly delivered_at: string | null;
  readonly refunded_at: string | null;
  readonly changed_at: string;
  readonly paid_cents: Cents; // The sum of its payments in New Zealand dollars.
  readonly credited_cents: Cents; // Refunds took this off the last invoice.
  readonly pulled: readonly PulledLine[];
}

/** Money that came, or went back. */
export interface Payment {
  readonly id: string;
  readonly order_id: string;
  readonly amount_cents: Cents; // Negative if paid back.
  readonly method: (typeof paymentMethods)[number] | "rounding"; // `rounding`: what cash can't pay.
  readonly received_on: string; // A day in New Zealand.
  readonly note: string | null;
  readonly by: string | null; // A user's id; null for what the card company reports.
  readonly at: string;
  readonly currency: string; // Money in another one than NZD never counts.
  readonly source: string | null; // The bank line or card payment behind it: unique, so that money is entered once.
}

export interface Parcel {
  readonly id: string;
  readonly carrier: string;
  readonly tracking: string;
  readonly url: string | null; // Where the carrier shows the way it went.
  readonly state: ParcelState;
  readonly sent_at: string;
  readonly delivered_at: string | null;
}

/** What became of the mail with a version. */
export interface VersionMail {
  readonly state: "queued" | "sending" | "retrying" | "sent" | "failed" | "unknown" | "bounced";
  readonly at: string;
  readonly error: string | null; // For the state `bounced`, see bounce-reason.ts.
  readonly code: string | null; // The delivery report names it.
}

/** A version of a quote or of an offer. While it can be undone it is `out`, and those before it are superseded. */
export interface SentVersion {
  readonly ref_number: string;
  readonly number: number;
  readonly state: Exclude<StoredVersionState, "pending">;
  /** Nothing has happened yet: it can be undone, or will be sent at the next opportunity. */
  readonly isPending: boolean;
  readonly content_hash: string; // SHA-256 of its content in lower-case hex.
  readonly valid_until: string; // A day in New Zealand, the last one.
  readonly queued_at: string;
  readonly undo_until: string; // From then on the customer can answer it.
  readonly changed_at: string; // When its state last changed.
  readonly user_id: string;
  /** Null if it was replaced or withdrawn before it left, or after the enquiry's mails were removed. */
  readonly mail: VersionMail | null;
}

export interface QuoteVersion extends SentVersion {
  readonly content: QuoteContent;
  readonly total_cents: Cents; // The lowest that the customer can choose.
  /** A correction replaces the version that the customer has read; an extension only moves its last day. */
  readonly mail_kind: "quote" | "correction" | "extension";
}

/** What was said on the page. The mails of kind `reply` are elsewhere: here are their places only. */
export interface DealMessage {
  readonly id: string;
  readonly kind: (typeof messageKinds)[number];
  readonly number: number | null; // The version that the message is about.
  readonly words: string | null;
  readonly amount_cents: Cents | null; // A seller's counter-price to our offer.
  readonly at: string;
  readonly by: string | null; // A user's id; null for the visitor.
  readonly answers: string | null; // The id of the question.
}

/** Money of an order that left without the desk, and that staff have not seen to. */
export interface TakenBack {
  readonly order_id: string;
  readonly amount_cents: Cents;
  readonly why: (typeof takenWhys)[number];
  readonly due_on: string | null; // The last day for the evidence in a dispute.
}

/** Everything about a quote request and what followed it, as one transaction sees it. */
export interface Deal {
  readonly submission: typeof quoteRequest;
  readonly reference: string;
  readonly record: SubmissionRecord<typeof quoteRequest>;
  readonly generation: number;
  readonly remindersStoppedAt: string | null;
  readonly versions: readonly QuoteVersion[]; // Oldest first.
  readonly messages: readonly DealMessage[]; // Oldest first.
  readonly orders: readonly Order[]; // Oldest first; at most the last one is not cancelled.
  readonly payments: readonly Payment[]; // Of the last order, as are the parcels.
  readonly parcels: readonly Parcel[];
  readonly machines: readonly QuotedMachine[]; // That the parts of the order come off, or else of the newest version.
  readonly returns: readonly Return[]; // Of all orders, oldest first, as are the documents.
  readonly documents: readonly DealDocument[];
  readonly takenBack: readonly TakenBack[]; // Of all orders, until staff have seen it.
  /** What earlier orders, cancelled, still hold in cents. */
  readonly toRefund: number;
}
