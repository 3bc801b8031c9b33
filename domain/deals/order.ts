import type { CalendarDate } from "#domain/calendar-date.ts";
import { formatDay } from "#domain/nz-time.ts";

import { type Cents, formatCents } from "./money.ts";
import { type OrderActionRow, orderChanges } from "./order-changes.ts";
import type { NextStep, ParcelState, Stage } from "./stage.ts";

/** Actions on the visitor's page. Visitors can ask in every state. */
export type VisitorAction =
  | "approve"
  | "decline"
  | "still_interested"
  | "take_back"
  | "received"
  | "pay_by_card"
  | "return";

export const orderActions = {
  payment: { label: "Enter a payment", refusal: "There is no order to pay yet" },
  refund: { label: "Pay money back", refusal: "The order holds no money" },
  parcel: { label: "Enter a parcel", refusal: "Only a paid order can be sent" },
  delivered: { label: "It has arrived", refusal: "The order is not on its way" },
  ...orderChanges,
} as const satisfies Readonly<Record<string, OrderActionRow>>;
export type OrderAction = keyof typeof orderActions;

interface OrderStateRow {
  readonly label: string;
  /** The column for when the order came into the state. */
  readonly moment?: "paid_at" | "lapsed_at" | "cancelled_at" | "delivered_at" | "refunded_at";
  readonly stage: Stage;
  /** Shown in the lists. */
  readonly step: NextStep;
  /** The obvious actions, the first that is possible before all others. */
  readonly next: readonly OrderAction[];
  readonly others: readonly OrderAction[];
  readonly visitor?: readonly VisitorAction[];
  /** The list that its money waits in, if it is not what it should be. Parts are held while it is "due". */
  readonly money: "due" | "late" | "to_refund";
  /** The parts are still with us: the address can be put right. */
  readonly isUnpacked?: true;
  readonly isUnsent?: true;
  /** Why the invoice stands for nothing any more, on the credit note that says so. */
  readonly credited?: string;
}

/** The only place that knows what an order state means (deals.md section 2). */
const table = {
  awaiting_payment: {
    label: "Awaiting payment",
    stage: "approved",
    step: "pay",
    next: ["payment"],
    others: ["take_back", "cancel"],
    visitor: ["take_back", "pay_by_card"],
    money: "due",
    isUnpacked: true,
    isUnsent: true,
  },
  paid: {
    label: "Paid",
    moment: "paid_at",
    stage: "paid",
    step: "pack",
    next: ["parcel", "payment"],
    others: ["packed", "refund", "cancel"],
    money: "due",
    isUnpacked: true,
    isUnsent: true,
  },
  packed: {
    label: "Packed",
    stage: "paid",
    step: "pack",
    next: ["parcel", "payment"],
    others: ["refund", "cancel"],
    money: "due",
    isUnsent: true,
  },
  sent: {
    label: "On its way",
    stage: "sent",
    step: "on_its_way",
    next: ["delivered", "parcel"],
    others: ["payment", "refund", "cancel"],
    visitor: ["received", "return"],
    money: "due",
  },
  delivered: {
    label: "Delivered",
    moment: "delivered_at",
    stage: "delivered",
    step: "done",
    next: [],
    others: ["close", "payment", "refund"],
    visitor: ["return"],
    money: "due",
  },
  closed: {
    label: "Closed",
    stage: "delivered",
    step: "done",
    next: [],
    others: ["payment", "refund"],
    visitor: ["return"],
    money: "due",
  },
  lapsed: {
    label: "Lapsed",
    moment: "lapsed_at",
    stage: "overdue",
    step: "pay",
    next: ["revive"],
    others: ["payment", "refund", "take_back", "cancel"],
    visitor: ["take_back"],
    money: "late",
    isUnpacked: true,
    credited: "Not paid in time: the order has lapsed",
  },
  cancelled: {
    label: "Cancelled",
    moment: "cancelled_at",
    stage: "cancelled",
    step: "done",
    next: [],
    others: ["payment", "refund"],
    money: "to_refund",
    credited: "The order was cancelled",
  },
  /** All of it was paid back: it was returned, or lost on its way. */
  refunded: {
    label: "Refunded",
    moment: "refunded_at",
    stage: "refunded",
    step: "done",
    next: ["refund"],
    others: ["payment"],
    money: "to_refund",
  },
} as const satisfies Readonly<Record<string, OrderStateRow>>;

export type OrderState = keyof typeof table;
export const orderStates: Readonly<Record<OrderState, OrderStateRow>> = table;

export function statesWhere(test: (row: OrderStateRow) => boolean): OrderState[] {
  return stateNames.filter((state) => test(orderStates[state]));
}

// Object.keys knows no literals.
const stateNames = Object.keys(table).filter((name): name is OrderState => Object.hasOwn(table, name));

export interface OrderFacts {
  readonly state: OrderState;
  readonly owed: Cents;
  readonly hasPayments: boolean;
  readonly holdsMoney: boolean;
  /** Money of it left without the desk, and nobody has seen to it. */
  readonly isTakenBack: boolean;
  readonly parcels: readonly { readonly state: ParcelState }[];
  /** A machine that a part comes off, while it must stay as we bought it. */
  readonly heldMachine: HeldMachine | null;
}

export interface HeldMachine {
  readonly number: number;
  readonly until: CalendarDate; // The last day.
}

export function holdWords({ number, until }: HeldMachine): string {
  return `Machine ${number} is on hold until ${formatDay(until)}: nothing off it leaves before`;
}

/** Tells staff why this can't be done to the order now; null if it can. */
export function orderRefusal(action: OrderAction, order: OrderFacts): string | null {
  const { next, others } = orderStates[order.state];
  const { refusal } = orderActions[action];
  if (action === "seen") return order.isTakenBack ? null : refusal;
  if (![...next, ...others].includes(action)) return refusal;
  switch (action) {
    case "take_back":
      return order.hasPayments ? refusal : null;
    case "cancel":
      return order.parcels.some(isOut) ? refusal : null;
    case "packed":
    case "parcel":
      if (order.owed > 0 && order.state !== "sent")
        return `${formatCents(order.owed)} is still missing: nothing leaves before it is paid`;
      if (order.isTakenBack) return "Money of it was taken back: see to that first, then say “Seen”";
      return order.heldMachine === null ? null : holdWords(order.heldMachine);
    case "refund":
      return order.holdsMoney ? null : refusal;
    case "delivered":
      return order.parcels.some(isOut) ? null : refusal;
    default:
      return null;
  }
}

const isOut = ({ state }: { readonly state: ParcelState }) =>
  state === "with_carrier" || state === "delivered";

/** `next` is the obvious action. */
export function orderActionsNow(order: OrderFacts): {
  readonly next: OrderAction | null;
  readonly others: readonly OrderAction[];
} {
  const { next: obvious, others } = orderStates[order.state];
  const isPossible = (action: OrderAction) => orderRefusal(action, order) === null;
  const next = obvious.find((action) => isPossible(action) && isDue(action, order)) ?? null;
  const all = [...obvious, ...others, "seen" as const];
  return { next, others: all.filter((action) => action !== next && isPossible(action)) };
}

function isDue(action: OrderAction, { hasPayments, parcels, owed }: OrderFacts): boolean {
  if (action === "payment") return owed > 0;
  if (action === "revive") return hasPayments; // A lapsed order needs nothing until money arrives.
  return action !== "delivered" || parcels.some(({ state }) => state === "with_carrier");
}
