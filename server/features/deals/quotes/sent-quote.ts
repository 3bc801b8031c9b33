import type * as v from "valibot";

import type { dealRequests } from "#domain/deals/deal-wire.ts";
import { approvalRefusals } from "#domain/deals/quote-states.ts";
import { isUndoable } from "#domain/deals/versions.ts";
import { type CallOutcome, refused, type Work } from "#server/features/deals/deal/change-deal.ts";
import { approve } from "#server/features/deals/orders/approve.ts";
import { orderForDesk } from "#server/features/deals/orders/order-for-desk.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

/** Approves a quote for a customer who said so by phone, by e-mail or at the counter. */
export async function approveForCustomer(
  work: Work,
  { number, how, selection, note }: v.InferOutput<typeof dealRequests.approve>,
): Promise<CallOutcome> {
  const outcome = await approve(work, { number, hash: null, selection, how, note });
  if ("ok" in outcome) return { ok: { order: orderForDesk(outcome.ok.order) } };
  const { why, lines = [] } = outcome.refusal;
  const { status, staff } = approvalRefusals[why];
  const parts = lines.map((line) => line.item_label ?? line.text).join(", ");
  return refused(tooEarly(work, number) ?? { status, message: staff(number, parts) });
}

/** Refuses while the version can still be undone: an approval must not race with that. */
function tooEarly({ deal, at }: Work, number: number): Refusal | null {
  const version = deal.versions.find((one) => one.number === number);
  if (version?.state !== "out" || !isUndoable(version, at)) return null;
  const seconds = Math.ceil((Date.parse(version.undo_until) - at.getTime()) / 1000);
  const wait = seconds === 1 ? "a second" : `${seconds} seconds`;
  return { status: 409, message: `Quote ${number} can still be taken back: approve it in ${wait}` };
}
