import type { DraftStore } from "#app/shared/forms/draft.ts";

/** Returns the idempotency key of what is sent: the same one if the same is sent again. */
export function newKey(draft: DraftStore, payload: string): string {
  const last = draft.read().attempt;
  if (last?.payload === payload) return last.key;
  const key = randomKey();
  draft.update({ attempt: { payload, key } });
  return key;
}

/** Without crypto.randomUUID, which is missing over plain HTTP. */
export function randomKey(length = 16): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(length))];
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
