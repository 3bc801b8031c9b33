import * as v from "valibot";

import { isCalendarDate } from "#domain/calendar-date.ts";
import { call } from "#domain/call.ts";
import { inboundMailSchema, recipientsSchema } from "#domain/inbox-wire.ts";
import { oneLine } from "#domain/plain-text.ts";

import { trackingNumber } from "./carriers.ts";
import { weightClasses } from "./freight.ts";
import { cardRefundSchema, documentSchema, returnSchema, takenSchema } from "./money-wire.ts";
import { centsMost, zeroRefusal } from "./money.ts";
import { orderChangeNames } from "./order-changes.ts";
import { stateNames } from "./order.ts";
import { versionStateNames } from "./quote-states.ts";
import {
  draftFreightSchema,
  gradeSchema,
  noteMost,
  quoteContentSchema,
  quoteDraftSchema,
  selectionSchema,
  textOf,
  validDaysSchema,
  wordsMost,
} from "./quote.ts";
import { approvalWays, messageKinds, parcelStates, paymentMethods } from "./stage.ts";

type Requests = typeof dealRequests;

/** The calls of staff (deals.md section 4). */
export const dealCalls = {
  quote: call<{ ref: string }, DealForDesk>("GET", "/functions/v1/quote"),
  draft: call<Requests["draft"], DraftSaved>("PUT", "/functions/v1/quote-draft"),
  preview: call<{ ref: string }, Preview>("GET", "/functions/v1/quote-preview"),
  send: call<Requests["send"], QuoteSent>("POST", "/functions/v1/quote-send"),
  undo: call<Requests["version"]>("POST", "/functions/v1/quote-undo"),
  withdraw: call<Requests["version"]>("POST", "/functions/v1/quote-withdraw"),
  extend: call<Requests["extend"], QuoteSent>("POST", "/functions/v1/quote-extend"),
  answer: call<Requests["answer"]>("POST", "/functions/v1/quote-answer"),
  approve: call<Requests["approve"]>("POST", "/functions/v1/quote-approve"),
  decline: call<Requests["decline"]>("POST", "/functions/v1/quote-decline"),
  resend: call<Requests["version"]>("POST", "/functions/v1/quote-resend"),
  payment: call<Requests["payment"]>("POST", "/functions/v1/payment", { needsKey: true }),
  order: call<Requests["order"]>("POST", "/functions/v1/order"),
  parcel: call<Requests["parcel"]>("POST", "/functions/v1/parcel", { needsKey: true }),
  parcelChange: call<Requests["parcelChange"]>("PATCH", "/functions/v1/parcel"),
  priceMemory: call<PricedPart, PriceMemory>("GET", "/functions/v1/price-memory"),
  link: call<Requests["link"], { link: string }>("POST", "/functions/v1/deal-link"),
  settings: call("GET", "/functions/v1/desk-settings"), // + `/<name>`. PUT saves one.
} as const;

const mailSchema = v.object({
  state: v.picklist(["queued", "sending", "retrying", "sent", "failed", "unknown", "bounced"]),
  at: v.string(),
  error: v.nullable(v.string()), // Of one that bounced: see bounce-reason.ts.
  code: v.nullish(v.string(), null), // Of the delivery report.
});

/** Of a version of a quote or of an offer. */
export const versionFields = {
  number: v.number(),
  state: v.picklist(versionStateNames),
  content_hash: v.string(),
  valid_until: v.string(),
  sent_at: v.nullable(v.string()), // When a mail server accepted it.
  undo_until: v.string(),
  mail: v.nullable(mailSchema),
} as const;

const versionSchema = v.object({
  ...versionFields,
  content: quoteContentSchema,
  total_cents: v.number(), // The lowest that the customer can choose.
});
export type DealVersion = v.InferOutput<typeof versionSchema>;

