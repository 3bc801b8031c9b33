import { formatCents } from "#domain/deals/money.ts";
import { type OfferContent, windowText } from "#domain/deals/offer.ts";
import { currentVersion, hasLeft } from "#domain/deals/versions.ts";
import { formatDay } from "#domain/nz-time.ts";
import type { Work } from "#server/features/deals/deal/change-deal.ts";
import type { AcceptRefusal } from "#server/features/deals/sales/accept-offer.ts";
import type { Sale } from "#server/features/deals/sales/read-sale.ts";
import { activePickUp } from "#server/features/deals/sales/sale-state.ts";

import { difference, type PageRefusal } from "./refusals.ts";

export const sellerRefusals = {
  noTick: {
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
  tooMany: {
    status: 429,
    title: "That is a lot of prices for one day",
    text: "We have your first ten. For more today, please ring us.",
  },
} as const satisfies Readonly<Record<string, PageRefusal>>;

/** `problem` continues "The account number". */
export function accountRefusal(problem: string): PageRefusal {
  return {
    status: 400,
    title: "Please check the account number",
    text: `The account number ${problem}. Then press Accept again.`,
  };
}

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

/** Words a refusal for a seller who has seen that version. */
export function acceptRefusal(
  { deal: sale, at }: Work<Sale>,
  why: AcceptRefusal,
  number: number,
): PageRefusal {
  if (why !== "stale") return acceptRefusals[why];
  if (activePickUp(sale) !== null) return sellerRefusals.accepted;
  const { stale } = acceptRefusals;
  const seen = sale.versions.find((version) => version.number === number && hasLeft(version, at));
  const current = currentVersion(sale, at);
  if (current === null || !hasLeft(current, at)) return stale;
  if (seen === undefined || seen.number === current.number)
    return { ...stale, text: "Our current offer is shown below. Please check it and accept it again." };
  const text = `You saw offer ${seen.number}. Offer ${current.number}, good until ${formatDay(current.valid_until, at)}, has replaced it:`;
  return { ...stale, text, items: offerChanges(seen.content, current.content, at) };
}

function offerChanges(before: OfferContent, now: OfferContent, at: Date): string[] {
  const times = ({ pick_up: windows }: OfferContent) => windows.map((one) => windowText(one, at)).join("; ");
  const changes = [
    ...difference("We pay", formatCents(before.amount_cents), formatCents(now.amount_cents)),
    ...difference("Good until", formatDay(before.valid_until), formatDay(now.valid_until)),
    ...difference("Machine", before.machine, now.machine),
    ...difference("Times to pick it up", times(before), times(now)),
    ...(before.words === now.words ? [] : ["What we wrote about it is different."]),
  ];
  return changes.length > 0 ? changes : ["Only small details are different."];
}
