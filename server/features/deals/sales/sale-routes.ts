import type { FastifyInstance } from "fastify";

import { saleCalls, saleRequests } from "#domain/deals/sale-wire.ts";
import { forStaff } from "#server/features/auth/permissions.ts";
import { noDeal, referenceIn, staffCall } from "#server/features/deals/deal/deal-route.ts";
import { resendVersion } from "#server/features/deals/deal/resend-version.ts";
import { undoVersion, withdrawVersion } from "#server/features/deals/deal/sent-versions.ts";
import { refuse } from "#server/platform/http/errors.ts";
import type { Services } from "#server/services/services.ts";

import { extendOffer, sendOffer } from "./offer-send.ts";
import { offers } from "./offers.ts";
import { askForPhotos } from "./photo-request.ts";
import { changePickUp } from "./pick-up.ts";
import { saleForDesk } from "./sale-for-desk.ts";

/** What staff do about a machine that somebody sells us: offer, pick-up, asking for photos. */
export function saleRoutes(server: FastifyInstance, services: Services): void {
  server.get(
    saleCalls.offer.path,
    forStaff(services, async (_, request, reply) => {
      const reference = referenceIn(request);
      if (reference === null) return refuse(request, reply, noDeal);
      const sale = await services.database.snapshot((db) => saleForDesk(services, db, reference));
      return sale ?? refuse(request, reply, noDeal);
    }),
  );
  offerRoutes(server, services);
  staffCall(
    server,
    services,
    saleCalls.photoRequest,
    saleRequests.photos,
    ({ body: { ref: reference, ...wanted }, by }) => askForPhotos(services, { reference, wanted, ...by }),
  );
  staffCall(
    server,
    services,
    saleCalls.pickUp,
    saleRequests.pickUp,
    ({ body: { ref: reference, ...change }, by }) => changePickUp(services, { reference, ...change, ...by }),
  );
}

function offerRoutes(server: FastifyInstance, services: Services): void {
  staffCall(
    server,
    services,
    saleCalls.offerSend,
    saleRequests.send,
    ({ body: { ref: reference, ...offer }, by }) => sendOffer(services, { reference, offer, ...by }),
  );
  staffCall(server, services, saleCalls.offerExtend, saleRequests.extend, ({ body, by }) =>
    extendOffer(services, { reference: body.ref, validDays: body.valid_days, ...by }),
  );
  const changes = [
    [saleCalls.offerUndo, undoVersion],
    [saleCalls.offerWithdraw, withdrawVersion],
    [saleCalls.offerResend, resendVersion],
  ] as const;
  for (const [call, change] of changes) {
    staffCall(server, services, call, saleRequests.version, ({ body: { ref, number }, by }) =>
      change(offers, services, { reference: ref, number, ...by }),
    );
  }
}
