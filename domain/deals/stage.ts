import { collectSentence, type DeliveryWay, deliveryWayRows } from "./delivery-ways.ts";
import type { StageFacts } from "./stage-facts.ts";

/** A stage of a buyer's or a seller's journey. Their pages and `/status` follow it. */
export interface JourneyStage<Facts> {
  readonly title: string;
  /** The step of the journey that is under way; null if it has ended early. */
  readonly step: number | null;
  readonly sentence: (facts: Facts) => string;
  readonly next?: (facts: Facts) => readonly string[];
}

/** A stage of the buyer's journey (deals.md section 5: the titles are exact). */
interface StageRow extends JourneyStage<StageFacts> {
  /** The page shows what was asked for: there is no quote yet. */
  readonly isRequest?: true;
  /** The panel beside an order; how to reach us, if there is nothing to pay or to follow. */
  readonly panel?: "payment" | "overdue" | "parcels";
  /** The visitor asks about what has arrived, or not. */
  readonly hasLeft?: true;
}

export const journeyBy = (way: DeliveryWay) => ["Request", "Quote", "Payment", deliveryWayRows[way].end];

const afterPayment = ({ way, arrives }: StageFacts) => [
  `Once your payment shows up in our account, ${deliveryWayRows[way].send}.`,
  arrives,
];
/** Says nothing of the other request: it may be somebody else's. */
const merged = "It repeats another request: we deal with both together. If that is not so, ring us.";

const beforeApproval = (facts: StageFacts) => [
  `Approve here by the end of ${facts.goodUntil}.`,
  `You then see how to pay. If you approve today, pay by the end of ${facts.payBy}.`,
  ...afterPayment(facts),
];

