import type { FastifyInstance, FastifyRequest } from "fastify";
import * as v from "valibot";

import { isReferenceNumber } from "#domain/reference-number.ts";
import { stockCalls } from "#domain/stock/stock-calls.ts";
import { stockRequests } from "#domain/stock/stock-wire.ts";
import { forEveryRole } from "#server/features/auth/permissions.ts";
import { refused } from "#server/features/deals/deal/change-deal.ts";
import { noDeal, staffCalls } from "#server/features/deals/deal/deal-route.ts";
import { readPart } from "#server/features/deals/parts/read-parts.ts";
import { refuse } from "#server/platform/http/errors.ts";
import type { Services } from "#server/services/services.ts";

import { changePart, moveParts, noPart } from "./change-part.ts";
import { changeStock } from "./change-stock.ts";
import { listStock } from "./list-stock.ts";
import { sellAtCounter } from "./sell-at-counter.ts";
import { stockFor } from "./stock-for.ts";
import { writeDown } from "./write-down.ts";
import { endMachine, enterMachine } from "./yard-machines.ts";

const noVersion = { status: 428, message: "If-Match is missing: send the version of the part that you saw" };

/** Parts and machines in the yard (deals.md section 12). */
export function stockRoutes(server: FastifyInstance, services: Services): void {
  const staffCall = staffCalls(server, services, forEveryRole);
  const { reader } = services.database;
  staffCall(stockCalls.machine, stockRequests.machine, ({ body, by }) =>
    changeStock(services, by, (work) => enterMachine(work, body)),
  );
  staffCall(stockCalls.machineChange, stockRequests.machineChange, ({ body, by }) =>
    changeStock(services, by, (work) => endMachine(work, body)),
  );
  staffCall(stockCalls.parts, stockRequests.parts, ({ body, by }) =>
    changeStock(services, by, (work) => writeDown(work, body)),
  );
  staffCall(stockCalls.partChange, stockRequests.partChange, async ({ body, by, request }) => {
    const version = versionIn(request);
    if (version === null) return refused(noVersion);
    return changeStock(services, by, (work) => changePart(work, body, version));
  });
  staffCall(stockCalls.move, stockRequests.move, ({ body, by }) =>
    changeStock(services, by, (work) => moveParts(work, body)),
  );
  staffCalls(server, services)(stockCalls.sell, stockRequests.sell, ({ body, by }) =>
    changeStock(services, by, (work) => sellAtCounter(work, body)),
  );
  server.get(
    stockCalls.part.path,
    forEveryRole(services, async (_, request, reply) => {
      const { number = "" } = queryOf(request);
      const part = /^\d{1,9}$/.test(number) ? await readPart(reader, Number(number)) : null;
      return part === null ? refuse(request, reply, noPart) : { part };
    }),
  );
  server.get(
    stockCalls.stock.path,
    forEveryRole(services, (_, request) => listStock(reader, queryOf(request))),
  );
  server.get(
    stockCalls.stockFor.path,
    forEveryRole(services, async (_, request, reply) => {
      const { ref } = queryOf(request);
      const parts = isReferenceNumber(ref) ? await stockFor(reader, ref) : null;
      return parts === null ? refuse(request, reply, noDeal) : { parts };
    }),
  );
}

/** The `version` in If-Match, or null. */
function versionIn({ headers }: FastifyRequest): number | null {
  const digits = /^(?:W\/)?"?(\d{1,9})"?$/.exec(headers["if-match"] ?? "")?.[1];
  return digits === undefined ? null : Number(digits);
}

const querySchema = v.fallback(v.record(v.string(), v.fallback(v.string(), "")), {});

function queryOf(request: FastifyRequest): Readonly<Record<string, string>> {
  return v.parse(querySchema, request.query);
}
