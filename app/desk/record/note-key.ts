import type { DraftStore } from "#app/shared/forms/draft.ts";

/** The name of a note: the last try's again if it is sent once more as it was, else a new one. */
export function noteKey(draft: DraftStore, text: string): string {
  const last = draft.read().attempt;
  if (last?.payload === text) return last.key;
  // Not crypto.randomUUID: that is missing where the panel is tried out over plain http.
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  const key = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  draft.update({ attempt: { payload: text, key } });
  return key;
}
