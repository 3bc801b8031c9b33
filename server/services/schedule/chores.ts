import { addDays } from "#domain/calendar-date.ts";
import { nzDate, nzInstant } from "#domain/nz-time.ts";
import type { Database, Query } from "#server/platform/database/database.ts";
import type { ChoreRow } from "#server/platform/database/tables.ts";

export type Chore = "retention" | "backup" | "drill";

/** After this long without being done, a chore may be tried again. */
const retryAfterMs = 60 * 60_000;
/** The clocks of instances differ by less. What lies further ahead was written by a clock that was wrong. */
const aheadMs = 60 * 60_000;

/** The last time that clocks in New Zealand showed `time`, for example "03:00". */
export function lastMoment(now: Date, time: string): Date {
  const today = nzInstant(nzDate(now), time);
  return today <= now ? today : nzInstant(addDays(nzDate(now), -1), time);
}

/**
 * True for the one caller, of all instances, that is to do the chore now: it has not been done since it
 * fell due, and nobody has begun lately.
 */
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

/** Notes that it went well. */
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

/** When the chore was last done, as far as that can be true: not if it is in the future. */
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

/** Null for an instant in the future: a clock that was wrong wrote it. */
export function pastInstant(text: string, now: Date): Date | null {
  const instant = new Date(text);
  return instant.getTime() <= now.getTime() + aheadMs ? instant : null;
}
