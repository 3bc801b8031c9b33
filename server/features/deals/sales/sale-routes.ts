import type { FastifyInstance } from "fastify";

import { dealCalls } from "#domain/deals/deal-calls.ts";
import { dealRequests } from "#domain/deals/deal-wire.ts";
import { saleCalls } from "#domain/deals/sale-calls.ts";
import { saleRequests } from "#domain/deals/sale-wire.ts";
import { forEveryRole } from "#server/features/auth/permissions.ts";
import { noDeal, referenceIn, staffActs, staffCalls } from "#server/features/deals/deal/deal-route.ts";
import { resendVersion } from "#server/features/deals/deal/resend-version.ts";
import { undoVersion, withdrawVersion } from "#server/features/deals/deal/sent-versions.ts";
import { refuse } from "#server/platform/http/errors.ts";
import type { Services } from "#server/services/services.ts";

import { extendOffer, sendOffer } from "./offer-send.ts";
import { changeEither, changeSale, offers } from "./offers.ts";
import { askForPhotos } from "./photo-request.ts";
import { changePickUp } from "./pick-up.ts";
import { saleForDesk } from "./sale-for-desk.ts";
import { tellCustomer } from "./tell-customer.ts";

/** Calls of staff about a machine that somebody sells us: offer, pick-up, asking for photos. */
export function saleRoutes(server: FastifyInstance, services: Services): void {
  server.get(
    saleCalls.offer.path,
    forEveryRole(services, async (_, request, reply) => {
      const reference = referenceIn(request);
      if (reference === null) return refuse(request, reply, noDeal);
      const sale = await services.database.snapshot((db) => saleForDesk(services, db, reference));
      return sale ?? refuse(request, reply, noDeal);
    }),
  );
  const act = staffActs(server, services, changeSale);
  act(saleCalls.offerSend, saleRequests.send, sendOffer);
  act(saleCalls.offerExtend, saleRequests.extend, extendOffer);
  staffActs(server, services, changeSale, forEveryRole)(saleCalls.pickUp, saleRequests.pickUp, changePickUp);
  staffActs(server, services, changeEither)(saleCalls.photoRequest, saleRequests.photos, askForPhotos);
  staffActs(server, services, changeEither)(dealCalls.told, dealRequests.link, tellCustomer);
  const changes = [
    [saleCalls.offerUndo, undoVersion],
    [saleCalls.offerWithdraw, withdrawVersion],
    [saleCalls.offerResend, resendVersion],
  ] as const;
  const staffCall = staffCalls(server, services);
  for (const [call, change] of changes)
    staffCall(call, saleRequests.version, ({ body: { ref, number }, by }) =>
      change(offers, services, { reference: ref, number, ...by }),
    );
}
