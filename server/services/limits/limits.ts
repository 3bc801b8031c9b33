import { sql } from "kysely";

import { dayMs } from "#domain/durations.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { LimitRow } from "#server/platform/database/tables.ts";

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

/** Returns null if there is room. Counts nothing. */
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

/** Refills evenly: a use leaks out `windowMs / most` after the one before (GCRA, as in ATM networks). */
export interface Bucket extends Limit {
  readonly depth: number; // Uses it holds, so that it drains in good time.
}

export interface BucketLevel {
  /** With this one. A use that has partly leaked out counts for the rest. */
  readonly uses: number;
}

/** In one statement and the same order. Refuses nothing: to refuse without counting, roll back. */
export async function addUses<One extends Bucket>(
  tx: Query,
  buckets: readonly One[],
  now: Date,
): Promise<(One & BucketLevel)[]> {
  const time = now.getTime();
  const values = buckets.map((bucket) => sql`(${bucket.name}, ${time + intervalOf(bucket)}, 1)`);
  const { rows } = await sql<LimitRow>`
    insert into limits (name, resets_at, count) values ${sql.join(values)}
    on conflict (name) do update set
      count = case when limits.resets_at <= ${time} then 1 else limits.count + 1 end,
      resets_at = case when limits.resets_at <= ${time} then excluded.resets_at
        else limits.resets_at + (excluded.resets_at - ${time}) end
    returning name, resets_at, count`.execute(tx);
  const rowOf = new Map(rows.map((row) => [row.name, row]));
  const filled: (One & BucketLevel)[] = [];
  for (const bucket of buckets) {
    const { resets_at: emptyAt, count } = rowOf.get(bucket.name) ?? { resets_at: time, count: 0 };
    const uses = usesOf(bucket, emptyAt, time);
    const isTooFull = uses > Math.min(bucket.depth, count);
    filled.push({ ...bucket, uses: isTooFull ? await trim(tx, bucket, { uses, count }, time) : uses });
  }
  return filled;
}

/**
 * Trims a bucket to its depth, and to its uses since it was empty: more is in it only if the clock was set back.
 * One more than twice too full was filled by a clock that ran ahead: only this use counts.
 */
async function trim(
  tx: Query,
  bucket: Bucket,
  { uses, count }: BucketLevel & { readonly count: number },
  time: number,
): Promise<number> {
  const most = uses > 2 * bucket.depth + 1 ? 1 : count;
  const emptyAt = Math.round(time + Math.min(most, bucket.depth) * intervalOf(bucket));
  const change = { resets_at: emptyAt, count: most };
  await tx.updateTable("limits").set(change).where("name", "=", bucket.name).execute();
  return Math.min(uses, most, bucket.depth + 1);
}

/** In the same order. */
export async function readUses<One extends Bucket>(
  db: Query,
  buckets: readonly One[],
  now: Date,
): Promise<(One & BucketLevel)[]> {
  const names = buckets.map(({ name }) => name);
  const rows = await db.selectFrom("limits").selectAll().where("name", "in", names).execute();
  const rowOf = new Map(rows.map((row) => [row.name, row]));
  return buckets.map((bucket) => ({
    ...bucket,
    uses: usesIn(bucket, rowOf.get(bucket.name), now.getTime()),
  }));
}

function usesIn(bucket: Bucket, row: LimitRow | undefined, time: number): number {
  if (row === undefined) return 0;
  const uses = Math.max(0, usesOf(bucket, row.resets_at, time));
  return uses > 2 * bucket.depth ? 0 : Math.min(uses, row.count, bucket.depth);
}

export function secondsUntilRoom(bucket: Bucket & BucketLevel, free: number): number {
  return Math.max(1, Math.ceil(((bucket.uses - free) * intervalOf(bucket)) / 1000));
}

function usesOf(bucket: Bucket, emptyAt: number, time: number): number {
  return (emptyAt - time) / intervalOf(bucket);
}

function intervalOf({ windowMs, most }: Bucket): number {
  return Math.max(1, Math.round(windowMs / most));
}

const longestMs = 7 * dayMs; // The longest window, and the longest that a bucket takes to empty.

export async function purgeLimits(tx: Query, now: Date): Promise<void> {
  const time = now.getTime();
  await tx
    .deleteFrom("limits")
    .where((row) => row.or([row("resets_at", "<=", time), row("resets_at", ">", time + longestMs)]))
    .execute();
}
