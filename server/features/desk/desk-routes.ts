import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as v from "valibot";

import { deskEndpoints } from "#domain/desk-wire.ts";
import { deskChangeSchema, newNoteSchema, statusChangesSchema } from "#domain/desk.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import { endpoints } from "#domain/wire.ts";
import { forAdmins } from "#server/features/auth/signed-in.ts";
import { userById } from "#server/features/auth/users.ts";
import { changeRecordAudited } from "#server/features/records/audited-change.ts";
import { answerChange, noRecord } from "#server/features/records/change-answer.ts";
import type { RecordChange } from "#server/features/records/change-record.ts";
import { versionOf } from "#server/features/records/record-version.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { UserRow } from "#server/platform/database/tables.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import type { Services } from "#server/services/services.ts";

import { addNote } from "./add-note.ts";
import { changeStatuses } from "./change-statuses.ts";
import { deskSummary } from "./desk-summary.ts";
import { type FoundRecord, openRecord, recordByReference } from "./open-record.ts";
import { readCorrection } from "./read-correction.ts";

const unreadable: Refusal = { status: 400, message: "The change could not be read" };
const impossibleOwner: Refusal = { status: 400, message: "This person cannot be given records" };

/** What staff do with records besides reading lists and setting the status (records/record-routes.ts). */
export function deskRoutes(server: FastifyInstance, services: Services): void {
  const { now, database } = services;
  const summary = forAdmins(services, ({ user }) => deskSummary(database.reader, user.id, now()));
  server.get(endpoints.deskSummary, summary);
  server.get(
    endpoints.deskRecord,
    forRecord(services, ({ found }) => openRecord(database.reader, found)),
  );
  server.patch(endpoints.deskRecord, forRecord(services, changeOf(services)));
  server.post(endpoints.deskNote, forRecord(services, noteOn(services)));
  server.post(deskEndpoints.correction, forRecord(services, correctionOf(services)));
  server.post(endpoints.deskStatuses, statusesHandler(services));
}

interface Asked {
  readonly found: FoundRecord;
  readonly user: UserRow;
}

type RecordHandler = (asked: Asked, request: FastifyRequest, reply: FastifyReply) => unknown;

/** A handler for admins that gets the record which the address names. */
function forRecord(services: Services, handler: RecordHandler) {
  return forAdmins(services, async ({ user }, request, reply) => {
    const { reference } = v.parse(v.looseObject({ reference: v.optional(v.unknown()) }), request.query);
    const { reader } = services.database;
    const found = isReferenceNumber(reference) ? await recordByReference(reader, reference) : null;
    return found === null ? refuse(request, reply, noRecord) : handler({ found, user }, request, reply);
  });
}

/** Its owner, and until when it is put off. */
function changeOf(services: Services): RecordHandler {
  return async ({ found: { submission, record }, user }, request, reply) => {
    const parsed = v.safeParse(deskChangeSchema, request.body);
    const version = versionOf(request);
    if (!parsed.success || version === "unreadable") return refuse(request, reply, unreadable);
    const change: RecordChange = parsed.output;
    if (!(await canOwn(services.database.reader, change.owner_id))) {
      return refuse(request, reply, impossibleOwner);
    }
    const asked = { submission, id: record.id, change, version, userId: user.id, at: services.now() };
    return answerChange(request, reply, await changeRecordAudited(services, asked));
  };
}

/** The visitor's name, contact and address fields. */
function correctionOf(services: Services): RecordHandler {
  return async ({ found: { submission, record }, user }, request, reply) => {
    const version = versionOf(request);
    if (version === "unreadable") return refuse(request, reply, unreadable);
    const read = readCorrection(submission, request.body);
    if (!read.ok) return refuse(request, reply, read.refusal);
    const change: RecordChange = { corrections: read.corrections };
    const asked = { submission, id: record.id, change, version, userId: user.id, at: services.now() };
    return answerChange(request, reply, await changeRecordAudited(services, asked));
  };
}

async function canOwn(db: Query, userId: string | null | undefined): Promise<boolean> {
  if (userId === undefined || userId === null) return true;
  return (await userById(db, userId))?.disabled_at === null;
}

function noteOn(services: Services): RecordHandler {
  return async ({ found, user }, request, reply) => {
    const parsed = v.safeParse(newNoteSchema, request.body);
    if (!parsed.success) return refuse(request, reply, { status: 400, message: parsed.issues[0].message });
    await addNote(services, found, { ...parsed.output, userId: user.id, at: services.now() });
    return { success: true };
  };
}

function statusesHandler(services: Services) {
  return forAdmins(services, async ({ user }, request, reply) => {
    const parsed = v.safeParse(statusChangesSchema, request.body);
    if (!parsed.success) return refuse(request, reply, unreadable);
    return { outcomes: await changeStatuses(services, parsed.output.changes, user.id) };
  });
}
