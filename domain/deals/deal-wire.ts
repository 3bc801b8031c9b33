import * as v from "valibot";

import { isCalendarDate } from "#domain/calendar-date.ts";
import { type InboundMail, recipientsSchema } from "#domain/inbox-wire.ts";
import { oneLine } from "#domain/plain-text.ts";

import { trackingNumber } from "./carriers.ts";
import type { WeightClass } from "./freight.ts";
import type { CardRefund, DealDocument, TakenMoney } from "./money-wire.ts";
import { type Cents, centsMost, zeroRefusal } from "./money.ts";
import { orderChangeNames } from "./order-changes.ts";
import type { OrderAction, OrderState } from "./order.ts";
import type { QuoteAction, VersionState } from "./quote-states.ts";
import {
  type DraftFreight,
  noteMost,
  type QuoteContent,
  type QuoteDraft,
  quoteDraftSchema,
  type QuoteLine,
  type Selection,
  selectionSchema,
  textOf,
  validDaysSchema,
  wordsMost,
} from "./quote.ts";
import type { Return } from "./returns.ts";
import { approvalWays, type messageKinds, type ParcelState, parcelStates, paymentMethods } from "./stage.ts";

export interface VersionMail {
  readonly state: "queued" | "sending" | "retrying" | "sent" | "failed" | "unknown" | "bounced";
  readonly at: string;
  readonly error: string | null; // Of one that bounced: see bounce-reason.ts.
  readonly code: string | null; // Of the delivery report.
}

/** What a version of a quote and one of an offer have in common. */
export interface VersionBase {
  readonly number: number;
  readonly state: VersionState;
  readonly content_hash: string;
  readonly valid_until: string;
  readonly sent_at: string | null; // When a mail server accepted it.
  readonly undo_until: string;
  readonly mail: VersionMail | null;
}

export interface DealVersion extends VersionBase {
  readonly content: QuoteContent;
  readonly total_cents: Cents; // The lowest that the customer can choose.
}

export interface DealOrder {
  readonly id: string;
  readonly state: OrderState;
  readonly invoice_number: number;
  readonly version: number; // What was approved of it: the selection.
  readonly selection: Selection;
  readonly total_cents: Cents;
  readonly balance_cents: Cents; // Still owed; negative if too much was paid.
  readonly held_cents: Cents; // What was paid and has not gone back.
  readonly standing_cents: Cents; // What the invoice still stands for.
  readonly pay_by: string;
  readonly payment_code: string;
}

interface DealPayment {
  readonly id: string;
  readonly amount_cents: Cents;
  readonly method: (typeof paymentMethods)[number] | "rounding"; // `rounding`: what cash can't pay; the server's.
  readonly received_on: string;
  readonly note: string | null;
  readonly by: string | null; // A user's id; null for what the card company says.
  readonly at: string;
  readonly currency: string; // Money in another one than NZD never counts in the balance.
}

export interface DealParcel {
  readonly id: string;
  readonly carrier: string;
  readonly tracking: string;
  readonly url: string | null;
  readonly state: ParcelState;
  readonly sent_at: string;
  readonly delivered_at: string | null;
}

/** One of kind `reply` is a mail from the customer. */
interface DealMessage extends Partial<Omit<InboundMail, "id" | "words" | "at">> {
  readonly id: string;
  readonly kind: (typeof messageKinds)[number];
  readonly words: string | null;
  readonly at: string;
  readonly by: string | null; // A user's id; null for the visitor.
}

export type DealTool = QuoteAction | OrderAction | "return" | "photos";

/** What staff can do about a deal; `next` is the obvious one. */
export interface DealTools {
  readonly next: DealTool | null;
  readonly others: readonly DealTool[];
}

