import { setTimeout as delay } from "node:timers/promises";

import { sql } from "kysely";

import { CommitUnknown, DatabaseUnavailable, type Query } from "./database.ts";
import { Conflicted } from "./postgres-errors.ts";

const triesAtMost = 5;
const pauseMs = 20;

/** A job whose transaction met another one is repeated; pauses of random length keep them apart. */
export async function inTransaction<Result>(
  queries: Query,
  job: (tx: Query) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await inOneTransaction(queries, job);
    } catch (error) {
      if (!(error instanceof Conflicted) || tries === triesAtMost) throw error;
      await delay(Math.random() * pauseMs * tries);
    }
  }
}

async function inOneTransaction<Result>(
  queries: Query,
  job: (tx: Query) => Promise<Result>,
): Promise<Result> {
  const progress = { isDone: false };
  try {
    return await queries.transaction().execute(async (tx) => {
      const result = await job(tx);
      progress.isDone = true;
      return result;
    });
  } catch (error) {
    if (progress.isDone && error instanceof DatabaseUnavailable && !(error instanceof Conflicted))
      throw new CommitUnknown("The commit was not confirmed", { cause: error });
    throw error;
  }
}

/** Held until the transaction ends. */
export async function advisoryLock(tx: Query, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/** Held by a connection of its own until the chore ends; a connection that breaks lets go of it. */
export function withChoreLock(queries: Query, name: string, chore: () => Promise<void>): Promise<void> {
  const key = sql`hashtextextended(${`chore ${name}`}, 0)`;
  return queries.connection().execute(async (connection) => {
    const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${key}) as got`.execute(
      connection,
    );
    if (rows[0]?.got !== true) return;
    try {
      await chore();
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection);
    }
  });
}
