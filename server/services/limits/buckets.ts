import { sql } from "kysely";

import type { Query } from "#server/platform/database/database.ts";
import type { LimitRow } from "#server/platform/database/tables.ts";

import type { Limit } from "./limits.ts";

/** Refills evenly: a use leaks out `windowMs / most` after the one before (GCRA, as in ATM networks). */
export interface Bucket extends Limit {
  readonly depth: number; // Uses it holds, so that it drains in good time.
}

export interface Filled {
  /** With this one. A use that has partly leaked out counts for the rest. */
  readonly uses: number;
}

/** In one statement and the same order. Refuses nothing: to refuse without counting, roll back. */
export async function addUses<One extends Bucket>(
  tx: Query,
  buckets: readonly One[],
  now: Date,
): Promise<(One & Filled)[]> {
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
  const filled: (One & Filled)[] = [];
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
  { uses, count }: Filled & Pick<LimitRow, "count">,
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
): Promise<(One & Filled)[]> {
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

export function secondsUntilRoom(bucket: Bucket & Filled, free: number): number {
  return Math.max(1, Math.ceil(((bucket.uses - free) * intervalOf(bucket)) / 1000));
}

function usesOf(bucket: Bucket, emptyAt: number, time: number): number {
  return (emptyAt - time) / intervalOf(bucket);
}

function intervalOf({ windowMs, most }: Bucket): number {
  return Math.max(1, Math.round(windowMs / most));
}
