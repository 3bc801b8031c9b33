import type * as v from "valibot";

import type { dealRequests } from "#domain/deals/deal-wire.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { noDeal } from "#server/features/deals/deal/deal-route.ts";
import { balanceOf } from "#server/features/deals/deal/deal-state.ts";
import { readDeal } from "#server/features/deals/deal/read-deal.ts";
import { type ApprovalOutcome, approve } from "#server/features/deals/orders/approve.ts";
import { orderForDesk } from "#server/features/deals/orders/order-for-desk.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

interface ByStaff extends v.InferOutput<typeof dealRequests.approve> {
  readonly userId: string;
  readonly callKey: string | null;
}

/** Approves a quote for a customer who said so by phone, by e-mail or at the counter. */
export async function approveForCustomer(
  context: DealContext,
  { ref: reference, number, how, selection, note, userId, callKey }: ByStaff,
): Promise<{ readonly refusal: Refusal } | { readonly response: object }> {
  const approval = { reference, number, hash: null, selection, how, userId, note, callKey };
  const outcome = await approve(context, approval);
  if (outcome === null) return { refusal: noDeal };
  if (outcome.kind !== "approved") return { refusal: refusalOf(outcome, number) };
  const deal = await readDeal(context.database.reader, reference);
  const owed = deal === null ? outcome.order.total_cents : balanceOf(outcome.order, deal);
  return { response: { order: orderForDesk(outcome.order, owed) } };
}

function refusalOf(outcome: Exclude<ApprovalOutcome, { kind: "approved" }>, number: number): Refusal {
  switch (outcome.kind) {
    case "impossible":
      return { status: 400, message: "Choose one line of each group of alternatives" };
    case "stale":
      return { status: 409, message: `Quote ${number} is not the one that counts now` };
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
