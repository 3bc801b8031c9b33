import type { FastifyInstance } from "fastify";

import { dealEndpoints, dealRequests } from "#domain/deals/deal-wire.ts";
import { moneyEndpoints, moneyRequests } from "#domain/deals/money-wire.ts";
import { changeDeal } from "#server/features/deals/deal/change-deal.ts";
import { dealCall } from "#server/features/deals/deal/deal-route.ts";
import type { Services } from "#server/services/services.ts";

import { endCardPages } from "./card-sessions.ts";
import { changeOrder } from "./change-order.ts";
import { changeParcel, enterParcel, referenceOfParcel } from "./parcels.ts";
import { recordPayment } from "./payments.ts";
import { refundOrder } from "./refund-order.ts";
import { changeReturn } from "./returns.ts";
import { seeTakenBack } from "./taken-back.ts";

/** What staff do about an order: payments, packing, parcels. */
export function orderRoutes(server: FastifyInstance, services: Services): void {
  server.post(
    dealEndpoints.payment,
    dealCall(services, dealRequests.payment, async ({ body, by }) => {
      await endCardPages(services, body.ref);
      return recordPayment(services, { ...body, ...by });
    }),
  );
  server.post(
    dealEndpoints.order,
    dealCall(services, dealRequests.order, async ({ body: { ref: reference, change, note }, by }) => {
      if (change === "seen") return seeTakenBack(services, { ref: reference, note, ...by });
      await endCardPages(services, reference);
      return changeDeal(services, { reference, ...by }, (work) => changeOrder(work, { change, note }));
    }),
  );
  server.post(
    dealEndpoints.parcel,
    dealCall(services, dealRequests.parcel, ({ body, by }) =>
      changeDeal(services, { reference: body.ref, ...by }, (work) => enterParcel(work, body)),
    ),
  );
  server.patch(
    dealEndpoints.parcel,
    dealCall(services, dealRequests.parcelChange, async ({ body, by }) => {
      const reference = await referenceOfParcel(services.database.reader, body.id);
      if (reference === null) return null;
      return changeDeal(services, { reference, ...by }, (work) => changeParcel(work, body));
    }),
  );
  server.post(
    moneyEndpoints.return,
    dealCall(services, moneyRequests.return, ({ body, by }) =>
      changeDeal(services, { reference: body.ref, ...by }, (work) => changeReturn(work, body)),
    ),
  );
  server.post(
    moneyEndpoints.refund,
    dealCall(services, moneyRequests.refund, ({ body, by }) => refundOrder(services, { ...body, ...by })),
  );
}
