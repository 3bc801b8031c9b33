import { Kysely, PostgresDialect, sql } from "kysely";
import type pg from "pg";

import type { Database, Query } from "./database.ts";
import { migrate } from "./migrate.ts";
import { PostgresNotifications } from "./postgres-notifications.ts";
import { createPool } from "./postgres-pool.ts";
import { advisoryLock, inTransaction, withChoreLock } from "./postgres-transactions.ts";
import { postgresTypes } from "./postgres-types.ts";
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
