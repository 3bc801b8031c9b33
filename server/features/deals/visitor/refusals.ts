import type { FastifyRequest } from "fastify";

import { firm } from "#domain/firm.ts";
import type { AcceptRefusal } from "#server/features/deals/sales/accept-offer.ts";
import { CommitUnknown, DatabaseUnavailable } from "#server/platform/database/database.ts";

import type { PageProblem } from "./pages/page-view.ts";

/** A response other than 303. */
export interface PageRefusal extends PageProblem {
  readonly status: 400 | 409 | 410 | 422 | 429 | 503;
  readonly retryAfterSeconds?: number;
}

export const refusals = {
  noTick: {
    status: 400,
    title: "Please tick the box",
    text: "Tick the box to say that you have checked the machine and the part and accept the terms. Then press Approve again.",
  },
  noConfirmation: {
    status: 400,
    title: "Please tick the box",
    text: "The box is above the button. Tick it, then press the button again.",
  },
  noReason: {
    status: 400,
    title: "The reason is missing",
    text: "Please choose a reason from the list, then press No thanks again.",
  },
  noWords: {
    status: 400,
    title: "The question is missing",
    text: "Please write your question, then press Ask a question.",
  },
  longWords: {
    status: 400,
    title: "That is too long",
    text: "Please say it in at most 2000 characters, or ring us.",
  },
  notNow: {
    status: 409,
    title: "That is not possible any more",
    text: "Things have moved on since you opened the page. This is how it stands now.",
  },
  approved: { status: 409, title: "It has been approved already", text: "This is the order." },
  noKind: {
    status: 400,
    title: "The reason is missing",
    text: "Please say why you send it back, then press Ask to send it back again.",
  },
  noLine: {
    status: 400,
    title: "The part is missing",
    text: "Please tick what you want to send back, then press Ask to send it back again.",
  },
  returnOpen: {
    status: 409,
    title: "You have asked to send something back already",
    text: "We settle that first. If there is more to say about it, ask a question below.",
  },
  tooLate: {
    status: 410,
    title: "The time to change your mind has passed",
    text: "That is possible within 14 days of delivery. In addition, you have rights under the Consumer Guarantees Act: a part that is faulty, wrong, damaged or does not fit has no such limit.",
  },
  tooMany: {
    status: 429,
    title: "That is a lot of questions for one day",
    text: "We have your first ten. For more today, please ring us.",
  },
  noOwner: {
    status: 400,
    title: "Please tick the box",
    text: "Tick the box to say that the machine is yours, that nothing is owed on it and that you accept the offer. Then press Accept again.",
  },
  noPay: {
    status: 400,
    title: "Please say how we shall pay you",
    text: "Choose your bank account or cash, then press Accept again.",
  },
  noGst: {
    status: 400,
    title: "One question is open",
    text: "Please say whether you are registered for GST, then press Accept again.",
  },
  noAmount: {
    status: 400,
    title: "The price is missing",
    text: "Please write the price that you have in mind in dollars, such as 1,500. Then press Send my price again.",
  },
  accepted: { status: 409, title: "The offer has been accepted already", text: "This is how it stands now." },
  tooManyPrices: {
    status: 429,
    title: "That is a lot of prices for one day",
    text: "We have your first ten. For more today, please ring us.",
  },
} as const satisfies Readonly<Record<string, PageRefusal>>;

/** Why an offer can't be accepted. */
export const acceptRefusals = {
  stale: {
    status: 409,
    title: "Our offer has changed",
    text: "We are just changing it. Please look at this page again in a minute.",
  },
  expired: {
    status: 410,
    title: "This offer has expired",
    text: "Ring us if you still want to sell: we look at it again.",
  },
  over: {
    status: 409,
    title: "This offer can no longer be accepted",
    text: "It was declined, withdrawn or cancelled. This is how it stands now.",
  },
  noWindow: {
    status: 400,
    title: "Please choose a time",
    text: "Choose when we pick the machine up, then press Accept again.",
  },
  passed: {
    status: 409,
    title: "That time has passed",
    text: "Please choose another time, or ring us if none of them suits you.",
  },
  cash: {
    status: 400,
    title: "That is too much for cash",
    text: "We pay $10,000 and more into a bank account only. Please give us one.",
  },
} as const satisfies Readonly<Record<AcceptRefusal, PageRefusal>>;

/** `problem` continues "The account number". */
export function accountRefusal(problem: string): PageRefusal {
  return {
    status: 400,
    title: "Please check the account number",
    text: `The account number ${problem}. Then press Accept again.`,
  };
}

/** Runs what a visitor has pressed. If the database takes nothing, the page says so under `title`, and keeps what was typed. */
export async function unlessUnsaved<Result>(
  { log }: FastifyRequest,
  title: string,
  press: () => Promise<Result>,
): Promise<Result | { readonly refusal: PageRefusal }> {
  try {
    return await press();
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable) || error instanceof CommitUnknown) throw error;
    log.error({ err: error }, "request failed");
    const text = `Our server can’t save anything right now. Ring us on ${firm.phone}, or try again later.`;
    return { refusal: { status: 503, title, text, retryAfterSeconds: 60 } };
  }
}
