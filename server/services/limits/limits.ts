import { sql } from "kysely";

import { dayMs } from "#domain/durations.ts";
import type { Query } from "#server/platform/database/database.ts";

/** At most `most` in each window of `windowMs`. `name` must be a keyed hash: the ledger holds no addresses. */
export interface Limit {
  readonly name: string;
  readonly most: number;
  readonly windowMs: number;
}

/** Returns seconds to wait, or null; refused uses do not count. A window of a clock far ahead starts again. */
export async function countAgainst(tx: Query, limit: Limit, now: Date): Promise<number | null> {
  const time = now.getTime();
  const resetsAt = time + limit.windowMs;
  const isOver = sql`(limits.resets_at <= ${time} or limits.resets_at > ${latestEnd(limit, time)})`;
  const { rows } = await sql<{ resets_at: number; count: number }>`
    insert into limits (name, resets_at, count) values (${limit.name}, ${resetsAt}, 1)
    on conflict (name) do update set
      count = case when ${isOver} then 1 else limits.count + 1 end,
      resets_at = case when ${isOver} then excluded.resets_at else limits.resets_at end
    where ${isOver} or limits.count < ${limit.most}
    returning resets_at, count`.execute(tx);
  if (rows.length > 0) return null;
  return secondsUntilReset(tx, limit, time);
}

/** Takes a use back that was counted and shall not count. */
export async function giveBack(tx: Query, limits: readonly Limit[]): Promise<void> {
  for (const { name } of limits)
    await sql`update limits set count = count - 1 where name = ${name} and count > 0`.execute(tx);
}

/** Twice the window allows for instances whose clocks differ, and for a clock that is set back a little. */
function latestEnd({ windowMs }: Limit, time: number): number {
  return time + 2 * windowMs;
}

async function secondsUntilReset(tx: Query, limit: Limit, time: number): Promise<number> {
  const row = await tx
    .selectFrom("limits")
    .select("resets_at")
    .where("name", "=", limit.name)
    .executeTakeFirstOrThrow();
  return secondsUntil(row.resets_at, time);
}

function secondsUntil(resetsAt: number, time: number): number {
  return Math.max(1, Math.ceil((resetsAt - time) / 1000));
}

/** Without counting; null if there is room. */
export async function secondsToWait(db: Query, limit: Limit, now: Date): Promise<number | null> {
  const time = now.getTime();
  const row = await db.selectFrom("limits").selectAll().where("name", "=", limit.name).executeTakeFirst();
  if (row === undefined || row.count < limit.most) return null;
  if (row.resets_at <= time || row.resets_at > latestEnd(limit, time)) return null;
  return secondsUntil(row.resets_at, time);
}

export async function clearLimit(tx: Query, name: string): Promise<void> {
  await tx.deleteFrom("limits").where("name", "=", name).execute();
}

const longestMs = 7 * dayMs; // Of any window, or until any bucket is empty.

export async function purgeLimits(tx: Query, now: Date): Promise<void> {
  const time = now.getTime();
  await tx
    .deleteFrom("limits")
    .where((row) => row.or([row("resets_at", "<=", time), row("resets_at", ">", time + longestMs)]))
    .execute();
}
