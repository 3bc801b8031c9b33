import type { FastifyInstance } from "fastify";
import * as v from "valibot";

import { deskEndpoints } from "#domain/desk-wire.ts";
import {
  callBackSchema,
  loggedCallSchema,
  type NewNote,
  newNoteSchema,
  recordChangesSchema,
  correctionSchema,
  newReplySchema,
} from "#domain/desk.ts";
import { messages } from "#domain/messages.ts";
import { isNameless, replyProblem } from "#domain/reply-text.ts";
import { fieldsParser } from "#domain/submission-values.ts";
import { correctableFields, type Submission } from "#domain/submission.ts";
import { endpoints } from "#domain/wire.ts";
import { forStaff } from "#server/features/auth/permissions.ts";
import { dealForDesk } from "#server/features/deals/quotes/deal-for-desk.ts";
import type { Corrections } from "#server/features/records/change-record.ts";
import type { FoundRecord } from "#server/features/records/record-by-reference.ts";
import { appendEvents, eventByKey, lockHistory } from "#server/features/records/record-events.ts";
import type { Query } from "#server/platform/database/database.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import { versionOf } from "#server/platform/http/if-match.ts";
import type { Services } from "#server/services/services.ts";

import { changeRecords } from "./change-records.ts";
import { correctRecord } from "./correct-record.ts";
import { deskSummary } from "./desk-summary.ts";
import { actionOn, type By, forRecord, noRecord, type RecordHandler } from "./for-record.ts";
import { logCall, takeCallBack } from "./log-call.ts";
import { openRecord } from "./open-record.ts";
import { replyUndoEnd, resendReply, sendReply, takeReplyBack } from "./send-reply.ts";

const unreadable: Refusal = { status: 400, message: "The change could not be read" };
const staleRecord: Refusal = { status: 412, message: messages.recordChanged };

export function deskRoutes(server: FastifyInstance, services: Services): void {
  const { now, database } = services;
  const summary = forStaff(services, ({ user }) => deskSummary(database.reader, user.id, now()));
  server.get(endpoints.deskSummary, summary);
  server.get(
    endpoints.deskRecord,
    forRecord(services, async ({ found }) => {
      const { submission, record } = found;
      const reference = record.ref_number;
      const hasDeal = submission.hasDeal === true;
      const readIn = (db: Query) => dealForDesk(services, db, reference);
      const deal = hasDeal ? await database.snapshot(readIn) : null;
      return { ...(await openRecord(database.reader, found)), deal };
    }),
  );
  server.patch(endpoints.deskRecord, changesHandler(services));
  server.post(endpoints.deskNote, actionOn(services, newNoteSchema, addNote));
  server.post(deskEndpoints.call, actionOn(services, loggedCallSchema, logCall));
  server.post(deskEndpoints.callBack, actionOn(services, callBackSchema, takeCallBack, unreadable.message));
  customerReplyRoutes(server, services);
  server.post(deskEndpoints.correction, forRecord(services, correctionOf(services)));
}

function changesHandler(services: Services) {
  return forStaff(services, async ({ user }, request, reply) => {
    const parsed = v.safeParse(recordChangesSchema, request.body);
    if (!parsed.success) return refuse(request, reply, unreadable);
    return changeRecords(services, parsed.output.changes, user.id);
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

/** Adds a note to a record's history. A note sent again because its response was lost is stored once. */
function addNote(
  services: Services,
  found: FoundRecord,
  { text, key, userId, at }: NewNote & By,
): Promise<void> {
  return services.database.write(async (tx) => {
    const of = await lockHistory(tx, services, found);
    if ((await eventByKey(tx, key)) !== undefined) return;
    await appendEvents(tx, [{ ...of, type: "note", at: at.toISOString(), user_id: userId, note: text, key }]);
  });
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
  server.post(deskEndpoints.reply, forRecord(services, replyTo(services)));
  server.post(
    deskEndpoints.replyBack,
    actionOn(services, callBackSchema, takeReplyBack, unreadableReply.message),
  );
  server.post(
    deskEndpoints.replyAgain,
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
    await sendReply(services, found, { ...parsed.output, userId: user.id, at });
    const { key } = parsed.output;
    const undoUntil = await replyUndoEnd(services.database.reader, found, { key, now: at });
    return { success: true, undo_until: undoUntil };
  };
}
