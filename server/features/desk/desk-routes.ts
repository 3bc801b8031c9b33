import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as v from "valibot";

import { deskCalls } from "#domain/desk-wire.ts";
import {
  callBackSchema,
  type ChangeOutcomes,
  correctionSchema,
  loggedCallSchema,
  newNoteSchema,
  newReplySchema,
  recordChangesSchema,
} from "#domain/desk.ts";
import { messages } from "#domain/messages.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import { isNameless, replyProblem } from "#domain/reply-text.ts";
import { fieldsParser } from "#domain/submission-values.ts";
import { correctableFields, type Submission } from "#domain/submission.ts";
import { forEveryRole, forStaff } from "#server/features/auth/permissions.ts";
import { dealForDesk } from "#server/features/deals/quotes/deal-for-desk.ts";
import { readPhotos } from "#server/features/deals/sales/read-sale.ts";
import { saleForDesk } from "#server/features/deals/sales/sale-for-desk.ts";
import type { Corrections } from "#server/features/records/change-record.ts";
import { type UserStamp, RecordGone } from "#server/features/records/record-events.ts";
import { type FoundRecord, recordByReference } from "#server/features/records/record-table.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { UserRow } from "#server/platform/database/tables.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import { versionOf } from "#server/platform/http/read-request.ts";
import type { Services } from "#server/services/services.ts";

import { changeRecords, correctRecord } from "./change-records.ts";
import { addNote, logCall, takeCallBack } from "./notes-and-calls.ts";
import { deskSummary, openRecord } from "./open-record.ts";
import { replyUndoEnd, resendReply, sendReply, takeReplyBack } from "./send-reply.ts";

const unreadable: Refusal = { status: 400, message: "The change could not be read" };
const staleRecord: Refusal = { status: 412, message: messages.recordChanged };

export function deskRoutes(server: FastifyInstance, services: Services): void {
  const { now, database } = services;
  const summary = forEveryRole(services, ({ user }) => deskSummary(database.reader, user.id, now()));
  server.get(deskCalls.summary.path, summary);
  server.get(
    deskCalls.record.path,
    forRecord(services, ({ found }) => opened(services, found), forEveryRole),
  );
  server.patch(deskCalls.record.path, changesHandler(services));
  server.post(deskCalls.note.path, actionOn(services, newNoteSchema, addNote));
  server.post(deskCalls.call.path, actionOn(services, loggedCallSchema, logCall));
  server.post(deskCalls.callBack.path, actionOn(services, callBackSchema, takeCallBack, unreadable.message));
  customerReplyRoutes(server, services);
  server.post(deskCalls.correction.path, forRecord(services, correctionOf(services)));
}

async function opened(services: Services, found: FoundRecord) {
  const { database } = services;
  const follows = await database.snapshot((db) => whatFollows(services, db, found));
  return { ...(await openRecord(database.reader, found)), ...follows };
}

/** The quote and order of a request with its photos, or the sale of a vehicle. */
async function whatFollows(services: Services, db: Query, { submission, record }: FoundRecord) {
  const reference = record.ref_number;
  if (submission.hasSale === true) return { sale: await saleForDesk(services, db, reference) };
  if (submission.hasDeal !== true) return {};
  return {
    deal: await dealForDesk(services, db, reference),
    photos: await readPhotos(db, reference),
  };
}

function changesHandler(services: Services) {
  return forStaff(services, async ({ user }, request, reply) => {
    const parsed = v.safeParse(recordChangesSchema, request.body);
    if (!parsed.success) return refuse(request, reply, unreadable);
    const { changes } = parsed.output;
    const outcomes = await changeRecords(services, changes, user.id);
    const { reader } = services.database;
    const summary = await deskSummary(reader, user.id, services.now());
    const [only] = outcomes.length === 1 ? outcomes : [];
    const isThere = only !== undefined && only.kind !== "missing";
    const found = isThere ? await recordByReference(reader, only.reference) : null;
    const answer: ChangeOutcomes = {
      outcomes,
      summary,
      opened: found && (await opened(services, found)),
    };
    return answer;
  });
}

function correctionOf(services: Services): RecordHandler {
  return async ({ found, user }, request, reply) => {
    const version = versionOf(request);
    if (version === "unreadable") return refuse(request, reply, unreadable);
    const read = readCorrection(found.submission, request.body);
    if (!read.ok) return refuse(request, reply, read.refusal);
    const correction = { corrections: read.corrections, version, userId: user.id, at: services.now() };
    const outcome = await correctRecord(services, found, correction);
    if (outcome.kind === "missing") return refuse(request, reply, noRecord);
    if (outcome.kind === "stale") return refuse(request, reply, staleRecord);
    return { success: true, version: outcome.record.version };
  };
}

