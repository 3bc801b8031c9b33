import * as v from "valibot";

import { deskEndpoints } from "#domain/desk-wire.ts";
import { type ReplyDraft, type SavedReply, savedReplySchema } from "#domain/saved-reply.ts";

import { doneSchema, panelCall } from "./panel-call.ts";

export function listReplies(): Promise<SavedReply[]> {
  return panelCall(v.array(savedReplySchema), deskEndpoints.savedReplies);
}

export function addReply(draft: ReplyDraft): Promise<SavedReply> {
  return panelCall(savedReplySchema, deskEndpoints.savedReplies, { method: "POST", body: draft });
}

export function changeReply(id: string, draft: ReplyDraft): Promise<SavedReply> {
  return panelCall(savedReplySchema, `${deskEndpoints.savedReplies}/${id}`, { method: "PUT", body: draft });
}

export async function deleteReply(id: string): Promise<void> {
  await panelCall(doneSchema, `${deskEndpoints.savedReplies}/${id}`, { method: "DELETE" });
}
