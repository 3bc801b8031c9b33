import { useEffect, useRef } from "react";

import type { Desk } from "#app/desk/state/desk.ts";
import { useNow } from "#app/shared/document/use-clock.ts";
import type { DeskSummary } from "#domain/desk.ts";

const countedTo = 999;

/** Puts the number of new records in front of the page's title, so that a tab in the background shows it. */
export function useTitle(summary: DeskSummary | null): void {
  const count = summary === null ? 0 : newOf(summary);
  useEffect(() => {
    const { title } = document;
    const words = count > countedTo ? `${countedTo}+` : String(count);
    if (count > 0) document.title = `(${words}) ${title}`;
    return () => {
      document.title = title;
    };
  }, [count]);
}

function newOf({ counts }: DeskSummary): number {
  return Object.values(counts).reduce((sum, { statuses }) => sum + (statuses["new"] ?? 0), 0);
}

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
    desk.followSnoozes(tables).catch(() => {});
  }, [desk, now]);
}

/** Checks each minute what is wrong with the installation: no live news tells of it. */
export function useWarnings(desk: Desk): void {
  const now = useNow();
  const checkedAt = useRef(now);
  useEffect(() => {
    if (checkedAt.current === now) return;
    checkedAt.current = now;
    void desk.checkWarnings();
  }, [desk, now]);
}
