import { Readable } from "node:stream";

import type { FastifyInstance } from "fastify";
import * as v from "valibot";

import { deskCalls, deskMessages, type RecordsExport } from "#domain/desk-wire.ts";
import { hourMs } from "#domain/durations.ts";
import { submissionBy, submissions } from "#domain/forms/submissions.ts";
import { nzDate } from "#domain/nz-time.ts";
import type { Outcome } from "#domain/outcome.ts";
import type { Submission } from "#domain/submission.ts";
import { askPasswordAgain, forOwners } from "#server/features/auth/permissions.ts";
import { people } from "#server/features/desk/open-record.ts";
import { QueryRefused } from "#server/features/records/filter.ts";
import { countRecords, type ListQuery, readListQuery } from "#server/features/records/list-records.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import { recordAudit } from "#server/services/audit/audit-log.ts";
import { countAgainst } from "#server/services/limits/limits.ts";
import type { Services } from "#server/services/services.ts";

import { assertPageable, exportRecords } from "./export-records.ts";

const exportSchema: v.GenericSchema<RecordsExport> = v.strictObject({
  table: v.picklist(submissions.map(({ table }) => table)),
  query: v.pipe(v.string(), v.maxLength(4000)),
  password: v.pipe(v.string(), v.maxLength(4096)),
});

/** Files per user. */
const mostPerHour = 30;

const unreadable: Refusal = { status: 400, message: "Could not read the list to export" };

/** A POST, because it adds to the audit list before it sends anything. */
export function exportRoute(server: FastifyInstance, services: Services): void {
  const { reader, longReads } = services.database;
  server.post(
    deskCalls.recordsExport.path,
    forOwners(services, async ({ user }, request, reply) => {
      const body = v.safeParse(exportSchema, request.body);
      if (!body.success) return { refusal: unreadable };
      const asked = await askPasswordAgain(services, user, body.output.password);
      if ("refusal" in asked) return asked;
      const wanted = await readList(services, body.output);
      if ("refusal" in wanted) return wanted;
      const recorded = await recordExport(services, user.id, wanted.ok);
      if ("refusal" in recorded) return recorded;
      const { submission, query } = wanted.ok;
      const lines = exportRecords(longReads, submission, query, await people(reader));
      const file = Readable.from(lines, { objectMode: false }).once("error", (error) => {
        request.log.error({ err: error }, "an export ended early");
      });
      const name = `${submission.table.replaceAll("_", "-")}-${nzDate(services.now())}.csv`;
      return reply
        .type("text/csv; charset=utf-8; header=present")
        .header("content-disposition", `attachment; filename="${name}"`)
        .send(file);
    }),
  );
}

interface WantedList {
  readonly submission: Submission;
  readonly query: ListQuery;
}

async function readList(
  { database }: Services,
  wanted: RecordsExport,
): Promise<Outcome<WantedList, Refusal>> {
  const submission = submissionBy("table", wanted.table);
  if (submission === undefined) return { refusal: unreadable };
  try {
    const { engine, longReads: db } = database;
    const parameters = new URLSearchParams(wanted.query);
    const query = await readListQuery({ submission, engine, db }, parameters, undefined);
    assertPageable(query);
    return { ok: { submission, query } };
  } catch (error) {
    if (error instanceof QueryRefused) return { refusal: unreadable };
    throw error;
  }
}

/** Adds the export to the audit list, unless there have been too many. */
async function recordExport(
  services: Services,
  actor: string,
  { submission, query }: WantedList,
): Promise<Outcome<true, Refusal>> {
  const { database, keys, now } = services;
  const count = await countRecords(database.longReads, submission, query);
  const limit = { name: keys.hash("limit", `exports by ${actor}`), most: mostPerHour, windowMs: hourMs };
  return database.write(async (tx) => {
    const retryAfterSeconds = await countAgainst(tx, limit, now());
    if (retryAfterSeconds !== null)
      return { refusal: { status: 429, message: deskMessages.tooManyExports, retryAfterSeconds } };
    const { table: kind } = submission;
    await recordAudit(tx, services, { event: "records-exported", actor, details: { count, kind } });
    return { ok: true };
  });
}
