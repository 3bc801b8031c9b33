import * as v from "valibot";

import { type AuditPage, auditPageSchema } from "#domain/audit.ts";
import { deskEndpoints } from "#domain/desk-wire.ts";
import { type ReplyDraft, type SavedReply, savedReplySchema } from "#domain/saved-reply.ts";

import { deskCall, doneSchema } from "./desk-call.ts";

/** Returns a page of the audit list, newest first. `filter` holds group, person and reference. */
export function auditPage(filter: URLSearchParams, before: string | null): Promise<AuditPage> {
  const query = new URLSearchParams(filter);
  if (before !== null) query.set("before", before);
  return deskCall(auditPageSchema, `${deskEndpoints.audit}?${query}`);
}

export function listReplies(): Promise<SavedReply[]> {
  return deskCall(v.array(savedReplySchema), deskEndpoints.savedReplies);
}

export function addReply(draft: ReplyDraft): Promise<SavedReply> {
  return deskCall(savedReplySchema, deskEndpoints.savedReplies, { method: "POST", body: draft });
}

export function changeReply(id: string, draft: ReplyDraft): Promise<SavedReply> {
  return deskCall(savedReplySchema, `${deskEndpoints.savedReplies}/${id}`, { method: "PUT", body: draft });
}

export async function deleteReply(id: string): Promise<void> {
  await deskCall(doneSchema, `${deskEndpoints.savedReplies}/${id}`, { method: "DELETE" });
}
