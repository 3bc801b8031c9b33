import { useEffect, useEffectEvent, useRef } from "react";

import type { Desk } from "#app/desk/state/desk.ts";
import type { DeskSummary } from "#domain/desk.ts";
import { initialStatus } from "#domain/record-status.ts";

/** Keeps up to date what no live event reports: the page's title, ended snoozes and notices. */
export function usePageUpkeep(desk: Desk, summary: DeskSummary | null, now: Date): void {
  const counts = Object.entries(summary?.counts ?? {});
  useTitleCount(counts.reduce((sum, [, { statuses }]) => sum + (statuses[initialStatus] ?? 0), 0));
  useSnoozeReload(
    desk,
    counts.flatMap(([table, { snoozed }]) => (snoozed > 0 ? [table] : [])),
    now,
  );
  useNoticeCheck(desk, now);
}

const countedTo = 999;

/** Starts the page's title with the number of new records, for tabs in the background. */
function useTitleCount(count: number): void {
  useEffect(() => {
    const { title } = document;
    const number = count > countedTo ? `${countedTo}+` : String(count);
    const counted = count > 0 ? `(${number}) ${title}` : title;
    document.title = counted;
    return () => {
      // On the way to another page, it is that page's already.
      if (document.title === counted) document.title = title;
    };
  }, [count]);
}

/** Reloads every minute while anything is snoozed: no event fires when a snooze ends. */
function useSnoozeReload(desk: Desk, tables: readonly string[], now: Date): void {
  const reload = useEffectEvent(() => {
    // The live feed reports connection problems.
    if (tables.length > 0) desk.followSnoozes(new Set(tables)).catch(() => {});
  });
  useEffect(() => reload(), [desk, now]);
}

/** Checks the notices every minute. */
function useNoticeCheck(desk: Desk, now: Date): void {
  const checkedAt = useRef(now);
  useEffect(() => {
    if (checkedAt.current === now) return;
    checkedAt.current = now;
    void desk.checkWarnings();
  }, [desk, now]);
}
