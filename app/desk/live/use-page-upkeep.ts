import { useEffect, useEffectEvent, useRef } from "react";

import type { Desk } from "#app/desk/state/desk.ts";
import type { DeskSummary } from "#domain/desk.ts";
import { initialStatus } from "#domain/record-status.ts";

/** Keeps up to date what no live event reports: the page's title, ended snoozes and notices. */
export function usePageUpkeep(desk: Desk, summary: DeskSummary | null, now: Date): void {
  const counts = Object.entries(summary?.counts ?? {});
  useTitleCounts(
    counts.reduce((sum, [, { statuses }]) => sum + (statuses[initialStatus] ?? 0), 0),
    counts.reduce((sum, [, { mail_problems: failed }]) => sum + failed, 0),
  );
  useSnoozeReload(
    desk,
    counts.flatMap(([table, { snoozed }]) => (snoozed > 0 ? [table] : [])),
    now,
  );
  useNoticeCheck(desk, now);
}

const countedTo = 999;

/** Starts the page's title with the numbers of new records and of failed mails, for tabs in the background. */
function useTitleCounts(count: number, failed: number): void {
  useEffect(() => {
    const { title } = document;
    const number = count > countedTo ? `${countedTo}+` : String(count);
    const mails = failed === 1 ? "1 mail failed" : `${failed} mails failed`;
    const numbers = [...(count > 0 ? [number] : []), ...(failed > 0 ? [mails] : [])].join(", ");
    const counted = numbers === "" ? title : `(${numbers}) ${title}`;
    document.title = counted;
    return () => {
      // On the way to another page, it is that page's already.
      if (document.title === counted) document.title = title;
    };
  }, [count, failed]);
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
