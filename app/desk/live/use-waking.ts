import { useEffect, useRef } from "react";

import type { Desk } from "#app/desk/state/desk.ts";
import { useNow } from "#app/shared/document/use-now.ts";
import type { DeskSummary } from "#domain/desk.ts";

/** Loads again, each minute, what records that are put off come back to: no news tell of their waking. */
export function useWaking(desk: Desk, summary: DeskSummary | null): void {
  const now = useNow();
  const sleeping = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const counts = Object.entries(summary?.counts ?? {});
    sleeping.current = new Set(counts.flatMap(([table, { snoozed }]) => (snoozed > 0 ? [table] : [])));
  }, [summary]);
  useEffect(() => {
    const tables = sleeping.current;
    if (tables.size === 0) return;
    // Whatever is wrong with the connection is told by the feed.
    desk.follow({ everything: false, tables, records: new Set(), ownCounts: true }).catch(() => {});
  }, [desk, now]);
}
