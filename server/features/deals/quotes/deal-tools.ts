import { mayPass } from "#domain/bounce-reason.ts";
import { openQuestions, orderActionsNow, visitorActionsNow } from "#domain/deals/deal-state.ts";
import type { DealTool, DealTools } from "#domain/deals/deal-wire.ts";
import type { Deal, QuoteVersion } from "#domain/deals/deal.ts";
import { versionStates } from "#domain/deals/quote-states.ts";
import { openReturn } from "#domain/deals/returns.ts";
import { versionState } from "#domain/deals/versions.ts";
import { isOpenStatus } from "#domain/record-status.ts";

/** Returns what staff can do about a deal now. `isLinkUnsent`: no mail has the customer's link. */
export function dealTools(deal: Deal, now: Date, isLinkUnsent: boolean): DealTools {
  const tools = withQuestion(
    deal,
    withUntold(deal, withReturn(deal, now, toolsByState(deal, now, isLinkUnsent))),
  );
  const photos = isOpenStatus(deal.record.status) ? (["photos"] as const) : [];
  return { next: tools.next, others: [...tools.others, ...photos] };
}

function withUntold({ record }: Deal, tools: DealTools): DealTools {
  return record.untold_at === null ? tools : { next: "told", others: allOf(tools) };
}

function withQuestion(deal: Deal, tools: DealTools): DealTools {
  const question = openQuestions(deal).at(-1);
  if (question === undefined) return tools;
  // Customers press "Still interested" on an expired quote: extending it is the answer they need.
  if (question.kind === "still_interested") return { ...tools, others: [...tools.others, "answer"] };
  return { next: "answer", others: allOf(tools) };
}

const allOf = ({ next, others }: DealTools): readonly DealTool[] =>
  next === null ? others : [next, ...others];

function toolsByState(deal: Deal, now: Date, isLinkUnsent: boolean): DealTools {
  const order = deal.orders.at(-1);
  const tools = quoteTools(deal, now, isLinkUnsent);
  if (order === undefined) return tools;
  if (order.state !== "cancelled") return orderActionsNow(deal, order, now);
  // Money may still come for an order that was cancelled, or has to go back.
  if (order.paid_cents === 0) return { next: tools.next, others: [...tools.others, "payment"] };
  return { next: "refund", others: [...allOf(tools), "payment"] };
}

/** What has come back is paid back next, then closed. A return that we have agreed to waits for the customer. */
function withReturn(deal: Deal, now: Date, tools: DealTools): DealTools {
  const back = openReturn(deal);
  if (back === null) {
    const canAsk = visitorActionsNow(deal, now).includes("return");
    return canAsk ? { ...tools, others: [...tools.others, "ask_return"] } : tools;
  }
  if (back.state === "agreed") return { next: tools.next, others: ["return", ...tools.others] };
  const rest = allOf(tools);
  const isPaidBack = deal.payments.some(({ amount_cents: cents, at }) => cents < 0 && at >= back.at);
  const isToPay = back.state === "received" && rest.includes("refund") && !isPaidBack;
  if (!isToPay) return { next: "return", others: rest };
  return { next: "refund", others: ["return", ...rest.filter((tool) => tool !== "refund")] };
}

function quoteTools(deal: Deal, now: Date, isLinkUnsent: boolean): DealTools {
  const newest = deal.versions.findLast(({ state }) => state !== "superseded");
  if (newest === undefined) return { next: "quote", others: [] };
  const { isOpen, next, others } = afterMail(newest, now);
  if (!isLinkUnsent || !isOpen) return { next, others };
  // Only a newer version brings the customer a link that works.
  return { next: "extend", others: others.filter((tool) => tool !== "extend") };
}

/** A quote that came back stays sent: it can be sent again, and is if that may help. */
function afterMail(version: QuoteVersion, now: Date) {
  const state = versionState(version, now);
  const row = versionStates[state];
  if (state !== "sent" || version.mail?.state !== "bounced") return row;
  const { next, others } = versionStates.failed;
  return mayPass(version.mail.error)
    ? { ...row, next, others }
    : { ...row, others: ["again" as const, ...row.others] };
}
