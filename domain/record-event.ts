/** Events of deals. Their `becomes` holds a number, a state or an amount, never anything that somebody wrote. */
const dealEventTypes = [
  "quote",
  "quote_withdrawn",
  "quote_sold",
  "quote_expired",
  "approved",
  "taken_back",
  "declined",
  "asked",
  "answered",
  "still_interested",
  "reminders_stopped",
  "link_renewed",
  "order_lapsed",
  "order_cancelled",
  "order_revived",
  "order_packed",
  "pulled", // `becomes`: the place of the line in the order; `was` if it was put back.
  "order_closed",
  "order_state", // For a state that has no type of its own: `becomes` names it, or the later day to pay.
  "payment",
  "parcel",
  "parcel_state",
  "received",
  "card", // A card page was opened.
  "refund", // `becomes`: the cents; `was`: the number of the credit note, if there is one.
  "refund_failed",
  "money_taken", // Without the desk. `becomes`: the cents; `was`: why.
  "money_seen",
  "return_asked", // `becomes`: its kind.
  "return_state", // `becomes`: its state.
  "photo", // `becomes`: its shot, if it has one.
  "photo_removed", // `becomes`: its shot, if it has one.
  "photos_wanted", // `becomes`: the number of the request.
  "offer",
  "offer_withdrawn",
  "offer_expired",
  "offer_accepted", // `becomes`: the number of the offer.
  "countered", // `becomes`: the cents.
  "pick_up", // `becomes`: its state.
  "purchase", // `becomes`: the number of the machine.
  "purchase_corrected",
] as const;
export type DealEventType = (typeof dealEventTypes)[number];

/** Types of events. `mailed`, `created` and `adopted` come from the submission, the rest from staff. */
export const recordEventTypes = [
  "mailed",
  "created",
  "adopted",
  "status",
  "owner",
  "snooze",
  "order",
  "duplicate",
  "note",
  "corrected",
  "call",
  "call_undone",
  "reply",
  "mail",
  "mail_in", // `becomes`: the mail; `was`: the record where it was before.
  "mail_out", // It is not the customer's. `was`: the mail; `becomes`: the record where it is now, if it is in one.
  "file_removed", // Of the mail `becomes`.
  "followed", // By the record `becomes`.
  "untold", // Nobody could be mailed. `becomes`: the kind of mail.
  "told",
  ...dealEventTypes,
] as const;
export type RecordEventType = (typeof recordEventTypes)[number];

export interface RecordEvent {
  readonly id: number;
  readonly type: string;
  readonly at: string;
  readonly user_id: string | null;
  readonly field: string | null; // Corrected from `was` to `becomes`; null for every other type.
  readonly was: string | null;
  readonly becomes: string | null;
  readonly note: string | null;
}

export const noteMaxLength = 10_000; // In code points.

/** Returns whether events of this type hold text that somebody wrote. */
export const saysWords = (type: string) =>
  /^(?:note|reply|mail_in|mail_out|quote|offer|asked|answered|declined|countered|return_asked|return_state|payment|photos_wanted)$/.test(
    type,
  );

/** Returns whether the event says who has paid, or what we pay: not for the yard. */
export const isMoneyEvent = (type: string) =>
  /^(?:payment|refund|refund_failed|money_taken|money_seen|card|countered)$/.test(type);

/** Returns whether the event may begin or end a problem with a mail to the visitor. */
export const isMailEvent = (type: string) => /^(?:mail|reply|call|call_undone|quote|offer)$/.test(type);
