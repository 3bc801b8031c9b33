import type { DeliveryWay } from "./delivery-ways.ts";
import type { Hold } from "./hold.ts";

/** Facts in the sentences of the stages. They hold no prices and no personal data: `/status` shows them too. */
export interface StageFacts {
  /** Says by when we promise a price; `answer`, an answer to what the visitor asked. */
  readonly price: string;
  readonly answer: string;
  /** The last day of the quote; `payBy`, the last day to pay, if need be of an order approved now. */
  readonly goodUntil: string;
  readonly payBy: string;
  readonly arrival: string;
  readonly hold: Hold | null; // Of a machine that parts come off, while they are with us.
  readonly arrives: string; // What leaves after the payment, and after the hold.
  readonly way: DeliveryWay;
  readonly isOpen: boolean; // The quote can be approved.
  readonly isChanging: boolean; // A version was taken back or replaced.
  readonly wasInTouch: boolean; // Answered otherwise than with a quote.
  readonly isPaid: boolean; // For the last order, or those that were cancelled before it.
  readonly isPaidBack: boolean; // Money has gone back since a return was asked for.
  readonly isMerged: boolean;
  readonly isShort: boolean; // Money of the order is missing after it was paid.
  readonly isTakenBack: boolean; // Money of it left, and staff have not seen to it.
}
