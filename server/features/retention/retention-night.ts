import type { CalendarDate } from "#domain/calendar-date.ts";
import type { Notice } from "#domain/notice.ts";
import type { Database, Query } from "#server/platform/database/database.ts";
import type { RetentionNightRow } from "#server/platform/database/tables.ts";

/** A small shop's busiest day has no more records than this. */
const alwaysAtMost = 10;
const shareAtMost = 0.05;

/** Returns how many of `all` records, or mails, one night may remove unless an operator confirmed the date. */
export function nightlyShare(all: number): number {
  return Math.max(alwaysAtMost, Math.floor(all * shareAtMost));
}

/** Opens the night unless it is open: a second attempt in the same night may not remove as much again. */
export async function openNight(tx: Query, night: CalendarDate): Promise<void> {
  const known = await tx
    .selectFrom("retention_nights")
    .select("night")
    .where("night", "=", night)
    .executeTakeFirst();
  if (known !== undefined) return;
  await tx.deleteFrom("retention_nights").execute();
  const at_most = nightlyShare(await countRecords(tx));
  await tx.insertInto("retention_nights").values({ night, at_most, removed: 0, waiting: 0 }).execute();
}

export async function latestNight(db: Query): Promise<RetentionNightRow | null> {
  return (await db.selectFrom("retention_nights").selectAll().executeTakeFirst()) ?? null;
}

export async function changeNight(
  tx: Query,
  change: Partial<Pick<RetentionNightRow, "removed" | "waiting">>,
): Promise<void> {
  await tx.updateTable("retention_nights").set(change).execute();
}

async function countRecords(db: Query): Promise<number> {
  const { total } = await db
    .selectFrom("record_counts")
    .select(({ fn }) => fn.sum<number | null>("count").as("total"))
    .executeTakeFirstOrThrow();
  return total ?? 0;
}

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
      "server's date now. If they are, ask the person who runs the server to confirm the date, and the next " +
      "night removes them all: npm run clock",
  };
}
