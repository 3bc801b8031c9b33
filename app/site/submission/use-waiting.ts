import { useMemo, useSyncExternalStore } from "react";

import { followWaiting, readWaiting, waitingTextOf } from "./waiting-store.ts";

/** What waits of a form on this device, kept in step with other tabs; null until the page is hydrated. */
export function useWaiting(form: string) {
  const text = useSyncExternalStore(
    followWaiting,
    () => waitingTextOf(form),
    () => null,
  );
  return useMemo(() => (text === null ? null : readWaiting(form)), [form, text]);
}
