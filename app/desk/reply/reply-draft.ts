import { deskItem } from "#app/desk/session/desk-storage.ts";
import { type DraftStore, draftAt } from "#app/shared/forms/draft.ts";

/** The reply that a user has begun to a record: it outlives errors and reloads, not the session. */
export function replyDraft(userId: string, reference: string): DraftStore {
  return draftAt(deskItem(userId, `reply-${reference}`));
}
