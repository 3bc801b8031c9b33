import { tryStorage } from "#app/shared/document/storage.ts";

/** Keys of the outbox in local storage: this, and the submission's idempotency key. */
export const outboxKeyStart = "quadkea-outbox-";

/** Whether anything waits on this device, or something has to be said about what did. Cheap enough for every page. */
export function hasOutbox(): boolean {
  return tryStorage(() => Object.keys(localStorage).some((key) => key.startsWith(outboxKeyStart))) ?? false;
}
