import type { Notice } from "#domain/notice.ts";
import type { Database } from "#server/platform/database/database.ts";

import { latestNight } from "./retention-night.ts";

/** Tells staff that more records are past their time than one night may remove. */
export async function retentionNotice({ reader }: Pick<Database, "reader">): Promise<Notice | null> {
  const night = await latestNight(reader);
  if (night === null || night.waiting === 0) return null;
  return {
    id: "retention",
    severity: "warn",
    title: "Many old records are due to be removed.",
    words:
      `${night.waiting} more records are past the time that we keep them. So that a wrong date cannot empty ` +
      `the list, no more than ${night.at_most} go in one night. If so many cannot be that old, check the ` +
      "server's date now. If they are, the next night removes them all once whoever looks after the server " +
      "has confirmed the date: npm run clock",
  };
}
