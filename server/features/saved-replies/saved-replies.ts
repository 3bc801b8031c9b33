import { randomUUID } from "node:crypto";

import { type ReplyDraft, type SavedReply, savedRepliesAtMost } from "#domain/saved-reply.ts";
import type { Query } from "#server/platform/database/database.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";

export function listReplies(db: Query): Promise<SavedReply[]> {
  return db
    .selectFrom("saved_replies")
    .select(["id", "title", "body"])
    .orderBy("title")
    .orderBy("id")
    .execute();
}

/** Adds a reply; null where there are as many as one can choose from already. */
export async function addReply(
  tx: Query,
  context: AuditContext,
  actor: string,
  draft: ReplyDraft,
): Promise<SavedReply | null> {
  if ((await listReplies(tx)).length >= savedRepliesAtMost) return null;
  const reply = { id: randomUUID(), ...draft };
  const updated_at = context.now().toISOString();
  await tx
    .insertInto("saved_replies")
    .values({ ...reply, updated_at })
    .execute();
  await recordAudit(tx, context, { event: "reply-added", actor, title: reply.title });
  return reply;
}

/** Replaces title and text; null where the reply has been deleted. */
export async function changeReply(
  tx: Query,
  context: AuditContext,
  actor: string,
  { id, ...draft }: SavedReply,
): Promise<SavedReply | null> {
  const updated_at = context.now().toISOString();
  const changed = await tx
    .updateTable("saved_replies")
    .set({ ...draft, updated_at })
    .where("id", "=", id)
    .returning(["id", "title", "body"])
    .executeTakeFirst();
  if (changed === undefined) return null;
  await recordAudit(tx, context, { event: "reply-changed", actor, title: changed.title });
  return changed;
}

export async function deleteReply(
  tx: Query,
  context: AuditContext,
  actor: string,
  id: string,
): Promise<boolean> {
  const deleted = await tx
    .deleteFrom("saved_replies")
    .where("id", "=", id)
    .returning("title")
    .executeTakeFirst();
  if (deleted === undefined) return false;
  await recordAudit(tx, context, { event: "reply-deleted", actor, title: deleted.title });
  return true;
}
