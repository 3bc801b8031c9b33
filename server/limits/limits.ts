import { sql } from "kysely";

import type { Query } from "../database/database.ts";
import type { LimitRow } from "../database/tables.ts";

/** At most `most` in each window of `windowMs`. `name` must be a keyed hash: the ledger holds no addresses. */
export interface Limit {
  readonly name: string;
  readonly most: number;
  readonly windowMs: number;
}

/**
 * Counts one use against a limit kept in the database. Answers null while there is room, else the
 * whole seconds until the window ends. Refused uses do not count.
 */
export async function countAgainst(tx: Query, limit: Limit, now: Date): Promise<number | null> {
  const time = now.getTime();
  const resetsAt = time + limit.windowMs;
  const { rows } = await sql<{ resets_at: number; count: number }>`
    insert into limits (name, resets_at, count) values (${limit.name}, ${resetsAt}, 1)
    on conflict (name) do update set
      count = case when limits.resets_at <= ${time} then 1 else limits.count + 1 end,
      resets_at = case when limits.resets_at <= ${time} then excluded.resets_at else limits.resets_at end
    where limits.resets_at <= ${time} or limits.count < ${limit.most}
    returning resets_at, count`.execute(tx);
  if (rows.length > 0) return null;
  return secondsUntilReset(tx, limit, time);
}

async function secondsUntilReset(tx: Query, limit: Limit, time: number): Promise<number> {
  const row = await tx
    .selectFrom("limits")
    .select("resets_at")
    .where("name", "=", limit.name)
    .executeTakeFirstOrThrow();
  return secondsUntil(row.resets_at, time);
}

/** How often something was done in its window, this time included. */
export interface Use {
  readonly count: number;
  /** Whole seconds until the window ends. */
  readonly secondsLeft: number;
}

/**
 * Counts one use of each limit, in one statement whatever their number, and answers them in that order.
 * Nothing is refused here: to refuse and have counted nothing, roll the transaction back.
 */
export async function countUses<One extends Limit>(
  tx: Query,
  limits: readonly One[],
  now: Date,
): Promise<(One & Use)[]> {
  const time = now.getTime();
  const uses = limits.map(({ name, windowMs }) => sql`(${name}, ${time + windowMs}, 1)`);
  const { rows } = await sql<LimitRow>`
    insert into limits (name, resets_at, count) values ${sql.join(uses)}
    on conflict (name) do update set
      count = case when limits.resets_at <= ${time} then 1 else limits.count + 1 end,
      resets_at = case when limits.resets_at <= ${time} then excluded.resets_at else limits.resets_at end
    returning name, resets_at, count`.execute(tx);
  return limits.flatMap((limit) => {
    const row = rows.find(({ name }) => name === limit.name);
    if (row === undefined) return [];
    return [{ ...limit, count: row.count, secondsLeft: secondsUntil(row.resets_at, time) }];
  });
}

function secondsUntil(resetsAt: number, time: number): number {
  return Math.max(1, Math.ceil((resetsAt - time) / 1000));
}

/** Looks without counting: the seconds to wait where the limit is used up, else null. */
export async function secondsToWait(db: Query, limit: Limit, now: Date): Promise<number | null> {
  const time = now.getTime();
  const row = await db.selectFrom("limits").selectAll().where("name", "=", limit.name).executeTakeFirst();
  if (row === undefined || row.resets_at <= time || row.count < limit.most) return null;
  return secondsUntil(row.resets_at, time);
}

/** Forgets a limit's uses, for example after a successful sign-in. */
export async function clearLimit(tx: Query, name: string): Promise<void> {
  await tx.deleteFrom("limits").where("name", "=", name).execute();
}

/** Removes windows that have ended; they count for nothing. */
export async function purgeLimits(tx: Query, now: Date): Promise<void> {
  await tx.deleteFrom("limits").where("resets_at", "<=", now.getTime()).execute();
}
