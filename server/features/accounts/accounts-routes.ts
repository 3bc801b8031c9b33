import { Readable } from "node:stream";

import type { FastifyInstance, FastifyRequest } from "fastify";
import * as v from "valibot";

import { moneyCalls } from "#domain/deals/money-calls.ts";
import { accountsFormats } from "#domain/deals/money-wire.ts";
import type { Outcome } from "#domain/outcome.ts";
import { forOwners } from "#server/features/auth/permissions.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import type { Services } from "#server/services/services.ts";

import { accountsFile } from "./accounts-file.ts";
import { readDebtors } from "./debtors.ts";
import { readGst } from "./gst.ts";
import { type DayRange, daysEntries } from "./period.ts";

const gstQuery = v.object(daysEntries, "is missing");
const accountsQuery = v.object(
  { ...daysEntries, as: v.picklist(accountsFormats, "must be xero, xero-bills or csv") },
  "is missing",
);

/** Serves the accountant: the documents of a period as a file, its GST, and who owes (deals.md sections 7 and 14). */
export function accountsRoutes(server: FastifyInstance, services: Services): void {
  const { longReads } = services.database;
  server.get(
    moneyCalls.gst.path,
    forOwners(services, async (_, request) => {
      const days = readPeriod(gstQuery, request);
      return "refusal" in days ? days : { ok: await readGst(longReads, days.ok) };
    }),
  );
  server.get(
    moneyCalls.debtors.path,
    forOwners(services, () => readDebtors(longReads, services)),
  );
  server.get(
    moneyCalls.accounts.path,
    forOwners(services, (_, request, reply) => {
      const wanted = readPeriod(accountsQuery, request);
      if ("refusal" in wanted) return wanted;
      const { from, to, as } = wanted.ok;
      const lines = accountsFile(longReads, services, { from, to }, as);
      const file = Readable.from(lines, { objectMode: false }).once("error", (error) => {
        request.log.error({ err: error }, "an export ended early");
      });
      return reply
        .type("text/csv; charset=utf-8; header=present")
        .header("content-disposition", `attachment; filename="accounts-${as}-${from}-to-${to}.csv"`)
        .send(file);
    }),
  );
}

function readPeriod<Asked extends DayRange>(
  schema: v.GenericSchema<unknown, Asked>,
  { query }: FastifyRequest,
): Outcome<Asked, Refusal> {
  const parsed = v.safeParse(schema, query);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return { refusal: { status: 400, message: `${v.getDotPath(issue)}: ${issue.message}` } };
  }
  const { from, to } = parsed.output;
  if (from <= to) return { ok: parsed.output };
  return { refusal: { status: 400, message: "The last day (to) is before the first (from)" } };
}
