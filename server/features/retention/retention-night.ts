import type { CalendarDate } from "#domain/calendar-date.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { RetentionNightRow } from "#server/platform/database/tables.ts";

/** Nobody notices at once when few are gone; a small shop's busiest day has no more. */
const alwaysAtMost = 10;
const shareAtMost = 0.05;

/** How many of so many records, or mails, one night may remove unless a person has confirmed the date. */
export function nightlyShare(all: number): number {
  return Math.max(alwaysAtMost, Math.floor(all * shareAtMost));
}

/** Opens the night unless it is open already: a second try in the same night may not remove as much again. */
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

/** The latest night, or null before the first one. */
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
    .select(({ fn }) => fn.sum<number | string | null>("count").as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}
