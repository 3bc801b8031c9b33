import type { DeliveryWay } from "./delivery-ways.ts";
import { type OrderActionRow, orderChanges } from "./order-changes.ts";
import type { NextStep, Stage } from "./stage.ts";

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
  parcel: {
    label: "Enter a parcel",
    refusal: "Only a paid order can be sent",
    refusalOfPickUp: "The customer collects it: there is no parcel",
    hint: "The customer gets the mail “On its way”.",
  },
  delivered: { label: "It has arrived", refusal: "The order is not on its way", done: "delivered" },
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
  /** What is otherwise if the customer collects it. */
  readonly pickUp?: Partial<Pick<OrderStateRow, "stage" | "step" | "next" | "others">>;
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
    others: ["extend", "take_back", "cancel"],
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
    others: ["packed", "collected", "refund", "cancel"],
    pickUp: { next: ["packed", "payment"], others: ["collected", "refund", "cancel"] },
    money: "due",
    isUnpacked: true,
    isUnsent: true,
  },
  packed: {
    label: "Packed",
    stage: "paid",
    step: "pack",
    next: ["parcel", "payment"],
    others: ["collected", "refund", "cancel"],
    pickUp: {
      stage: "collect",
      step: "collect",
      next: ["collected", "payment"],
      others: ["refund", "cancel"],
    },
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

export function orderRow(state: OrderState, way: DeliveryWay): OrderStateRow {
  const row = orderStates[state];
  return way === "pick-up" ? { ...row, ...row.pickUp } : row;
}

export function statesWhere(test: (row: OrderStateRow) => boolean): OrderState[] {
  return stateNames.filter((state) => test(orderStates[state]));
}

// Object.keys knows no literals.
const stateNames = Object.keys(table).filter((name): name is OrderState => Object.hasOwn(table, name));
