import { sql } from "kysely";

import { submissions } from "#domain/forms/submissions.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { ClockRow } from "#server/platform/database/tables.ts";

export async function readClock(db: Query): Promise<ClockRow | null> {
  return (await db.selectFrom("clock").selectAll().executeTakeFirst()) ?? null;
}

export async function beginClock(tx: Query, trustedAt: Date): Promise<void> {
  const row: ClockRow = {
    id: 1,
    trusted_at: trustedAt.toISOString(),
    latest_at: trustedAt.toISOString(),
    confirmed_at: null,
    doubted_at: null,
    steady_ms: 0,
  };
  await tx
    .insertInto("clock")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export type ClockChange = Pick<ClockRow, "trusted_at" | "doubted_at" | "steady_ms">;

/** False if the row has changed since it was read. */
export async function changeClock(tx: Query, read: ClockRow, change: ClockChange): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("clock")
    .set({ ...change, latest_at: laterOf(read.latest_at, change.trusted_at) })
    .where("trusted_at", "=", read.trusted_at)
    .where("steady_ms", "=", read.steady_ms)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function confirmClock(tx: Query, now: Date): Promise<void> {
  await beginClock(tx, now);
  const instant = now.toISOString();
  const change = { trusted_at: instant, confirmed_at: instant, doubted_at: null, steady_ms: 0 };
  await tx.updateTable("clock").set(change).execute();
  await tx.updateTable("clock").set({ latest_at: instant }).where("latest_at", "<", instant).execute();
}

function laterOf(one: string, other: string): string {
  return one > other ? one : other;
}

/** Returns the latest instant before `now` at which the installation is known to have worked; null for a new one. */
export async function latestInstant(db: Query, now: Date): Promise<Date | null> {
  const until = now.toISOString();
  const seen: (string | null)[] = [];
  const places = [
    ["chores", "started_at"],
    ["chores", "done_at"],
    ["attempts", "updated_at"],
    ...submissions.map(({ table }) => [table, "created_at"] as const),
  ] as const;
  for (const [table, column] of places) {
    const { rows } = await sql<{ latest: string | null }>`
      select max(${sql.ref(column)}) as latest from ${sql.table(table)}
      where ${sql.ref(column)} <= ${until}`.execute(db);
    seen.push(rows[0]?.latest ?? null);
  }
  const latest = Math.max(...seen.flatMap((instant) => (instant === null ? [] : [Date.parse(instant)])));
  return Number.isFinite(latest) ? new Date(latest) : null;
}
