import { useMemo, useSyncExternalStore } from "react";

import { followOutbox, type OutboxEntry, outboxText, readOutbox } from "./outbox.ts";
import { sendingNow } from "./send-waiting.ts";

interface Outbox {
  readonly entries: readonly OutboxEntry[];
  /** The key of the one being sent by this tab. */
  readonly sending: string | null;
}

/** What waits on this device, kept in step with other tabs; empty until the page is hydrated. */
export function useOutbox(): Outbox {
  const text = useSyncExternalStore(followOutbox, outboxText, () => "");
  const sending = useSyncExternalStore(followOutbox, sendingNow, () => null);
  const entries = useMemo(() => (text === "" ? [] : readOutbox()), [text]);
  return { entries, sending };
}