const table = {
  pricing: {
    title: "We are pricing it",
    step: 0,
    sentence: ({ isChanging, wasInTouch, price }) =>
      isChanging
        ? "We are just changing your quote. Please look again in a minute."
        : wasInTouch
          ? "We have been in touch with you about it. If you still wait for our price, ring us."
          : price,
    next: () => [
      "We check that the part fits and what shape it is in.",
      "You get an e-mail with the price, and this page shows the quote.",
      "You approve it here with one press, or say no thanks. You owe nothing until then.",
    ],
    isRequest: true,
  },
  ready: {
    title: "Your quote is ready",
    step: 1,
    sentence: ({ goodUntil }) => `You can approve it until the end of ${goodUntil}.`,
    next: beforeApproval,
  },
  answering: {
    title: "We are answering your question",
    step: 1,
    sentence: ({ isOpen, answer, goodUntil }) =>
      isOpen ? `${answer} The quote stays good until the end of ${goodUntil}.` : answer,
    next: (facts) =>
      facts.isOpen
        ? beforeApproval(facts)
        : ["We check the part and the price again.", "You get an e-mail, and this page shows our answer."],
  },
  expired: {
    title: "This quote has expired",
    step: 1,
    sentence: ({ goodUntil }) => `It was good until the end of ${goodUntil}. The part may still be here.`,
  },
  declined: {
    title: "You said no thanks",
    step: null,
    sentence: () => "You don’t need to do anything. If you change your mind, ring us or reply to our e-mail.",
  },
  approved: {
    title: "Approved: now the payment",
    step: 2,
    sentence: ({ isShort, payBy }) =>
      isShort
        ? "Some of your money did not stay with us. Your parts leave once what is missing is here: pay it, or ring us."
        : `Please pay by the end of ${payBy}. We hold your parts until then.`,
    next: (facts) => [
      ...(facts.isShort
        ? []
        : [`Pay by the end of ${facts.payBy}. If you don’t pay, we cancel the order. You owe nothing.`]),
      ...afterPayment(facts),
    ],
    panel: "payment",
  },
  overdue: {
    title: "Payment time has passed",
    step: 2,
    sentence: ({ payBy }) => `Payment was due by the end of ${payBy}. You owe nothing.`,
    panel: "overdue",
  },
  paid: {
    title: "Paid: we are packing it",
    step: 3,
    sentence: ({ hold, way, isTakenBack }) => {
      if (isTakenBack) return "We check your payment once more before we pack, and get in touch.";
      return `Thank you. ${hold === null ? "" : `${hold.sentence} `}${deliveryWayRows[way].told}`;
    },
    next: ({ way, isTakenBack, arrives }) => [
      ...(isTakenBack ? [] : ["We pack your parts."]),
      way === "pick-up"
        ? deliveryWayRows[way].told
        : "You get the tracking number by e-mail, and this page shows it.",
      arrives,
    ],
  },
  collect: {
    title: "Paid: ready to collect",
    step: 3,
    sentence: ({ isTakenBack }) =>
      isTakenBack
        ? "We check your payment once more before you collect it, and get in touch."
        : `${collectSentence()} Say your reference when you come.`,
  },
  sent: {
    title: "On its way",
    step: 3,
    sentence: ({ arrival }) => arrival,
    panel: "parcels",
    hasLeft: true,
  },
  delivered: {
    title: "Delivered",
    step: 4,
    sentence: () =>
      "If anything is not right, tell us within 14 days. A faulty or wrong part? Tell us any time.",
    panel: "parcels",
    hasLeft: true,
  },
  cancelled: {
    title: "Cancelled",
    step: null,
    sentence: ({ isPaid, isMerged }) => {
      if (isPaid) return "You owe nothing, and we will pay back what you have paid.";
      return isMerged ? merged : "You don’t need to do anything, and you owe nothing.";
    },
  },
  return_asked: {
    title: "Return asked",
    step: 4,
    sentence: ({ answer }) => answer,
    next: () => [
      "We look at what you wrote, and answer by e-mail.",
      "If the part has to come back, we tell you where to send it.",
    ],
    panel: "parcels",
    hasLeft: true,
  },
  return_agreed: {
    title: "Return agreed: send it back",
    step: 4,
    sentence: () => "Send it back as we wrote to you. We pay back as soon as it is here and checked.",
    panel: "parcels",
    hasLeft: true,
  },
  return_received: {
    title: "Return received",
    step: 4,
    sentence: ({ isPaidBack }) =>
      `It is back with us${isPaidBack ? ", and we have paid money back to you." : ". We check it, and write to you about your money."}`,
    panel: "parcels",
    hasLeft: true,
  },
  refunded: {
    title: "Refunded",
    step: null,
    sentence: ({ isPaid }) =>
      isPaid
        ? "Some of your money is still with us: it could not be paid back, or came later. We write to you about it."
        : "We have refunded your money. A bank or card can take some days to show it.",
  },
  withdrawn: {
    title: "This quote has been withdrawn",
    step: null,
    sentence: ({ isMerged }) =>
      isMerged ? merged : "We cannot sell it as quoted any more. Ring us, and we will look for another one.",
  },
} as const satisfies Readonly<Record<string, StageRow>>;

export type Stage = keyof typeof table;
export const stages: Readonly<Record<Stage, StageRow>> = table;

/** Ordered as in the journey. The column `next_step` holds these names. */
export const nextSteps = {
  quote: "To quote",
  offer: "To make an offer",
  photos: "Photos wanted",
  answer: "To answer",
  tell: "Tell them",
  waiting: "Waiting for an answer",
  mail: "Mail not delivered",
  expired: "Expired",
  pay: "To be paid",
  money: "Money taken back",
  pack: "To pack",
  collect: "To be collected",
  on_its_way: "On its way",
  pick_up: "To pick up",
  purchase: "Record the purchase",
  return: "Decide on the return",
  refund: "Pay money back",
  close_return: "Close the return",
  done: "Done",
} as const;
export type NextStep = keyof typeof nextSteps;

/** `pending`: it can still be undone. `out`: sent, or about to be; the outbox has the state of its mail. */
export const storedVersionStates = [
  "pending",
  "out",
  "superseded",
  "approved",
  "declined",
  "withdrawn",
] as const;
export type StoredVersionState = (typeof storedVersionStates)[number];

/** `correction`: puts a wrong entry right, and mails nobody. */
export const paymentMethods = ["transfer", "cash", "card", "correction"] as const;
/** Reasons why money left an order without the desk. */
export const takenWhys = ["bank", "card", "dispute", "refund_failed"] as const;
export const refundMethods = ["transfer", "cash", "card"] as const;
export const approvalWays = ["link", "phone", "email", "counter"] as const;
export const messageKinds = [
  "question",
  "answer",
  "decline",
  "still_interested",
  "reply",
  "counter",
] as const;
