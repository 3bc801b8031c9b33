import type { FieldPayload } from "#app/shared/api/submissions.ts";
import type { DraftStore } from "#app/shared/forms/draft.ts";
import { sameFieldsWindowMs } from "#domain/wire.ts";

import { waitingEntries } from "./outbox.ts";

/** The form in which payloads are compared. */
export function payloadText({ payload }: { readonly payload: FieldPayload }): string {
  return JSON.stringify(payload);
}

/**
 * Returns the last key if the payload is unchanged, or that of an equal submission in the outbox. A new key is a hash of
 * payload and time, so that two tabs that send the same within ten minutes make one submission.
 */
export async function idempotencyKey(draft: DraftStore, form: string, payload: string): Promise<string> {
  const last = draft.read().attempt;
  if (last?.payload === payload) return last.key;
  const waiting = waitingEntries().find((entry) => entry.form === form && payloadText(entry) === payload);
  if (waiting !== undefined) return waiting.key;
  const window = Math.floor(Date.now() / sameFieldsWindowMs);
  const key = hex(isSecureContext ? await sha256(`${form}\n${window}\n${payload}`) : randomBytes());
  draft.update({ attempt: { payload, key } });
  return key;
}

async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

// crypto.subtle is missing over plain HTTP.
function randomBytes(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(16));
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
