import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as v from "valibot";

import { deskChangeSchema, newNoteSchema, statusChangesSchema } from "#domain/desk.ts";
import { messages } from "#domain/messages.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import { endpoints } from "#domain/wire.ts";

import { userOfRequest } from "../auth/auth-routes.ts";
import { userById } from "../auth/users.ts";
import type { UserRow } from "../database/tables.ts";
import { type Refusal, refuse } from "../http/errors.ts";
import { changeRecordAudited } from "../records/audited-change.ts";
import type { RecordChange } from "../records/change-record.ts";
import { versionOf } from "../records/record-version.ts";
import type { Services } from "../services.ts";
import { addNote } from "./add-note.ts";
import { changeStatuses } from "./change-statuses.ts";
import { deskSummary } from "./desk-summary.ts";
import { type FoundRecord, openRecord, recordByReference } from "./open-record.ts";

const signInFirst: Refusal = { status: 401, message: "Not signed in" };
const noRecord: Refusal = { status: 404, message: messages.recordMissing };

/** What staff do with records besides reading lists and setting the status (records/record-routes.ts). */
export function deskRoutes(server: FastifyInstance, services: Services): void {
  const { now } = services;
  const { reader } = services.database;

  server.get(endpoints.deskSummary, async (request, reply) => {
    const user = await userOfRequest(services, request);
    return user === null ? refuse(request, reply, signInFirst) : deskSummary(reader, user.id, now());
  });

  server.get(endpoints.deskRecord, (request, reply) =>
    withRecord(request, reply, (found) => openRecord(reader, found)),
  );

  server.patch(endpoints.deskRecord, (request, reply) =>
    withRecord(request, reply, async ({ submission, record }, user) => {
      const parsed = v.safeParse(deskChangeSchema, request.body);
      const version = versionOf(request);
      if (!parsed.success || version === "unreadable") return refuse(request, reply, unreadable);
      const change: RecordChange = parsed.output;
      if (!(await isPossible(change))) return refuse(request, reply, impossibleOwner);
      const { id } = record;
      const asked = { submission, id, change, version, userId: user.id, at: now() };
      const outcome = await changeRecordAudited(services, asked);
      if (outcome.kind === "missing") return refuse(request, reply, noRecord);
      if (outcome.kind === "stale")
        return refuse(request, reply, { status: 412, message: messages.recordChanged });
      return { success: true, version: outcome.record["version"] };
    }),
  );

  server.post(endpoints.deskNote, (request, reply) =>
    withRecord(request, reply, async (found, user) => {
      const parsed = v.safeParse(newNoteSchema, request.body);
      if (!parsed.success) {
        return refuse(request, reply, { status: 400, message: parsed.issues[0].message });
      }
      await addNote(services, found, { ...parsed.output, userId: user.id, at: now() });
      return { success: true };
    }),
  );

  server.post(endpoints.deskStatuses, async (request, reply) => {
    const user = await userOfRequest(services, request);
    if (user === null) return refuse(request, reply, signInFirst);
    const parsed = v.safeParse(statusChangesSchema, request.body);
    if (!parsed.success) return refuse(request, reply, unreadable);
    return { outcomes: await changeStatuses(services, parsed.output.changes, user.id) };
  });

  /** Hands over the record that the address names, once a signed-in admin has asked. */
  async function withRecord<Answer>(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (found: FoundRecord, user: UserRow) => Promise<Answer>,
  ): Promise<Answer | FastifyReply> {
    const user = await userOfRequest(services, request);
    if (user === null) return refuse(request, reply, signInFirst);
    const { reference } = v.parse(v.looseObject({ reference: v.optional(v.unknown()) }), request.query);
    const found = isReferenceNumber(reference) ? await recordByReference(reader, reference) : null;
    return found === null ? refuse(request, reply, noRecord) : work(found, user);
  }

  async function isPossible({ owner_id: owner }: RecordChange): Promise<boolean> {
    if (owner === undefined || owner === null) return true;
    return (await userById(reader, owner))?.disabled_at === null;
  }
}

const unreadable: Refusal = { status: 400, message: "The change could not be read" };
const impossibleOwner: Refusal = { status: 400, message: "This person cannot be given records" };
