import { Readable } from "node:stream";

import type { FastifyInstance } from "fastify";
import * as v from "valibot";

import { nzDate } from "#domain/nz-time.ts";
import { stockCalls } from "#domain/stock/stock-calls.ts";
import { stockRequests } from "#domain/stock/stock-wire.ts";
import { forOwners, forStaff } from "#server/features/auth/permissions.ts";
import { staffCalls } from "#server/features/deals/deal/deal-route.ts";
import { byteOrderMark } from "#server/features/export/csv.ts";
import type { Services } from "#server/services/services.ts";

import { changeStock } from "./change-stock.ts";
import { confirmStock, exportStock, lookAtStock } from "./stock-import.ts";

const fileMost = 8 * 1024 * 1024;

const querySchema = v.fallback(v.object({ map: v.optional(v.nullable(v.string()), null) }), { map: null });

/** A yard's spreadsheet comes in with a look first; what goes out comes in again unchanged. */
export function stockImportRoutes(server: FastifyInstance, services: Services): void {
  void server.register(async (route) => {
    route.removeAllContentTypeParsers();
    // The body is the file, whatever the browser calls it.
    route.addContentTypeParser("*", { parseAs: "buffer" }, async (_request: unknown, file: Buffer) => file);
    route.post(
      stockCalls.import.path,
      { bodyLimit: fileMost },
      forStaff(services, async ({ user }, request) => {
        const { map } = v.parse(querySchema, request.query);
        const file = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        return lookAtStock(services, { file, map, userId: user.id });
      }),
    );
  });
  staffCalls(server, services)(stockCalls.importConfirm, stockRequests.importConfirm, ({ body, by }) =>
    changeStock(services, by, (work) => confirmStock(work, body)),
  );
  server.get(
    stockCalls.export.path,
    forOwners(services, async (_, request, reply) => {
      const lines = exportStock(services.database.longReads);
      const file = Readable.from(withMark(lines), { objectMode: false }).once("error", (error) => {
        request.log.error({ err: error }, "an export ended early");
      });
      return reply
        .type("text/csv; charset=utf-8; header=present")
        .header("content-disposition", `attachment; filename="stock-${nzDate(services.now())}.csv"`)
        .send(file);
    }),
  );
}

async function* withMark(lines: AsyncIterable<string>): AsyncGenerator<string> {
  yield byteOrderMark;
  yield* lines;
}
