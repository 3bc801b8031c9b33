import { setTimeout as delay } from "node:timers/promises";

import { Kysely, PostgresDialect, sql } from "kysely";
import type pg from "pg";

import { CommitUnknown, type Database, DatabaseUnavailable, type Query } from "./database.ts";
import { migrate } from "./migrate.ts";
import { PostgresNotifications } from "./postgres-notifications.ts";
import { Conflicted, createPool, postgresTypes } from "./postgres-pool.ts";
import type { Tables } from "./tables.ts";

/** Where the database is, and how many connections this instance may hold for its queries. */
export interface PostgresConfig {
  readonly url: string;
  readonly connections: number;
}

/** In milliseconds; the last one is ours, for a server that does not answer at all. */
const timeouts = {
  lock_timeout: 5_000,
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 10_000,
  query_timeout: 15_000,
};

/** Opens a pool and brings the schema up to date. `url` names one database. */
export async function openPostgres({ url, connections }: PostgresConfig): Promise<Database> {
  // However many instances start at once: they wait for an advisory lock.
  await takingItsTime(url, (queries) => migrate(queries, "postgres"));
  const queries = connectPostgres(url, { max: connections, ...timeouts });
  const notifications = new PostgresNotifications(url);
  let writesPending = 0;
  return {
    engine: "postgres",
    reader: queries,
    longReads: queries,
    write(job) {
      writesPending += 1;
      return inTransaction(queries, job).finally(() => (writesPending -= 1));
    },
    get writesPending() {
      return writesPending;
    },
    hasRoom: true,
    keepRoom: async () => undefined, // Its disk is looked after by the database server.
    lock: advisoryLock,
    scrub: () => takingItsTime(url, vacuumPostgres),
    alone: (name, chore) => withChoreLock(queries, name, chore),
    notifications,
    async close() {
      await notifications.close();
      await queries.destroy();
    },
  };
}

/** On a connection without time-outs. */
async function takingItsTime(url: string, work: (queries: Query) => Promise<void>): Promise<void> {
  const queries = connectPostgres(url, { max: 1 });
  try {
    await work(queries);
  } finally {
    await queries.destroy();
  }
}

/** A pool with our ways of reading values; commands beside the server need no more. */
export function connectPostgres(url: string, options: pg.PoolConfig): Query {
  const pool = createPool({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: "quadkea",
    types: postgresTypes,
    ...options,
  });
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** Frees the space of deleted rows for others. When it is overwritten is up to PostgreSQL and its log. */
export async function vacuumPostgres(queries: Query): Promise<void> {
  const tables = await queries.introspection.getTables();
  await sql`vacuum ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(queries);
}

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
function withChoreLock(queries: Query, name: string, chore: () => Promise<void>): Promise<void> {
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
