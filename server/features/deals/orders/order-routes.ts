import type { FastifyInstance } from "fastify";

import { dealEndpoints, dealRequests } from "#domain/deals/deal-wire.ts";
import { forStaff } from "#server/features/auth/permissions.ts";
import { dealCall, noDeal } from "#server/features/deals/deal/deal-route.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import type { Services } from "#server/services/services.ts";

import { changeOrder } from "./change-order.ts";
import { readMoneyLists } from "./money-lists.ts";
import { changeParcel, enterParcel, type ParcelOutcome } from "./parcels.ts";
import { recordPayment } from "./record-payment.ts";

const noOrder: Refusal = { status: 409, message: "There is no order to pay yet" };

const oddDay: Refusal = {
  status: 400,
  message: "received_on: Money arrives today or on a day of the last year",
};

/** What staff do about an order: payments, packing, parcels. */
export function orderRoutes(server: FastifyInstance, services: Services): void {
  server.post(
    dealEndpoints.payment,
    dealCall(services, dealRequests.payment, async ({ body, user, callKey }) => {
      const outcome = await recordPayment(services, { ...body, userId: user.id, callKey });
      if (outcome === null) return { refusal: noDeal };
      if (outcome.kind === "no order") return { refusal: noOrder };
      if (outcome.kind === "odd day") return { refusal: oddDay };
      const { balance_cents, state } = outcome;
      return { response: { balance_cents, state } };
    }),
  );
  server.post(
    dealEndpoints.order,
    dealCall(services, dealRequests.order, async ({ body, user, callKey }) => {
      const { ref: reference, change, note } = body;
      const outcome = await changeOrder(services, { reference, change, note, userId: user.id, callKey });
      if (outcome === null) return { refusal: noDeal };
      if (outcome.kind === "refused") return { refusal: tooLate(outcome.why) };
      return { response: { order: outcome.order } };
    }),
  );
  parcelRoutes(server, services);
  server.get(
    dealEndpoints.money,
    forStaff(services, () => readMoneyLists(services.database.longReads)),
  );
}

function parcelRoutes(server: FastifyInstance, services: Services): void {
  const answer = (outcome: ParcelOutcome | null) => {
    if (outcome === null) return { refusal: noDeal };
    return outcome.kind === "refused"
      ? { refusal: tooLate(outcome.why) }
      : { response: { parcel: outcome.parcel } };
  };
  server.post(
    dealEndpoints.parcel,
    dealCall(services, dealRequests.parcel, async ({ body, user, callKey }) =>
      answer(await enterParcel(services, { ...body, userId: user.id, callKey })),
    ),
  );
  server.patch(
    dealEndpoints.parcel,
    dealCall(services, dealRequests.parcelState, async ({ body, user, callKey }) =>
      answer(await changeParcel(services, { ...body, userId: user.id, callKey })),
    ),
  );
}

function tooLate(why: string): Refusal {
  return { status: 409, message: why };
}
