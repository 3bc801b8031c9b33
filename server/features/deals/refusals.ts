import { formatDay } from "#domain/nz-time.ts";

import type { SentApproval } from "./approval-form.ts";
import type { ApprovalOutcome } from "./approve.ts";
import { activeOrder, currentVersion } from "./deal-state.ts";
import type { PageProblem } from "./pages/page-view.ts";
import { shortName } from "./pages/quote-actions.ts";
import { quoteChanges } from "./quote-changes.ts";
import type { Deal } from "./read-deal.ts";

/** A response other than 303, and why. */
export interface PageRefusal extends PageProblem {
  readonly status: 400 | 409 | 410 | 429;
  readonly retryAfterSeconds?: number;
}

export const refusals = {
  noTick: {
    status: 400,
    title: "One tick is missing",
    lines: [
      "Please tick that you have checked the machine and the part, and accept the terms. Then press Approve again.",
    ],
  },
  noConfirmation: {
    status: 400,
    title: "One tick is missing",
    lines: ["Please tick the box above the button, then press the button again."],
  },
  noReason: {
    status: 400,
    title: "The reason is missing",
    lines: ["Please choose a reason from the list, then press No thanks again."],
  },
  noWords: {
    status: 400,
    title: "The question is missing",
    lines: ["Please write your question, then press Ask a question."],
  },
  longWords: {
    status: 400,
    title: "That is too long",
    lines: ["Please say it in at most 2000 characters, or ring us."],
  },
  impossible: {
    status: 400,
    title: "Please choose again",
    lines: ["Choose exactly one of the alternatives where there are any, and tick what you want added."],
  },
  notNow: {
    status: 409,
    title: "That is not possible any more",
    lines: ["Things have moved on since you opened the page. This is how it stands now."],
  },
  expired: {
    status: 410,
    title: "This quote has expired",
    lines: ["Press Still interested, and we check the part and the price again."],
  },
  over: {
    status: 409,
    title: "This quote can no longer be approved",
    lines: ["It was declined, withdrawn or cancelled. This is how it stands now."],
  },
  tooMany: {
    status: 429,
    title: "That is a lot of questions for one day",
    lines: ["We have your first ten. For more today, please ring us."],
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
    case "sold": {
      const lines = outcome.lines.map((line) => `${shortName(line)}: sold minutes ago, to somebody else.`);
      return {
        status: 409,
        title: "Sold minutes ago",
        lines: [...lines, "We know, and look for another one for you."],
      };
    }
    case "stale":
      return { status: 409, title: "The quote has changed", lines: staleLines(sent, now, at) };
  }
}

/** Names what is different from the version that the visitor has seen. */
function staleLines({ number }: SentApproval, deal: Deal, at: Date): string[] {
  if (activeOrder(deal) !== null) return ["It has been approved already. This is the order."];
  const seen = deal.versions.find((version) => version.number === number);
  const current = currentVersion(deal, at);
  if (current === null) return ["We are just changing it. Please look at this page again in a minute."];
  if (seen === undefined || seen.number === current.number)
    return [
      `What you saw is not version ${current.number}, which is below. Please check it and approve again.`,
    ];
  const changes = quoteChanges(seen.content, current.content);
  return [
    `You saw version ${seen.number}. Version ${current.number}, good until ${formatDay(current.validUntil, at)}, has replaced it:`,
    ...changes,
  ];
}
