import type * as v from "valibot";

import type { dealRequests } from "#domain/deals/deal-wire.ts";
import type { ByStaff, CallOutcome } from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { balanceOf, isUndoable } from "#server/features/deals/deal/deal-state.ts";
import { type Deal, readDeal } from "#server/features/deals/deal/read-deal.ts";
import { type ApprovalOutcome, approve } from "#server/features/deals/orders/approve.ts";
import { orderForDesk } from "#server/features/deals/orders/order-for-desk.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

/** Approves a quote for a customer who said so by phone, by e-mail or at the counter. */
export async function approveForCustomer(
  context: DealContext,
  {
    ref: reference,
    number,
    how,
    selection,
    note,
    userId,
    callKey,
  }: v.InferOutput<typeof dealRequests.approve> & ByStaff,
): Promise<CallOutcome | null> {
  const approval = { reference, number, hash: null, selection, how, userId, note, callKey };
  const outcome = await approve(context, approval);
  if (outcome === null) return null;
  const deal = await context.database.snapshot((db) => readDeal(db, reference));
  if (outcome.kind !== "approved")
    return { refusal: tooEarly(deal, number, context.now()) ?? refusalOf(outcome, number) };
  const owed = deal === null ? outcome.order.total_cents : balanceOf(outcome.order, deal);
  return { response: { order: orderForDesk(outcome.order, owed) } };
}

/** Null unless the version can still be undone, which an approval must not race. */
function tooEarly(deal: Deal | null, number: number, at: Date): Refusal | null {
  const version = deal?.versions.find((one) => one.number === number);
  if (version?.state !== "out" || !isUndoable(version, at)) return null;
  const seconds = Math.ceil((Date.parse(version.undo_until) - at.getTime()) / 1000);
  const wait = seconds === 1 ? "a second" : `${seconds} seconds`;
  return { status: 409, message: `Quote ${number} can still be taken back: approve it in ${wait}` };
}

function refusalOf(outcome: Exclude<ApprovalOutcome, { kind: "approved" }>, number: number): Refusal {
  switch (outcome.kind) {
    case "impossible":
      return { status: 400, message: "Choose one line of each group of alternatives" };
    case "stale":
      return { status: 409, message: `Quote ${number} is no longer the current one` };
    case "sold": {
      const labels = outcome.lines.map((line) => line.item_label ?? line.text).join(", ");
      return { status: 409, message: `Another order holds ${labels}` };
    }
    case "expired":
      return { status: 410, message: `Quote ${number} has expired: extend it first` };
    case "too often":
      return { status: 429, message: "It was approved and taken back too often today" };
    case "over":
      return { status: 409, message: `Quote ${number} was declined, withdrawn or cancelled: send a new one` };
  }
}