export interface DealForDesk extends DealTools {
  readonly draft: QuoteDraft | null;
  readonly draft_version: number; // 0 before the first save.
  readonly versions: readonly DealVersion[]; // Oldest first.
  readonly order: DealOrder | null; // The newest.
  readonly payments: readonly DealPayment[];
  readonly parcels: readonly DealParcel[];
  readonly held_machine: { readonly number: number; readonly until: string } | null; // Nothing off it leaves before.
  readonly documents: readonly DealDocument[]; // Of all orders, oldest first.
  readonly returns: readonly Return[]; // Oldest first.
  readonly card_refund: CardRefund | null; // The newest, unless it is done.
  readonly taken_back: readonly TakenMoney[]; // Of the order, until staff have seen it.
  readonly messages: readonly DealMessage[]; // Oldest first.
  readonly open_question: string | null; // The id of the last message that waits for an answer.
  readonly link: string;
  readonly is_link_unsent: boolean; // Renewed after the last mail about the deal.
  readonly stage: string; // What the visitor's page says.
  readonly suggestions: {
    readonly freight: DraftFreight | null; // Its price is null rather than a guess.
    readonly weight: WeightClass | null;
    readonly freight_note: string | null; // Why there is no price, for staff.
    readonly grade: QuoteLine["grade"];
    readonly valid_days: number;
  };
}

export interface QuoteSent {
  readonly number: number;
  readonly undo_until: string;
}

/** The mail and the page exactly as they would be sent. */
export interface Preview {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly page: string;
}

export interface PricedPart {
  readonly part: string;
  readonly make: string;
  readonly model: string;
}

/** What the same part for the same machine has cost before. */
export interface PriceMemory {
  readonly recent: readonly {
    readonly sent_at: string;
    readonly text: string;
    readonly machine: string | null;
    readonly grade: string | null;
    readonly unit_cents: Cents;
    readonly outcome: string; // The state of its version.
  }[];
  readonly lowest_cents: Cents | null;
  readonly highest_cents: Cents | null;
  readonly count: number;
}

const ref = v.string();
const number = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const words = textOf(wordsMost);
const amount = v.pipe(v.number(), v.safeInteger(), v.minValue(-centsMost), v.maxValue(centsMost));
const cleaned = (clean: (text: string) => string, most: number) =>
  v.pipe(v.string(), v.maxLength(1000), v.transform(clean), v.minLength(1), v.maxLength(most));
const parcel = { carrier: cleaned(oneLine, 60), tracking: cleaned(trackingNumber, 80) };
const note = v.optional(v.nullable(textOf(noteMost)), null);
/** False asks about what looks entered already, true enters it all the same; without it, only what others entered counts. */
const again = v.exactOptional(v.boolean());

export const dealRequests = {
  draft: v.object({ ref, draft: quoteDraftSchema }),
  send: v.object({ ref }),
  version: v.object({ ref, number }), // quote-undo, quote-withdraw, quote-resend
  extend: v.object({ ref, valid_days: validDaysSchema }),
  answer: v.object({
    ref,
    message: v.string(),
    words: v.pipe(words, v.minLength(1)),
    to: v.exactOptional(recipientsSchema),
  }),
  approve: v.object({
    ref,
    number,
    how: v.picklist(approvalWays.filter((way) => way !== "link")),
    selection: selectionSchema,
    note,
  }),
  decline: v.object({ ref, reason: v.string(), words }),
  payment: v.object({
    ref,
    amount_cents: v.pipe(
      amount,
      v.check((cents) => cents !== 0, zeroRefusal),
    ),
    method: v.picklist(paymentMethods),
    received_on: v.pipe(v.string(), v.check(isCalendarDate)),
    note,
    again,
    invoice_number: v.exactOptional(v.number()), // Of an earlier order; the last one without it.
    currency: v.exactOptional(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))), // Of what goes back to a card in its own one.
  }),
  order: v.object({ ref, change: v.picklist(orderChangeNames), note }),
  parcel: v.object({ ref, ...parcel, again }),
  parcelChange: v.object({
    ...v.partial(v.object({ ...parcel, state: v.picklist(parcelStates) })).entries,
    id: v.string(),
    again,
  }),
  link: v.object({ ref }),
} as const;

export const deskSettingRequest = v.object({
  version: v.optional(v.nullable(v.number()), null), // What If-Match says, for clients that set no headers.
  value: v.unknown(),
});
