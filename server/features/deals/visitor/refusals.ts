import type { FastifyRequest } from "fastify";

import { business } from "#domain/business.ts";
import { activeOrder } from "#domain/deals/deal-state.ts";
import type { Deal } from "#domain/deals/deal.ts";
import { freightText } from "#domain/deals/freight.ts";
import { formatCents } from "#domain/deals/money.ts";
import { approvalRefusals } from "#domain/deals/quote-states.ts";
import { lowestTotal, type QuoteContent, type QuoteLine } from "#domain/deals/quote.ts";
import { currentVersion, hasLeft } from "#domain/deals/versions.ts";
import { formatDay } from "#domain/nz-time.ts";
import type { FailedApproval } from "#server/features/deals/orders/approve.ts";
import { CommitUnknown, DatabaseUnavailable } from "#server/platform/database/database.ts";

import type { PageProblem } from "./pages/load-view.ts";
import { shortName } from "./pages/quote-sections.ts";

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
} as const satisfies Readonly<Record<string, PageRefusal>>;

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
    const text = `Our server can’t save anything right now. Ring us on ${business.phone}, or try again later.`;
    return { refusal: { status: 503, title, text, retryAfterSeconds: 60 } };
  }
}

/** Words the refusal of an approval; `now` is the deal that it found. */
export function approvalRefusal(
  { why, lines = [], ...more }: FailedApproval,
  seen: number,
  now: Deal,
  at: Date,
): PageRefusal {
  const { status, title, text } = approvalRefusals[why];
  if (why === "sold")
    return { status, title, text, items: lines.map((line) => `${shortName(line)}: sold minutes ago`) };
  if (why !== "stale") return { status, title, text, ...more };
  if (activeOrder(now) !== null) return refusals.approved;
  if (isWithdrawnUnseen(now, at)) return approvalRefusals.over;
  return { status, title, ...staleText(seen, now, at, text) };
}

/** Returns true if staff withdrew the newest version before it left: its content is not shown. */
function isWithdrawnUnseen(deal: Deal, at: Date): boolean {
  const current = currentVersion(deal, at);
  return current !== null && !hasLeft(current, at);
}

/** Names what is different from the version that the visitor has seen; `none` if no version counts now. */
function staleText(number: number, deal: Deal, at: Date, none: string) {
  const seen = deal.versions.find((version) => version.number === number && hasLeft(version, at));
  const current = currentVersion(deal, at);
  if (current === null) return { text: none };
  if (seen === undefined || seen.number === current.number)
    return {
      text: `The current quote is version ${current.number}, shown below. Please check it and approve again.`,
    };
  return {
    text: `You saw version ${seen.number}. Version ${current.number}, good until ${formatDay(current.valid_until, at)}, has replaced it:`,
    items: quoteChanges(seen.content, current.content),
  };
}

/** Tells the customer what a newer version changed. */
function quoteChanges(before: QuoteContent, now: QuoteContent): string[] {
  const changes = namedChanges(before, now);
  return changes.length > 0 ? changes : ["Only small details are different."];
}

function namedChanges(before: QuoteContent, now: QuoteContent): string[] {
  const lines = [...new Set([...before.lines, ...now.lines].map(({ id }) => id))].flatMap((id) =>
    lineChanges(lineIn(before, id), lineIn(now, id)),
  );
  const totals = [before, now].map(lowestTotal);
  return [
    ...lines,
    ...difference("Freight", formatCents(before.freight.cents), formatCents(now.freight.cents)),
    ...difference("Freight goes by", freightText(before.freight), freightText(now.freight)),
    ...difference("Good until", formatDay(before.valid_until), formatDay(now.valid_until)),
    ...difference("Total", formatCents(totals[0] ?? 0), formatCents(totals[1] ?? 0)),
    ...(before.words === now.words && before.fitment === now.fitment
      ? []
      : ["What we wrote about it is different."]),
  ];
}

const lineIn = ({ lines }: QuoteContent, id: string) => lines.find((line) => line.id === id) ?? null;

function lineChanges(before: QuoteLine | null, now: QuoteLine | null): string[] {
  if (before === null) return now === null ? [] : [`Added: ${now.text}.`];
  if (now === null) return [`No longer included: ${before.text}.`];
  const facts = ({ machine, grade, quantity, kind, group, evidence }: QuoteLine) =>
    JSON.stringify([machine, grade, quantity, kind, group, evidence]);
  return [
    ...difference(before.text, before.text, now.text),
    ...difference(`Price of ${now.text}`, formatCents(before.unit_cents), formatCents(now.unit_cents)),
    ...(facts(before) === facts(now)
      ? []
      : [`${now.text}: grade, machine, quantity, choice or measurements are different.`]),
  ];
}

export function difference(name: string, before: string, now: string): string[] {
  return before === now ? [] : [`${name}: was ${before}, is now ${now}.`];
}
