import type { FastifyInstance, FastifyRequest } from "fastify";
import * as v from "valibot";

import { saleCalls } from "#domain/deals/sale-calls.ts";
import { saleRequests } from "#domain/deals/sale-wire.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import { forEveryRole, forStaff } from "#server/features/auth/permissions.ts";
import { staffActs } from "#server/features/deals/deal/deal-route.ts";
import { type ViewedPurchase, viewPurchase } from "#server/features/deals/sales/dealers-record.ts";
import { changeSale } from "#server/features/deals/sales/offers.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import type { Services } from "#server/services/services.ts";

import { labelPage, labelPath } from "./label-page.ts";
import { sendPrinted } from "./printed-page.ts";
import { findMachine, machinesInYard } from "./read-yard.ts";
import { recordPage, recordTitle } from "./record-page.ts";
import { purchaseAtGate, recordPurchase } from "./record-purchase.ts";

const noRecord: Refusal = { status: 404, message: "There is no dealer's record for this reference" };
const sealed: Refusal = {
  status: 409,
  message: "This record was sealed with another LINK_SECRET: it cannot be read here",
};
const noMachine: Refusal = { status: 404, message: "There is no machine with this number in the yard" };

/** The dealer's record of what we bought, the yard and its labels (deals.md section 8). */
export function yardRoutes(server: FastifyInstance, services: Services): void {
  const config = { errorFormat: "page" } as const;
  const act = staffActs(server, services, changeSale, forEveryRole);
  act(saleCalls.purchase, saleRequests.purchase, (work, body, { desk_role: role }) =>
    role === "yard" ? purchaseAtGate(work, body) : recordPurchase(work, body),
  );
  server.get(
    saleCalls.yard.path,
    forEveryRole(services, (_, request) => {
      const { ended } = queryOf(request);
      return machinesInYard(services.database.reader, services.now(), ended === "1");
    }),
  );
  server.get(
    saleCalls.purchaseRecord.path,
    { config },
    forStaff(services, async ({ user }, request, reply) => {
      const { ref, as } = queryOf(request);
      const viewed = isReferenceNumber(ref) ? await viewPurchase(services, ref, user.id) : null;
      if (viewed === null) return refuse(request, reply, noRecord);
      // For the form that corrects it.
      if (as === "json") return lastOf(viewed) ?? refuse(request, reply, sealed);
      const title = recordTitle(viewed.machine);
      return sendPrinted(reply, { title, body: recordPage(viewed), paper: "A4" });
    }),
  );
  server.get(
    saleCalls.yardLabel.path,
    { config },
    forEveryRole(services, async (_, request, reply) => {
      const machine = await findMachine(services.database.reader, queryOf(request).number);
      if (machine === null) return refuse(request, reply, noMachine);
      const body = await labelPage(machine, services.mail.siteOrigin);
      return sendPrinted(reply, { title: `Machine ${machine.number}`, body, paper: "label" });
    }),
  );
  server.get<{ Params: { number: string } }>(`${labelPath}/:number`, (request, reply) => {
    const number = Number(request.params.number);
    return reply.redirect(`/admin/yard?machine=${Number.isSafeInteger(number) ? number : 0}`, 302);
  });
}

const query = v.optional(v.string());
const querySchema = v.fallback(v.object({ ref: query, as: query, number: query, ended: query }), {});

/** The record as it holds now; null if it was sealed with another LINK_SECRET. */
function lastOf({ first, corrections }: ViewedPurchase) {
  const { id, purchase } = corrections.at(-1) ?? first;
  return purchase === null ? null : { id, purchase };
}

function queryOf(request: FastifyRequest) {
  const { ref = "", as = "", number = "", ended = "" } = v.parse(querySchema, request.query);
  return { ref, as, ended, number: /^\d{1,9}$/.test(number) ? Number(number) : 0 };
}
