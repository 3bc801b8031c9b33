import type { DraftStore } from "#app/shared/forms/draft.ts";
import { sameFieldsWindowMs } from "#domain/wire.ts";

/**
 * The key of this payload: the last one again if nothing has changed since. A new one is made of the
 * payload and the time, so that two tabs that send the same within ten minutes send one submission.
 */
export async function idempotencyKey(draft: DraftStore, form: string, payload: string): Promise<string> {
  const last = draft.read().attempt;
  if (last?.payload === payload) return last.key;
  const window = Math.floor(Date.now() / sameFieldsWindowMs);
  const key = hex(isSecureContext ? await sha256(`${form}\n${window}\n${payload}`) : randomBytes());
  draft.update({ attempt: { payload, key } });
  return key;
}

async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

// Where the site is tried out over plain http, the browser hashes nothing.
function randomBytes(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(16));
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
