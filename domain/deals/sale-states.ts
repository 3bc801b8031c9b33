import type { VersionState } from "./quote-states.ts";
import type { JourneyStage } from "./stage.ts";

/** How the seller is paid. */
export const payWays = ["account", "cash"] as const;
export type PayWay = (typeof payWays)[number];

/** Cash of $10,000 or more brings duties of the Anti-Money Laundering and Countering Financing of Terrorism Act 2009. */
export const cashMostCents = 999_999;

/** A seller's choice if none of our times suits. */
export const otherTime = "other";

/** For each state: what the desk calls it, what its history says, and what staff can do about the pick-up. */
export const pickUpStates = {
  arranged: {
    desk: "Pick-up",
    history: "Arranged another time for the pick-up",
    actions: ["pick_up", "missed", "cancel"],
  },
  missed: {
    desk: "Pick-up missed",
    history: "The pick-up was missed",
    actions: ["missed", "pick_up", "cancel"],
  },
  done: { desk: "Picked up", history: "Picked it up", actions: [] },
  cancelled: { desk: "Pick-up cancelled", history: "Cancelled the pick-up", actions: [] },
} as const;
export type PickUpState = keyof typeof pickUpStates;

export const pickUpChangeNames = ["done", "missed", "cancel"] as const;
export type PickUpChange = (typeof pickUpChangeNames)[number];

interface PickUpChangeRow {
  readonly from: readonly PickUpState[];
  readonly to: PickUpState;
  /** Shown to staff before they press, and what the line says afterwards. */
  readonly hint: string;
  readonly done: string;
}

/** `moved`: missed, or about to be, with another time. */
export const pickUpChanges: Readonly<Record<PickUpChange | "moved", PickUpChangeRow>> = {
  done: {
    from: ["arranged", "missed"],
    to: "done",
    hint: "After this, record the purchase: the law wants it on the day.",
    done: "picked up",
  },
  missed: {
    from: ["arranged"],
    to: "missed",
    hint: "Without a day, their page says that we ring for another time. The offer stands.",
    done: "the pick-up was missed",
  },
  moved: {
    from: ["arranged", "missed"],
    to: "arranged",
    hint: "Their page shows the new time at once. Ring them too: no mail tells them.",
    done: "the pick-up is moved",
  },
  cancel: {
    from: ["arranged", "missed"],
    to: "cancelled",
    hint: "Their page says “Cancelled”. You can make a new offer.",
    done: "the pick-up is cancelled",
  },
};

/** Facts in the sentences of the stages. They hold no prices and no personal data: `/status` shows them too. */
export interface SaleFacts {
  /** By when we promise an offer; or that it is late. */
  readonly promise: string;
  readonly goodUntil: string; // The last day of the offer.
  readonly pickUp: string | null; // The window, in words; null until it is arranged.
  readonly isMissed: boolean;
  readonly isCounter: boolean; // The seller wants another price, and our offer still stands.
  readonly isOpen: boolean; // The offer can be accepted.
  readonly isMerged: boolean;
}

/** A stage of the seller's journey (deals.md section 8: the titles are exact). */
interface SaleStageRow extends JourneyStage<SaleFacts> {
  /** Photos still help. */
  readonly takesPhotos?: true;
}

export const saleJourney = ["Your machine", "Our offer", "Pick-up", "Paid"] as const;

const afterOffer = [
  "You accept it here with one press, or tell us what you had in mind. Nothing is agreed until you press.",
  "We pick the machine up at a time that suits you, look at your ID, and pay.",
];

const table = {
  looking: {
    title: "We are looking at it",
    step: 0,
    sentence: ({ isCounter, isOpen, goodUntil, promise }) => {
      if (!isCounter) return promise;
      const stands = isOpen ? ` Our offer stays good until the end of ${goodUntil}.` : "";
      return `We have your price, and answer by e-mail.${stands}`;
    },
    next: ({ isCounter }) => [
      `You get an e-mail with our ${isCounter ? "answer" : "cash offer"}, and this page shows it.`,
      ...afterOffer,
    ],
    takesPhotos: true,
  },
  photos_wanted: {
    title: "Photos wanted",
    step: 0,
    sentence: () => "A few photos, and we can make our offer. Leave out what you can’t take.",
    next: () => ["We look at your photos and make our offer.", ...afterOffer],
    takesPhotos: true,
  },
  ready: {
    title: "Our offer is ready",
    step: 1,
    sentence: ({ goodUntil }) => `It is good until the end of ${goodUntil}.`,
    next: () => afterOffer,
    takesPhotos: true,
  },
  accepted: {
    title: "Offer accepted: pick-up",
    step: 2,
    sentence: ({ isMissed, pickUp }) =>
      isMissed
        ? "We missed each other. We ring you for another time; our offer stands."
        : `${pickUp === null ? "We ring you to arrange the time" : `We come on ${pickUp}`}. Have your ID and any papers of the machine ready.`,
    next: () => [
      "We look over the machine and at your ID: the law asks us to note who sold it.",
      "We pay, and take it away.",
    ],
    takesPhotos: true,
  },
  bought: {
    title: "Picked up and paid",
    step: 4,
    sentence: () => "Thank you. If anything is not right with the payment, ring us.",
  },
  declined: {
    title: "You said no thanks",
    step: null,
    sentence: () => "You don’t need to do anything. If you change your mind, ring us or reply to our e-mail.",
  },
  expired: {
    title: "This offer has expired",
    step: 1,
    sentence: ({ goodUntil }) =>
      `It was good until the end of ${goodUntil}. Ring us if you still want to sell.`,
  },
  cancelled: {
    title: "Cancelled",
    step: null,
    sentence: ({ isMerged }) =>
      isMerged
        ? "It repeats another submission: we deal with both together. If that is not so, ring us."
        : "You don’t need to do anything. If you still want to sell, ring us.",
  },
} as const satisfies Readonly<Record<string, SaleStageRow>>;

export type SaleStage = keyof typeof table;
export const saleStages: Readonly<Record<SaleStage, SaleStageRow>> = table;

export const saleActions = {
  photos: "Ask for photos",
  offer: "Make an offer",
  again: "Send it again",
  extend: "Extend the offer",
  withdraw: "Withdraw the offer",
  pick_up: "Picked up",
  missed: "Missed or moved", // One form for both.
  cancel: "Cancel the pick-up",
  purchase: "Record the purchase",
  told: "We have told them",
} as const;
export type SaleAction = keyof typeof saleActions;

interface OfferStateRow {
  /** Set unless the mail's state says it all. */
  readonly text: string | null;
  /** `ready`: the seller can answer it. */
  readonly stage: SaleStage;
}

const out = { text: null, stage: "ready" } as const;

/** Applies to the newest version, without a pick-up. `approved` is an accepted offer, whose pick-up was cancelled. */
export const offerStates: Readonly<Record<VersionState, OfferStateRow>> = {
  queued: out,
  sending: out,
  sent: out,
  failed: out,
  unknown: out,
  superseded: { stage: "looking", text: "replaced by a newer one" },
  approved: { stage: "cancelled", text: "accepted" },
  declined: { stage: "declined", text: "they said no thanks" },
  withdrawn: { stage: "looking", text: "withdrawn" },
  expired: { stage: "expired", text: "expired" },
};
