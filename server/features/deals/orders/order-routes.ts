import type { FastifyInstance } from "fastify";

import { dealCalls } from "#domain/deals/deal-calls.ts";
import { dealRequests } from "#domain/deals/deal-wire.ts";
import { moneyCalls } from "#domain/deals/money-calls.ts";
import { moneyRequests } from "#domain/deals/money-wire.ts";
import { forEveryRole, notInRole } from "#server/features/auth/permissions.ts";
import { changeDeal, refused } from "#server/features/deals/deal/change-deal.ts";
import { staffActs, staffCalls } from "#server/features/deals/deal/deal-route.ts";
import type { Services } from "#server/services/services.ts";

import { endCardPages } from "./card-sessions.ts";
import { changeOrder } from "./change-order.ts";
import { extendOrder } from "./extend-order.ts";
import { readPackList } from "./pack-list.ts";
import { changeParcel, enterParcel, referenceOfParcel } from "./parcels.ts";
import { recordPayment } from "./payments.ts";
import { pullLine } from "./pulled.ts";
import { refundOrder } from "./refund-order.ts";
import { seeTakenBack } from "./taken-back.ts";

export function orderRoutes(server: FastifyInstance, services: Services): void {
  const staffCall = staffCalls(server, services);
  const staffAct = staffActs(server, services, changeDeal);
  staffCall(dealCalls.payment, dealRequests.payment, async ({ body, by }) => {
    await endCardPages(services, body.ref);
    return recordPayment(services, { ...body, ...by });
  });
  const yardCall = staffCalls(server, services, forEveryRole);
  yardCall(dealCalls.order, dealRequests.order, async ({ body, by, user }) => {
    const { ref: reference, change, note, anyway } = body;
    if (user.desk_role === "yard" && change !== "packed" && change !== "collected") return refused(notInRole);
    if (change === "seen") return seeTakenBack(services, { ref: reference, note, ...by });
    await endCardPages(services, reference);
    return changeDeal(services, { reference, ...by }, (work) =>
      change === "extend" ? extendOrder(work, body) : changeOrder(work, { change, note, anyway }),
    );
  });
  staffActs(server, services, changeDeal, forEveryRole)(dealCalls.pulled, dealRequests.pulled, pullLine);
  server.get(
    dealCalls.pack.path,
    forEveryRole(services, async () => ({
      orders: await readPackList(services.database.reader, services.now(), services.calendar),
    })),
  );
  staffAct(dealCalls.parcel, dealRequests.parcel, enterParcel);
  staffCall(dealCalls.parcelChange, dealRequests.parcelChange, async ({ body, by }) => {
    const reference = await referenceOfParcel(services.database.reader, body.id);
    if (reference === null) return null;
    return changeDeal(services, { reference, ...by }, (work) => changeParcel(work, body));
  });
  staffCall(moneyCalls.refund, moneyRequests.refund, ({ body, by }) =>
    refundOrder(services, { ...body, ...by }),
  );
}
