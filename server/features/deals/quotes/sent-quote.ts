import type * as v from "valibot";

import type { dealRequests } from "#domain/deals/deal-wire.ts";
import { approvalRefusals } from "#domain/deals/quote-states.ts";
import type { ByStaff, CallOutcome } from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { isUndoable } from "#server/features/deals/deal/deal-state.ts";
import { type Deal, readDeal } from "#server/features/deals/deal/read-deal.ts";
import { approve } from "#server/features/deals/orders/approve.ts";
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
  if ("refusal" in outcome) {
    const { why, lines = [] } = outcome.refusal;
    const { status, staff } = approvalRefusals[why];
    const parts = lines.map((line) => line.item_label ?? line.text).join(", ");
    return { refusal: tooEarly(deal, number, context.now()) ?? { status, message: staff(number, parts) } };
  }
  const { order } = outcome.ok;
  return { ok: { order: orderForDesk(order) } };
}

/** Null unless the version can still be undone, which an approval must not race. */
function tooEarly(deal: Deal | null, number: number, at: Date): Refusal | null {
  const version = deal?.versions.find((one) => one.number === number);
  if (version?.state !== "out" || !isUndoable(version, at)) return null;
  const seconds = Math.ceil((Date.parse(version.undo_until) - at.getTime()) / 1000);
  const wait = seconds === 1 ? "a second" : `${seconds} seconds`;
  return { status: 409, message: `Quote ${number} can still be taken back: approve it in ${wait}` };
}
