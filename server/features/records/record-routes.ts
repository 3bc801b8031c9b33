import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as v from "valibot";

import { endpoints } from "#domain/endpoints.ts";
import { submissions } from "#domain/forms/submissions.ts";
import { messages } from "#domain/messages.ts";
import { isRecordStatus, type RecordStatus, recordStatuses } from "#domain/record-status.ts";
import type { Submission } from "#domain/submission.ts";
import { countsEstimatedTo, searchFunction } from "#domain/wire.ts";
import { forEveryRole, forStaff } from "#server/features/auth/permissions.ts";
import type { Query } from "#server/platform/database/database.ts";
import { sendCompressed } from "#server/platform/http/compression.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import { versionOf } from "#server/platform/http/read-request.ts";
import type { Services } from "#server/services/services.ts";

import { applyChange } from "./change-record.ts";
import { QueryRefused } from "./filter.ts";
import { countRecords, type ListQuery, listRecords, readListQuery } from "./list-records.ts";

const config = { errorFormat: "record" } as const;

/** The tables in PostgREST's form (design.md section 3): staff read and set the status. */
export function recordRoutes(server: FastifyInstance, services: Services): void {
  for (const submission of submissions) {
    const url = `${endpoints.records}/${submission.table}`;
    server.route({ method: ["GET", "HEAD"], url, config, handler: listHandler(services, submission) });
    server.post(
      `${endpoints.records}/rpc/${searchFunction(submission)}`,
      { config: { ...config, isWrite: false } },
      searchHandler(services, submission),
    );
    server.patch(url, { config }, statusHandler(services, submission));
    server.delete(url, { config }, (request, reply) =>
      refuse(request, reply, { status: 405, code: "42501", message: "records are not deleted here" }),
    );
  }
}

function listHandler(services: Services, submission: Submission) {
  return forEveryRole(services, (_, request, reply) =>
    sendList(services, submission, parametersOf(request), { request, reply }),
  );
}

const searchSchema = v.strictObject({ words: v.string() });

/** `words` are in the body, because URLs get logged on the way; filters, order and page are in the URL. */
function searchHandler(services: Services, submission: Submission) {
  return forEveryRole(services, (_, request, reply) => {
    const parsed = v.safeParse(searchSchema, request.body);
    if (!parsed.success) return refuse(request, reply, unreadableSearch);
    const parameters = parametersOf(request);
    parameters.set("search", `plfts.${parsed.output.words}`);
    return sendList(services, submission, parameters, { request, reply });
  });
}

const unreadableSearch: Refusal = {
  status: 400,
  code: "PGRST102",
  message: 'the body must be {"words": "..."}',
};

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function sendList(
  { database: { engine, longReads: db } }: Services,
  submission: Submission,
  parameters: URLSearchParams,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  try {
    const query = await readListQuery({ submission, engine, db }, parameters, request.headers.range);
    const rows = request.method === "HEAD" ? [] : await listRecords(db, submission, query);
    const total = await countAsPreferred(db, submission, query, { request, reply });
    reply.header("content-range", contentRange(query.offset, rows.length, total));
    if (wantsOneObject(request)) return await oneObject(request, reply, rows);
    return await sendRows(reply, rows);
  } catch (error) {
    return refuseQuery(request, reply, error);
  }
}

/** A page of records is ten times shorter then, and staff may have one bar of signal. It holds no secret that its length could tell. */
function sendRows(reply: FastifyReply, rows: object): Promise<FastifyReply> {
  reply.type("application/json; charset=utf-8").header("vary", "accept-encoding");
  return sendCompressed(reply, Buffer.from(JSON.stringify(rows)));
}

