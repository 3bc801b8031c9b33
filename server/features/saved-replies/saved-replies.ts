import { randomUUID } from "node:crypto";

import type { FastifyInstance } from "fastify";

import { deskEndpoints } from "#domain/desk-wire.ts";
import {
  type ReplyDraft,
  replyFields,
  savedRepliesAtMost,
  type SavedReply,
  unknownPlaceholders,
} from "#domain/saved-reply.ts";
import { fieldsParser } from "#domain/submission-values.ts";
import { forStaff } from "#server/features/auth/permissions.ts";
import type { Query } from "#server/platform/database/database.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import { idIn, readFields } from "#server/platform/http/read-fields.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";
import type { Services } from "#server/services/services.ts";

const gone: Refusal = { status: 404, message: "That reply has been deleted" };

/** Texts that staff reply with. All staff read and edit them. */
export function replyRoutes(server: FastifyInstance, services: Services): void {
  const { database } = services;
  const url = deskEndpoints.savedReplies;

  server.get(
    url,
    forStaff(services, () => listReplies(database.reader)),
  );

  server.post(
    url,
    forStaff(services, async ({ user }, request, reply) => {
      const draft = readDraft(request.body);
      if (!draft.ok) return refuse(request, reply, draft.refusal);
      const added = await database.write((tx) => addReply(tx, services, user.id, draft.values));
      if (added !== null) return reply.status(201).send(added);
      const message = `There are ${savedRepliesAtMost} saved replies already: delete one first`;
      return refuse(request, reply, { status: 409, message });
    }),
  );

  server.put(
    `${url}/:id`,
    forStaff(services, async ({ user }, request, reply) => {
      const id = idIn(request);
      const draft = readDraft(request.body);
      if (!draft.ok) return refuse(request, reply, draft.refusal);
      if (id === null) return refuse(request, reply, gone);
      const wanted = { id, ...draft.values };
      const changed = await database.write((tx) => changeReply(tx, services, user.id, wanted));
      return changed ?? refuse(request, reply, gone);
    }),
  );

  server.delete(
    `${url}/:id`,
    forStaff(services, async ({ user }, request, reply) => {
      const id = idIn(request);
      if (id === null) return refuse(request, reply, gone);
      const isDeleted = await database.write((tx) => deleteReply(tx, services, user.id, id));
      return isDeleted ? { success: true } : refuse(request, reply, gone);
    }),
  );
}

const parseDraft = fieldsParser(replyFields);

function readDraft(body: unknown): ReturnType<typeof readFields<ReplyDraft>> {
  const draft = readFields(parseDraft, body);
  if (!draft.ok) return draft;
  const [unknown] = unknownPlaceholders(draft.values.body);
  if (unknown === undefined) return draft;
  const message = `{${unknown.slice(0, 40)}} is not a placeholder`;
  return { ok: false, refusal: { status: 400, message, field: "body" } };
}

function listReplies(db: Query): Promise<SavedReply[]> {
  return db
    .selectFrom("saved_replies")
    .select(["id", "title", "form", "body"])
    .orderBy("title")
    .orderBy("id")
    .execute();
}

/** Returns null if there are too many already. */
async function addReply(
  tx: Query,
  context: AuditContext,
  actor: string,
  draft: ReplyDraft,
): Promise<SavedReply | null> {
  if ((await listReplies(tx)).length >= savedRepliesAtMost) return null;
  const reply = { id: randomUUID(), ...draft, form: draft.form ?? null };
  const updated_at = context.now().toISOString();
  await tx
    .insertInto("saved_replies")
    .values({ ...reply, updated_at })
    .execute();
  await recordAudit(tx, context, { event: "reply-added", actor, title: reply.title });
  return reply;
}

/** Replaces title and text. Returns null if the reply has been deleted. */
async function changeReply(
  tx: Query,
  context: AuditContext,
  actor: string,
  { id, ...draft }: ReplyDraft & Pick<SavedReply, "id">,
): Promise<SavedReply | null> {
  const updated_at = context.now().toISOString();
  const changed = await tx
    .updateTable("saved_replies")
    .set({ ...draft, form: draft.form ?? null, updated_at })
    .where("id", "=", id)
    .returning(["id", "title", "form", "body"])
    .executeTakeFirst();
  if (changed === undefined) return null;
  await recordAudit(tx, context, { event: "reply-changed", actor, title: changed.title });
  return changed;
}

async function deleteReply(tx: Query, context: AuditContext, actor: string, id: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom("saved_replies")
    .where("id", "=", id)
    .returning("title")
    .executeTakeFirst();
  if (deleted === undefined) return false;
  await recordAudit(tx, context, { event: "reply-deleted", actor, title: deleted.title });
  return true;
}
