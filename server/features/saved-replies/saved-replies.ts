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
import type { SavedReplyRow } from "#server/platform/database/tables.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import { versionOf } from "#server/platform/http/if-match.ts";
import { idIn, readFields } from "#server/platform/http/read-fields.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";
import type { Services } from "#server/services/services.ts";

const gone: Refusal = { status: 404, message: "That reply has been deleted" };
const stale: Refusal = {
  status: 412,
  message: "Somebody has changed this reply since you opened it. Nothing was overwritten: look at it first",
};
const unreadableVersion: Refusal = {
  status: 400,
  message: 'If-Match must be a version in quotes, such as "2"',
};

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
      const version = versionOf(request);
      if (version === "unreadable") return refuse(request, reply, unreadableVersion);
      const wanted = { id, version, draft: draft.values };
      const changed = await database.write((tx) => changeReply(tx, services, user.id, wanted));
      return "status" in changed ? refuse(request, reply, changed) : changed;
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

async function listReplies(db: Query): Promise<SavedReply[]> {
  const rows = await db.selectFrom("saved_replies").selectAll().orderBy("title").orderBy("id").execute();
  return rows.map(replyOf);
}

/** A reply's version is the moment of its last change. */
function replyOf({ updated_at, ...reply }: SavedReplyRow): SavedReply {
  return { ...reply, version: Date.parse(updated_at) };
}

/** Returns null if there are too many already. */
async function addReply(
  tx: Query,
  context: AuditContext,
  actor: string,
  draft: ReplyDraft,
): Promise<SavedReply | null> {
  if ((await listReplies(tx)).length >= savedRepliesAtMost) return null;
  const updated_at = context.now().toISOString();
  const row = { id: randomUUID(), ...draft, form: draft.form ?? null, updated_at };
  await tx.insertInto("saved_replies").values(row).execute();
  await recordAudit(tx, context, { event: "reply-added", actor, title: row.title });
  return replyOf(row);
}

interface ReplyChange {
  readonly id: string;
  /** What the user saw; null changes any version. */
  readonly version: number | null;
  readonly draft: ReplyDraft;
}

/** Replaces title, form and text, unless the reply has been deleted, or changed since `version`. */
async function changeReply(
  tx: Query,
  context: AuditContext,
  actor: string,
  { id, version, draft }: ReplyChange,
): Promise<SavedReply | Refusal> {
  await context.database.lock(tx, `saved reply ${id}`);
  const stored = await tx
    .selectFrom("saved_replies")
    .select("updated_at")
    .where("id", "=", id)
    .executeTakeFirst();
  if (stored === undefined) return gone;
  const last = Date.parse(stored.updated_at);
  if (version !== null && version !== last) return stale;
  // Later than the last change even if the clock is not: it is the version.
  const updated_at = new Date(Math.max(context.now().getTime(), last + 1)).toISOString();
  const changed = await tx
    .updateTable("saved_replies")
    .set({ ...draft, form: draft.form ?? null, updated_at })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  if (changed === undefined) return gone;
  await recordAudit(tx, context, { event: "reply-changed", actor, title: changed.title });
  return replyOf(changed);
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
