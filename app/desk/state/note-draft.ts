import { deskItem } from "#app/desk/session/desk-storage.ts";
import { draftAt } from "#app/shared/forms/draft.ts";

/** The note that a user has begun on a record and not kept yet: it outlives errors and reloads, not the session. */
export function noteDraft(userId: string, reference: string) {
  return draftAt(deskItem(userId, `note-${reference}`));
}

/** The user is in the middle of a note. */
export function hasNoteDraft(userId: string, reference: string): boolean {
  return (noteDraft(userId, reference).read().values["text"] ?? "") !== "";
}
