import { randomUUID } from "node:crypto";

import type { FastifyInstance } from "fastify";

import { deskCalls, deskMessages } from "#domain/desk-wire.ts";
import type { Outcome } from "#domain/outcome.ts";
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
import type { SavedReplyRow } from "#server/platform/database/tables.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import { idIn, readFields, versionOf } from "#server/platform/http/read-request.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";
import type { Services } from "#server/services/services.ts";

const gone: Refusal = { status: 404, message: "That reply has been deleted" };
const full: Refusal = {
  status: 409,
  message: `There are ${savedRepliesAtMost} saved replies already: delete one first`,
};
const savedFirst: Refusal = { status: 409, message: deskMessages.savedFirst };

/** Texts that staff reply with. All staff read and edit them. */
export function replyRoutes(server: FastifyInstance, services: Services): void {
  const { database } = services;
  const url = deskCalls.savedReplies.path;
  server.get(
    url,
    forStaff(services, () => listReplies(database.reader)),
  );
  server.post(
    url,
    forStaff(services, ({ user }, request, reply) => {
      const draft = readDraft(request.body);
      if ("refusal" in draft) return draft;
      reply.status(201);
      return database.write((tx) => addReply(tx, services, user.id, draft.ok));
    }),
  );
  server.put(
    `${url}/:id`,
    forStaff(services, ({ user }, request) => {
      const draft = readDraft(request.body);
      if ("refusal" in draft) return draft;
      const change = { id: idIn(request) ?? "", version: versionOf(request), draft: draft.ok };
      return database.write((tx) => changeReply(tx, services, user.id, change));
    }),
  );
  server.delete(
    `${url}/:id`,
    forStaff(services, ({ user }, request) =>
      database.write((tx) => deleteReply(tx, services, user.id, idIn(request) ?? "")),
    ),
  );
}

const parseDraft = fieldsParser(replyFields);

function readDraft(body: unknown): Outcome<ReplyDraft, Refusal> {
  const draft = readFields(parseDraft, body);
  if ("refusal" in draft) return draft;
  const [unknown] = unknownPlaceholders(draft.ok.body);
  if (unknown === undefined) return draft;
  return {
    refusal: { status: 400, message: `{${unknown.slice(0, 40)}} is not a placeholder`, field: "body" },
  };
}

async function listReplies(db: Query): Promise<SavedReply[]> {
  const rows = await db.selectFrom("saved_replies").selectAll().orderBy("title").orderBy("id").execute();
  return rows.map(replyOf);
}

/** A reply's version is the moment of its last change. */
function replyOf({ updated_at, ...reply }: SavedReplyRow): SavedReply {
  return { ...reply, version: Date.parse(updated_at) };
}

async function addReply(
  tx: Query,
  context: AuditContext,
  actor: string,
  draft: ReplyDraft,
): Promise<Outcome<SavedReply, Refusal>> {
  if ((await listReplies(tx)).length >= savedRepliesAtMost) return { refusal: full };
  const row = rowOf(randomUUID(), draft, context.now());
  await tx.insertInto("saved_replies").values(row).execute();
  await recordAudit(tx, context, { event: "reply-added", actor, details: { title: row.title } });
  return { ok: replyOf(row) };
}

function rowOf(id: string, { title, form, body }: ReplyDraft, now: Date): SavedReplyRow {
  return { id, title, form: form ?? null, body, updated_at: now.toISOString() };
}

interface ReplyChange {
  readonly id: string;
  /** The version that the user saw. */
  readonly version: ReturnType<typeof versionOf>;
  readonly draft: ReplyDraft;
}

async function changeReply(
  tx: Query,
  context: AuditContext,
  actor: string,
  { id, version, draft }: ReplyChange,
): Promise<Outcome<SavedReply, Refusal>> {
  await context.database.lock(tx, `saved reply ${id}`);
  const stored = await tx
    .selectFrom("saved_replies")
    .select("updated_at")
    .where("id", "=", id)
    .executeTakeFirst();
  if (stored === undefined) return { refusal: gone };
  const last = Date.parse(stored.updated_at);
  if (version !== null && version !== last) return { refusal: savedFirst };
  // Later than the last change even if the clock is not: it is the version.
  const row = rowOf(id, draft, new Date(Math.max(context.now().getTime(), last + 1)));
  await tx.updateTable("saved_replies").set(row).where("id", "=", id).execute();
  await recordAudit(tx, context, { event: "reply-changed", actor, details: { title: row.title } });
  return { ok: replyOf(row) };
}

async function deleteReply(
  tx: Query,
  context: AuditContext,
  actor: string,
  id: string,
): Promise<Outcome<true, Refusal>> {
  const deleting = tx.deleteFrom("saved_replies").where("id", "=", id).returning("title");
  const deleted = await deleting.executeTakeFirst();
  if (deleted === undefined) return { refusal: gone };
  await recordAudit(tx, context, { event: "reply-deleted", actor, details: deleted });
  return { ok: true };
}
