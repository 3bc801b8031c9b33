import type { DealEventType } from "#domain/record-event.ts";

export interface OrderActionRow {
  /** At the desk. */
  readonly label: string;
  /** Why it is refused in other states. */
  readonly refusal: string;
  readonly refusalOfPickUp?: string;
  /** Shown to staff before they press. */
  readonly hint?: string;
  /** In the toast of the desk. */
  readonly done?: string;
}

export interface OrderChangeRow extends OrderActionRow {
  readonly to: string;
  /** "order_state" unless it has a type of its own. */
  readonly event: DealEventType;
  /** In the history. */
  readonly said: string;
  readonly done: string;
}

/** Calls by staff, each of which brings the order into another state. */
export const orderChanges = {
  packed: {
    label: "Packed",
    refusal: "Only a paid order can be packed",
    to: "packed",
    event: "order_packed",
    said: "Packed it",
    done: "packed",
  },
  collected: {
    label: "Collected",
    refusal: "Only a paid order can be collected",
    to: "delivered",
    event: "order_state",
    said: "Handed it over: it was collected",
    done: "collected",
  },
  extend: {
    label: "Later day to pay",
    refusal: "Only an order that waits for its payment gets a later day",
    hint: "The customer gets an e-mail with the new day. We hold the parts until then.",
    to: "", // The state stays.
    event: "order_state",
    said: "Gave them a later day to pay",
    done: "later day to pay",
  },
  revive: {
    label: "Revive the order",
    refusal: "Only a lapsed order can be revived",
    to: "awaiting_payment", // Or paid, if the money is there.
    event: "order_revived",
    said: "Revived the order",
    done: "order revived",
  },
  take_back: {
    label: "Take the approval back",
    refusal: "Only an approval that nothing was paid for can be taken back: cancel the order instead",
    to: "cancelled",
    event: "taken_back",
    said: "Took the approval back",
    done: "approval taken back",
  },
  cancel: {
    label: "Cancel the order",
    refusal: "Only an order that has not been sent can be cancelled",
    hint: "Its parts are free again. What was paid waits to be paid back.",
    to: "cancelled",
    event: "order_cancelled",
    said: "Cancelled the order",
    done: "order cancelled",
  },
  close: {
    label: "Close the order",
    refusal: "Only a delivered order can be closed",
    to: "closed",
    event: "order_closed",
    said: "Closed the order",
    done: "order closed",
  },
  seen: {
    label: "Seen: money was taken back",
    refusal: "No money of it was taken back, or it was seen already",
    to: "", // The state stays.
    event: "money_seen",
    said: "Saw that money was taken back",
    done: "seen",
  },
} as const satisfies Readonly<Record<string, OrderChangeRow>>;
export type OrderChange = keyof typeof orderChanges;

function isOrderChange(name: string): name is OrderChange {
  return Object.hasOwn(orderChanges, name);
}

// Object.keys knows no literals.
export const orderChangeNames = Object.keys(orderChanges).filter(isOrderChange);
