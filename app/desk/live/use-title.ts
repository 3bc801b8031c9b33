import { useEffect } from "react";

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