export const orderSchema = v.object({
  id: v.string(),
  state: v.picklist(stateNames),
  invoice_number: v.number(),
  version: v.number(), // What was approved of it: the selection.
  selection: selectionSchema,
  total_cents: v.number(),
  balance_cents: v.number(), // Still owed; negative if too much was paid.
  held_cents: v.number(), // What was paid and has not gone back.
  standing_cents: v.number(), // What the invoice still stands for.
  pay_by: v.string(),
  payment_code: v.string(),
});
export type DealOrder = v.InferOutput<typeof orderSchema>;

const paymentSchema = v.object({
  id: v.string(),
  amount_cents: v.number(),
  method: v.picklist([...paymentMethods, "rounding"]), // `rounding`: what cash can't pay; the server's.
  received_on: v.string(),
  note: v.nullable(v.string()),
  by: v.nullable(v.string()), // A user's id; null for what the card company says.
  at: v.string(),
  currency: v.string(), // Money in another one than NZD never counts in the balance.
});

export const parcelSchema = v.object({
  id: v.string(),
  carrier: v.string(),
  tracking: v.string(),
  url: v.nullable(v.string()),
  state: v.picklist(parcelStates),
  sent_at: v.string(),
  delivered_at: v.nullable(v.string()),
});

const messageSchema = v.object({
  id: v.string(),
  kind: v.picklist(messageKinds),
  words: v.nullable(v.string()),
  at: v.string(),
  by: v.nullable(v.string()), // A user's id; null for the visitor.
  // Of kind `reply`: a mail from the customer.
  ...v.partial(v.omit(inboundMailSchema, ["id", "words", "at"])).entries,
});

export const dealSchema = v.object({
  draft: v.nullable(quoteDraftSchema),
  draft_version: v.number(), // 0 before the first save.
  versions: v.array(versionSchema), // Oldest first.
  order: v.nullable(orderSchema), // The newest.
  payments: v.array(paymentSchema),
  parcels: v.array(parcelSchema),
  held_machine: v.nullable(v.object({ number: v.number(), until: v.string() })), // Nothing off it leaves before.
  documents: v.array(documentSchema), // Of all orders, oldest first.
  returns: v.array(returnSchema), // Oldest first.
  card_refund: v.nullable(cardRefundSchema), // The newest, unless it is done.
  taken_back: v.array(takenSchema), // Of the order, until staff have seen it.
  messages: v.array(messageSchema), // Oldest first.
  open_question: v.nullable(v.string()), // The id of the last message that waits for an answer.
  link: v.string(),
  is_link_unsent: v.boolean(), // Renewed after the last mail about the deal.
  stage: v.string(), // What the visitor's page says.
  suggestions: v.object({
    freight: v.nullable(draftFreightSchema), // Its price is null rather than a guess.
    weight: v.nullable(v.picklist(weightClasses)),
    freight_note: v.nullable(v.string()), // Why there is no price, for staff.
    grade: gradeSchema,
    valid_days: v.number(),
  }),
});
export type DealForDesk = v.InferOutput<typeof dealSchema>;

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

export const draftSavedSchema = v.object({ draft_version: v.number() });
export type DraftSaved = v.InferOutput<typeof draftSavedSchema>;
export const quoteSentSchema = v.object({ number: v.number(), undo_until: v.string() });
export type QuoteSent = v.InferOutput<typeof quoteSentSchema>;
export const previewSchema = v.object({
  subject: v.string(),
  html: v.string(),
  text: v.string(),
  page: v.string(),
});
export type Preview = v.InferOutput<typeof previewSchema>;

export const priceMemorySchema = v.object({
  recent: v.array(
    v.object({
      sent_at: v.string(),
      text: v.string(),
      machine: v.nullable(v.string()),
      grade: v.nullable(v.string()),
      unit_cents: v.number(),
      outcome: v.string(), // The state of its version.
    }),
  ),
  lowest_cents: v.nullable(v.number()),
  highest_cents: v.nullable(v.number()),
  count: v.number(),
});
export type PriceMemory = v.InferOutput<typeof priceMemorySchema>;

export interface PricedPart {
  readonly part: string;
  readonly make: string;
  readonly model: string;
}
