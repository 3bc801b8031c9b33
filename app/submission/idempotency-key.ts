import type { DraftStore } from "./draft.ts";

/** The key of this payload: the last one again if nothing has changed since, else a new one. */
export function idempotencyKey(draft: DraftStore, payload: string): string {
  const last = draft.read().attempt;
  if (last?.payload === payload) return last.key;
  const key = randomKey();
  draft.update({ attempt: { payload, key } });
  return key;
}

// Not crypto.randomUUID: that is missing where the site is tried out over plain http.
function randomKey(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
