import { setTimeout as delay } from "node:timers/promises";

import { Kysely, PostgresDialect, sql } from "kysely";
import type pg from "pg";

import {
  type CommandDatabase,
  CommitUnknown,
  type Database,
  DatabaseUnavailable,
  type Query,
} from "./database.ts";
import { isUpToDate, migrate } from "./migrate.ts";
import { PostgresNotifications } from "./postgres-notifications.ts";
import { Conflicted, createPool, postgresTypes } from "./postgres-pool.ts";
import type { Tables } from "./tables.ts";

interface PostgresConfig {
  readonly url: string;
  readonly connections: number;
}

/** In milliseconds. PostgreSQL enforces all but the last, which covers a server that does not respond. */
const timeouts = {
  lock_timeout: 5_000,
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 10_000,
  query_timeout: 15_000,
};

export async function openPostgres({ url, connections }: PostgresConfig): Promise<Database> {
  const queries = connectPostgres(url, { max: connections, ...timeouts });
  if (!(await isUpToDate(queries, "postgres")))
    await withoutTimeouts(url, (alone) => migrate(alone, "postgres"));
  const notifications = new PostgresNotifications(url);
  let writesPending = 0;
  return {
    engine: "postgres",
    reader: queries,
    longReads: queries,
    snapshot: (job) => repeated(() => inSnapshot(queries, job)),
    write(job) {
      writesPending += 1;
      return repeated(() => inTransaction(queries, job)).finally(() => (writesPending -= 1));
    },
    get writesPending() {
      return writesPending;
    },
    isDamaged: false,
    lock: advisoryLock,
    emptyLog: async () => undefined, // PostgreSQL looks after its own log.
    alone: (name, chore) => withChoreLock(queries, name, chore),
    notifications,
    async close() {
      await notifications.close();
      await queries.destroy();
    },
  };
}

export function openPostgresForCommand(url: string): CommandDatabase {
  const queries = connectPostgres(url, { max: 1 });
  return {
    engine: "postgres",
    reader: queries,
    snapshot: (job) => repeated(() => inSnapshot(queries, job)),
    write: (job) => repeated(() => inTransaction(queries, job)),
    lock: advisoryLock,
    emptyLog: async () => undefined,
    close: () => queries.destroy(),
  };
}

/** Statements have no time-outs on this connection. */
export async function withoutTimeouts<Result>(
  url: string,
  work: (queries: Query) => Promise<Result>,
): Promise<Result> {
  const queries = connectPostgres(url, { max: 1 });
  try {
    return await work(queries);
  } finally {
    await queries.destroy();
  }
}

/** Returns values as SQLite does. Statements have no time-outs. */
function connectPostgres(url: string, options: pg.PoolConfig): Query {
  const pool = createPool({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true, // A start that fails ends at once.
    keepAlive: true,
    application_name: "quadkea",
    types: postgresTypes,
    ...options,
  });
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

const attemptsMax = 5;
const pauseMs = 20;

/** Repeats a transaction that conflicted with another one, after a pause of random length. */
async function repeated<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!(error instanceof Conflicted) || attempt === attemptsMax) throw error;
      await delay(Math.random() * pauseMs * attempt);
    }
  }
}

function inSnapshot<Result>(queries: Query, job: (db: Query) => Promise<Result>): Promise<Result> {
  const transaction = queries.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
  return transaction.execute(job);
}

async function inTransaction<Result>(queries: Query, job: (tx: Query) => Promise<Result>): Promise<Result> {
  const progress = { commits: false };
  try {
    return await queries.transaction().execute(async (tx) => {
      const result = await job(tx);
      progress.commits = true;
      return result;
    });
  } catch (error) {
    if (progress.commits && error instanceof DatabaseUnavailable && !(error instanceof Conflicted))
      throw new CommitUnknown("The commit was not confirmed", { cause: error });
    throw error;
  }
}

async function advisoryLock(tx: Query, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/** The lock is held by a connection of its own until the chore ends, or the connection breaks. */
function withChoreLock(queries: Query, name: string, chore: () => Promise<void>): Promise<void> {
  const key = sql`hashtextextended(${`chore ${name}`}, 0)`;
  return queries.connection().execute(async (connection) => {
    const attempt = sql<{ isOurs: boolean }>`select pg_try_advisory_lock(${key}) as "isOurs"`;
    const { rows } = await attempt.execute(connection);
    if (rows[0]?.isOurs !== true) return;
    try {
      await chore();
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection);
    }
  });
}