/** Exact counts read every match; estimated ones stop at a limit. */
async function countAsPreferred(
  db: Query,
  submission: Submission,
  query: ListQuery,
  { request, reply }: Exchange,
): Promise<number | null> {
  const preferred = preferences(request).find((one) => one === "count=exact" || one === "count=estimated");
  if (preferred === undefined) return null;
  reply.header("preference-applied", preferred);
  return countRecords(db, submission, query, preferred === "count=exact" ? undefined : countsEstimatedTo + 1);
}

function statusHandler(services: Services, submission: Submission) {
  return forStaff(services, async ({ user }, request, reply) => {
    const id = onlyId(parametersOf(request));
    if (id === null) {
      const message = "an update needs exactly one id: ?id=eq.<id>";
      return refuse(request, reply, { status: 400, code: "PGRST100", message });
    }
    const status = readStatus(request.body);
    if (!isRecordStatus(status)) return refuse(request, reply, status);
    const version = versionOf(request);
    if (version === "unreadable") return refuse(request, reply, unreadableVersion);
    const asked = { submission, id, change: { status }, version, userId: user.id, at: services.now() };
    const outcome = await applyChange(services, asked);
    if (outcome.kind === "stale") return refuse(request, reply, staleRecord);
    if (!preferences(request).includes("return=representation")) return reply.status(204).send();
    const rows = outcome.kind === "missing" ? [] : [outcome.record];
    return wantsOneObject(request) ? oneObject(request, reply, rows) : reply.send(rows);
  });
}

const unreadableVersion: Refusal = {
  status: 400,
  code: "PGRST102",
  message: 'If-Match must be a version in quotes, such as "42"',
};

const staleRecord: Refusal = { status: 412, code: "40001", message: messages.recordChanged };

function parametersOf(request: FastifyRequest): URLSearchParams {
  const cut = request.url.indexOf("?");
  return new URLSearchParams(cut === -1 ? "" : request.url.slice(cut + 1));
}

/** Returns null unless the filters name exactly one record. */
function onlyId(parameters: URLSearchParams): string | null {
  const filters = [...parameters].filter(([name]) => name !== "select" && name !== "columns");
  const [name, value = ""] = filters[0] ?? [];
  if (filters.length !== 1 || name !== "id" || !value.startsWith("eq.")) return null;
  const id = value.slice(3);
  return /^[0-9a-f-]{36}$/.test(id) ? id : null;
}

function readStatus(body: unknown): RecordStatus | Refusal {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return { status: 400, code: "PGRST102", message: "the body must be one JSON object" };
  }
  const unknown = Object.keys(body).find((name) => name !== "status" && name !== "updated_at");
  if (unknown !== undefined) {
    const message = `only status can be changed, not ${unknown.slice(0, 60)}`;
    return { status: 403, code: "42501", message };
  }
  const status = "status" in body ? body.status : undefined;
  if (isRecordStatus(status)) return status;
  return { status: 400, code: "23514", message: `status must be one of ${recordStatuses.join(", ")}` };
}

function preferences(request: FastifyRequest): string[] {
  const header = request.headers["prefer"] ?? "";
  return (Array.isArray(header) ? header.join(",") : header).split(",").map((one) => one.trim());
}

function wantsOneObject(request: FastifyRequest): boolean {
  return (request.headers.accept ?? "").includes("application/vnd.pgrst.object+json");
}

function oneObject(request: FastifyRequest, reply: FastifyReply, rows: readonly unknown[]): FastifyReply {
  if (rows.length === 1) return reply.type("application/vnd.pgrst.object+json; charset=utf-8").send(rows[0]);
  return refuse(request, reply, {
    status: 406,
    code: "PGRST116",
    message: "Cannot coerce the result to a single JSON object",
    details: `The result contains ${rows.length} rows`,
  });
}

function contentRange(offset: number, rows: number, total: number | null): string {
  const span = rows === 0 ? "*" : `${offset}-${offset + rows - 1}`;
  return `${span}/${total ?? "*"}`;
}

function refuseQuery(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  if (!(error instanceof QueryRefused)) throw error;
  return refuse(request, reply, error.refusal);
}
