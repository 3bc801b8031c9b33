import { draftStore } from "#app/submission/draft.ts";

/** The note on a record that has been begun and not been kept yet: it outlives errors and reloads. */
export function noteDraft(reference: string) {
  return draftStore(`note-${reference}`);
}

/** Somebody is in the middle of a note. */
export function hasNoteDraft(reference: string): boolean {
  return (noteDraft(reference).read().values["text"] ?? "") !== "";
}
