import type { FastifyInstance } from "fastify";
import * as v from "valibot";

import { moneyCalls } from "#domain/deals/money-calls.ts";
import { dayOrders, moneyRequests } from "#domain/deals/money-wire.ts";
import { forStaff } from "#server/features/auth/permissions.ts";
import { staffCalls } from "#server/features/deals/deal/deal-route.ts";
import { stockFigures } from "#server/features/deals/parts/stock-figures.ts";
import type { Services } from "#server/services/services.ts";

import { confirmImport, importStatement } from "./bank-import.ts";
import { columnsByMap } from "./layouts.ts";
import { ignoreLine, matchLine } from "./match-line.ts";
import { readMoneyLists } from "./money-lists.ts";
import { splitLine } from "./split-line.ts";
import { findOrders } from "./suggest-orders.ts";
import { undoLine } from "./undo-line.ts";

const fileMost = 1_048_576;

const badQuery = {
  status: 400,
  message: "map: must be as in date:0,amount:2,text:1,3 and order one of dmy, mdy, ymd",
};

const querySchema = v.object({
  map: v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.check((map) => columnsByMap(map) !== null),
      ),
    ),
    null,
  ),
  order: v.optional(v.nullable(v.picklist(dayOrders)), null),
});

const findSchema = v.object({
  text: v.pipe(
    v.fallback(v.string(), ""),
    v.transform((text) => text.slice(0, 100)),
  ),
});

export function bankRoutes(server: FastifyInstance, services: Services): void {
  const staffCall = staffCalls(server, services);
  importRoute(server, services);
  staffCall(moneyCalls.bankImportConfirm, moneyRequests.bankImportConfirm, ({ body, by }) =>
    confirmImport(services, { ...body, ...by }),
  );
  staffCall(moneyCalls.bankMatch, moneyRequests.bankMatch, ({ body, by }) => {
    const of = { line: body.line, ...by };
    if ("ref" in body) return matchLine(services, { ...of, reference: body.ref });
    if ("refs" in body) return splitLine(services, { ...of, parts: body.refs });
    return "undo" in body ? undoLine(services, of) : ignoreLine(services, of);
  });
  server.get(
    moneyCalls.bankFind.path,
    forStaff(services, async (_, { query }) => {
      const { text } = v.parse(findSchema, query);
      return { suggestions: await findOrders(services.database.longReads, text) };
    }),
  );
  server.get(
    moneyCalls.money.path,
    forStaff(services, async () => ({
      ...(await readMoneyLists(services.database.longReads)),
      stock: await stockFigures(services.database.longReads, services.now()),
    })),
  );
}

/** The body is the file, whatever the browser calls it. */
function importRoute(server: FastifyInstance, services: Services): void {
  void server.register(async (route) => {
    route.removeAllContentTypeParsers();
    route.addContentTypeParser("*", { parseAs: "buffer" }, async (_request: unknown, file: Buffer) => file);
    route.post(
      moneyCalls.bankImport.path,
      { bodyLimit: fileMost },
      forStaff(services, async ({ user }, request) => {
        const query = v.safeParse(querySchema, request.query);
        if (!query.success) return { refusal: badQuery };
        const file = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        return importStatement(services, { file, asked: query.output, userId: user.id });
      }),
    );
  });
}
