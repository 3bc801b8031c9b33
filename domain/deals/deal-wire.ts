import * as v from "valibot";

import { isCalendarDate } from "#domain/calendar-date.ts";
import { type InboundMail, recipientsSchema } from "#domain/inbox-wire.ts";
import { oneLine } from "#domain/plain-text.ts";

import { trackingNumber } from "./carriers.ts";
import type { Order, Parcel, Payment, QuoteVersion, SentVersion } from "./deal.ts";
import type { DealDocument } from "./documents.ts";
import type { WeightClass } from "./freight.ts";
import type { CardRefund, TakenMoney } from "./money-wire.ts";
import { type Cents, centsMost, zeroRefusal } from "./money.ts";
import { orderChangeNames } from "./order-changes.ts";
import type { OrderAction } from "./order.ts";
import { parcelStateNames } from "./parcels.ts";
import type { QuoteAction, VersionState } from "./quote-states.ts";
import {
  type DraftFreight,
  noteMost,
  type QuoteDraft,
  quoteDraftSchema,
  type QuoteLine,
  selectionSchema,
  textOf,
  validDaysSchema,
  wordsMost,
} from "./quote.ts";
import type { Return } from "./returns.ts";
import type { SoldLine } from "./sold.ts";
import { approvalWays, type messageKinds, paymentMethods } from "./stage.ts";

/** A version of a quote or of an offer, with what became of its mail. */
export type ShownVersion<Version extends SentVersion = SentVersion> = Omit<Version, "state"> & {
  readonly state: VersionState;
  readonly sent_at: string | null; // When a mail server accepted it.
};

/** An order with what follows from it. */
export interface ShownOrder extends Order {
  readonly balance_cents: Cents; // Still owed; negative if too much was paid.
  readonly payment_code: string;
}

/** What was said on the page or by mail. A mail from the customer is of kind `reply`. */
interface ShownMessage extends Partial<Omit<InboundMail, "id" | "words" | "at">> {
  readonly id: string;
  readonly kind: (typeof messageKinds)[number];
  readonly words: string | null;
  readonly at: string;
  readonly by: string | null; // A user's id; null for the visitor.
}

export type DealTool = QuoteAction | OrderAction | "return" | "ask_return" | "photos" | "told";

/** What staff can do about a deal; `next` is the obvious one. */
export interface DealTools<Tool = DealTool> {
  readonly next: Tool | null;
  readonly others: readonly Tool[];
}

export interface DealForDesk extends DealTools {
  readonly draft: QuoteDraft | null;
  readonly draft_version: number; // 0 before the first save.
  readonly versions: readonly ShownVersion<QuoteVersion>[]; // Oldest first.
  readonly order: ShownOrder | null; // The newest.
  readonly is_unpayable: boolean; // We have neither an account to show nor cards.
  readonly payments: readonly (Payment & { readonly line?: string })[]; // `line`: of the bank statement.
  readonly parcels: readonly Parcel[];
  readonly held_machine: { readonly number: number; readonly until: string } | null; // Nothing off it leaves before.
  readonly sold: readonly SoldLine[]; // The lines that count; none before a quote and after a cancellation.
  readonly documents: readonly DealDocument[]; // Of all orders, oldest first.
  readonly returns: readonly Return[]; // Oldest first.
  readonly card_refund: CardRefund | null; // The newest, unless it is done.
  readonly taken_back: readonly TakenMoney[]; // Of the order, until staff have seen it.
  readonly messages: readonly ShownMessage[]; // Oldest first.
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

/** True packs or sends the order although not all of it was pulled. */
const anyway = v.exactOptional(v.boolean());

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
  order: v.object({
    ref,
    change: v.picklist(orderChangeNames),
    note,
    anyway,
    pay_by: v.exactOptional(v.pipe(v.string(), v.check(isCalendarDate))), // The later day of `extend`.
  }),
  pulled: v.object({ ref, line: v.string(), pulled: v.boolean() }),
  parcel: v.object({ ref, ...parcel, again, anyway }),
  parcelChange: v.object({
    ...v.partial(v.object({ ...parcel, state: v.picklist(parcelStateNames) })).entries,
    id: v.string(),
    again,
  }),
  link: v.object({ ref }),
} as const;

export const deskSettingRequest = v.object({
  value: v.unknown(),
});
