import { addDays } from "#domain/calendar-date.ts";
import { hourMs } from "#domain/durations.ts";
import { nzDate, nzInstant } from "#domain/nz-time.ts";
import type { Database, Query } from "#server/platform/database/database.ts";
import type { ChoreRow } from "#server/platform/database/tables.ts";

export type Chore = "retention" | "changes" | "backup" | "backup-failed" | "drill";

/** A chore that is not done after this long may be started again. */
const retryAfterMs = hourMs;
/** Clocks of instances differ by less. An instant further ahead was written by a wrong clock. */
const aheadMs = hourMs;

export function lastMoment(now: Date, time: string): Date {
  const today = nzInstant(nzDate(now), time);
  return today <= now ? today : nzInstant(addDays(nzDate(now), -1), time);
}

/** True for one caller among all instances, if the chore is due and not started in the last hour. */
export async function claimChore(database: Database, name: Chore, due: Date, now: Date): Promise<boolean> {
  if (!isOpen(await choreNamed(database.reader, name), due, now)) return false;
  return database.write(async (tx) => {
    await database.lock(tx, `chore ${name}`);
    const row = await choreNamed(tx, name);
    if (!isOpen(row, due, now)) return false;
    const started_at = now.toISOString();
    if (row === undefined) {
      await tx
        .insertInto("chores")
        .values({ name, first_at: started_at, started_at, done_at: null })
        .execute();
    } else {
      await tx.updateTable("chores").set({ started_at }).where("name", "=", name).execute();
    }
    return true;
  });
}

export async function noteDone(db: Query, name: Chore, now: Date): Promise<void> {
  const instant = now.toISOString();
  await db
    .insertInto("chores")
    .values({ name, first_at: instant, started_at: instant, done_at: instant })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ done_at: instant }))
    .execute();
}

export function choreNamed(db: Query, name: Chore): Promise<ChoreRow | undefined> {
  return db.selectFrom("chores").selectAll().where("name", "=", name).executeTakeFirst();
}

/** Returns when the chore was last done; null if never, or if that is in the future. */
export function lastDone(row: ChoreRow | undefined, now: Date): Date | null {
  const doneAt = row?.done_at ?? null;
  return doneAt === null ? null : pastInstant(doneAt, now);
}

function isOpen(row: ChoreRow | undefined, due: Date, now: Date): boolean {
  if (row === undefined) return true;
  const done = lastDone(row, now);
  if (done !== null && done >= due) return false;
  const started = pastInstant(row.started_at, now);
  return started === null || started < due || started.getTime() <= now.getTime() - retryAfterMs;
}

export function pastInstant(text: string, now: Date): Date | null {
  const instant = new Date(text);
  return instant.getTime() <= now.getTime() + aheadMs ? instant : null;
}
