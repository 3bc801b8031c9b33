import * as v from "valibot";

import { panelEndpoints } from "#domain/panel-wire.ts";
import { type ReplyDraft, type SavedReply, savedReplySchema } from "#domain/saved-reply.ts";

import { doneSchema, panelCall } from "./panel-call.ts";

export function listReplies(): Promise<SavedReply[]> {
  return panelCall(v.array(savedReplySchema), panelEndpoints.savedReplies);
}

export function addReply(draft: ReplyDraft): Promise<SavedReply> {
  return panelCall(savedReplySchema, panelEndpoints.savedReplies, { method: "POST", body: draft });
}

export function changeReply(id: string, draft: ReplyDraft): Promise<SavedReply> {
  return panelCall(savedReplySchema, `${panelEndpoints.savedReplies}/${id}`, { method: "PUT", body: draft });
}

export async function deleteReply(id: string): Promise<void> {
  await panelCall(doneSchema, `${panelEndpoints.savedReplies}/${id}`, { method: "DELETE" });
}
