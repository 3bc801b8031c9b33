import { formatDay } from "#domain/nz-time.ts";
import { activeOrder, currentVersion, hasLeft } from "#server/features/deals/deal/deal-state.ts";
import type { Deal } from "#server/features/deals/deal/read-deal.ts";
import type { ApprovalOutcome } from "#server/features/deals/orders/approve.ts";

import type { SentApproval } from "./approval-form.ts";
import type { PageProblem } from "./pages/page-view.ts";
import { shortName } from "./pages/quote-actions.ts";
import { quoteChanges } from "./quote-changes.ts";

/** A response other than 303, and why. */
export interface PageRefusal extends PageProblem {
  readonly status: 400 | 409 | 410 | 429;
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
  impossible: {
    status: 400,
    title: "Please choose again",
    text: "If there are alternatives, choose one of each. Then tick any extras you want.",
  },
  notNow: {
    status: 409,
    title: "That is not possible any more",
    text: "Things have moved on since you opened the page. This is how it stands now.",
  },
  expired: {
    status: 410,
    title: "This quote has expired",
    text: "Press Still interested, and we will check the part and the price again.",
  },
  over: {
    status: 409,
    title: "This quote can no longer be approved",
    text: "It was declined, withdrawn or cancelled. This is how it stands now.",
  },
  approved: { status: 409, title: "It has been approved already", text: "This is the order." },
  tooMany: {
    status: 429,
    title: "That is a lot of questions for one day",
    text: "We have your first ten. For more today, please ring us.",
  },
  tooOften: {
    status: 429,
    title: "That is a lot of changes for one day",
    text: "You have approved this and taken it back several times today. Please ring us and we will approve it for you.",
  },
} as const satisfies Readonly<Record<string, PageRefusal>>;

type Refused = Exclude<ApprovalOutcome, { kind: "approved" }>;

/** Why an approval was refused; `now` is the deal as it stands after that. */
export function approvalRefusal(outcome: Refused, sent: SentApproval, now: Deal, at: Date): PageRefusal {
  switch (outcome.kind) {
    case "impossible":
    case "expired":
    case "over":
      return refusals[outcome.kind];
    case "too often":
      return { ...refusals.tooOften, retryAfterSeconds: outcome.retryAfterSeconds };
    case "sold":
      return {
        status: 409,
        title: "Sold minutes ago",
        text: "Somebody else's order came first. We know about it and are looking for another one for you.",
        items: outcome.lines.map((line) => `${shortName(line)}: sold minutes ago`),
      };
    case "stale":
      if (activeOrder(now) !== null) return refusals.approved;
      if (isWithdrawnUnseen(now, at)) return refusals.over;
      return { status: 409, title: "The quote has changed", ...staleText(sent, now, at) };
  }
}

/** Whether staff withdrew the newest version before it left: what it said is not shown. */
function isWithdrawnUnseen(deal: Deal, at: Date): boolean {
  const current = currentVersion(deal, at);
  return current !== null && !hasLeft(current, at);
}

/** Names what is different from the version that the visitor has seen. */
function staleText({ number }: SentApproval, deal: Deal, at: Date): Pick<PageProblem, "text" | "items"> {
  const seen = deal.versions.find((version) => version.number === number && hasLeft(version, at));
  const current = currentVersion(deal, at);
  if (current === null)
    return { text: "We are just changing it. Please look at this page again in a minute." };
  if (seen === undefined || seen.number === current.number)
    return {
      text: `The current quote is version ${current.number}, shown below. Please check it and approve again.`,
    };
  return {
    text: `You saw version ${seen.number}. Version ${current.number}, good until ${formatDay(current.valid_until, at)}, has replaced it:`,
    items: quoteChanges(seen.content, current.content),
  };
}