/** Applies the form's own rules. An empty optional field becomes null; a refusal names the field. */
function readCorrection(
  submission: Submission,
  body: unknown,
): { ok: true; corrections: Corrections } | { ok: false; refusal: Refusal } {
  const asked = v.safeParse(correctionSchema, body);
  if (!asked.success) return refused({ message: "The correction could not be read" });
  const { fields } = asked.output;
  const known = Object.entries(correctableFields(submission));
  const named = known.filter(([name]) => Object.hasOwn(fields, name));
  const parsed = fieldsParser(Object.fromEntries(named))(fields);
  if (!parsed.ok) return refused(parsed.problem);
  const values = new Map(Object.entries(parsed.values).map(([name, value]) => [name, String(value)]));
  const cells = named.map(([name]) => [name, values.get(name) ?? null] as const);
  return { ok: true, corrections: Object.fromEntries(cells) };
}

function refused(problem: { readonly message: string; readonly field?: string }) {
  return { ok: false, refusal: { status: 400, ...problem } } as const;
}

const unreadableReply: Refusal = { status: 400, message: "The reply could not be read" };
const noName = "Add your name first: it signs your replies";

function customerReplyRoutes(server: FastifyInstance, services: Services): void {
  server.post(deskCalls.reply.path, forRecord(services, replyTo(services)));
  server.post(
    deskCalls.replyBack.path,
    actionOn(services, callBackSchema, takeReplyBack, unreadableReply.message),
  );
  server.post(
    deskCalls.replyAgain.path,
    actionOn(services, callBackSchema, resendReply, unreadableReply.message),
  );
}

function replyTo(services: Services): RecordHandler {
  return async ({ found, user }, request, reply) => {
    const parsed = v.safeParse(newReplySchema, request.body);
    if (!parsed.success) return refuse(request, reply, unreadableReply);
    const problem = isNameless(user.full_name) ? noName : replyProblem(parsed.output.text);
    if (problem !== null) return refuse(request, reply, { status: 422, message: problem });
    const at = services.now();
    const refusal = await sendReply(services, found, { ...parsed.output, userId: user.id, at });
    if (refusal !== null) return refuse(request, reply, { status: 422, message: refusal });
    const { key } = parsed.output;
    const undoUntil = await replyUndoEnd(services.database.reader, found, { key, now: at });
    return { success: true, undo_until: undoUntil };
  };
}

const noRecord: Refusal = { status: 404, message: messages.recordMissing };

interface AskedRecord {
  readonly found: FoundRecord;
  readonly user: UserRow;
}

type RecordHandler = (asked: AskedRecord, request: FastifyRequest, reply: FastifyReply) => unknown;

/** A handler for staff about the record that `reference` in the query names. The handler may throw RecordGone. */
function forRecord(services: Services, handler: RecordHandler, guard = forStaff) {
  return guard(services, async ({ user }, request, reply) => {
    const { reference } = v.parse(v.looseObject({ reference: v.optional(v.unknown()) }), request.query);
    const { reader } = services.database;
    const found = isReferenceNumber(reference) ? await recordByReference(reader, reference) : null;
    if (found === null) return refuse(request, reply, noRecord);
    try {
      return await handler({ found, user }, request, reply);
    } catch (error) {
      if (error instanceof RecordGone) return refuse(request, reply, noRecord);
      throw error;
    }
  });
}

/** A handler that does what the body says. If `act` returns a text, that is why it could not. */
function actionOn<Schema extends v.GenericSchema<unknown, object>>(
  services: Services,
  schema: Schema,
  act: (
    services: Services,
    found: FoundRecord,
    input: v.InferOutput<Schema> & UserStamp,
  ) => Promise<string | null | void>,
  unreadableText?: string,
) {
  return forRecord(services, async ({ found, user }, request, reply) => {
    const body = v.safeParse(schema, request.body);
    if (!body.success) {
      const message = unreadableText ?? body.issues[0].message;
      return refuse(request, reply, { status: 400, message });
    }
    const problem = await act(services, found, { ...body.output, userId: user.id, at: services.now() });
    if (typeof problem === "string") return refuse(request, reply, { status: 409, message: problem });
    return { success: true };
  });
}
