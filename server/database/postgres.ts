import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";

import { type Database, DatabaseUnavailable, type Query } from "./database.ts";
import { migrate } from "./migrate.ts";
import type { Tables } from "./tables.ts";

const { builtins } = pg.types;

/** Reads values the way the SQLite side holds them: ISO instants, plain numbers, JSON as text. */
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString()],
  [builtins.NUMERIC, Number],
  [builtins.INT8, Number],
  [builtins.JSONB, (text) => text],
]);

function parserFor(oid: number): (text: string) => unknown {
  return parsers.get(oid) ?? ((text) => standardParser(oid)(text));
}

// The library types its parsers as returning anything.
const standardParser: (oid: number) => (text: string) => unknown = pg.types.getTypeParser;

/** Opens a pool and brings the schema up to date. `url` names one database. */
export async function openPostgres(url: string): Promise<Database> {
  const queries = connectPostgres(url, { max: 10, statement_timeout: 10_000 });
  await migrate(queries, "postgres");
  return {
    engine: "postgres",
    reader: queries,
    write: (job) => inTransaction(queries, job),
    hasRoom: true,
    keepRoom: async () => undefined, // Its disk is looked after by the database server.
    lock: advisoryLock,
    scrub: () => vacuumPostgres(queries),
    close: () => queries.destroy(),
  };
}

/** A pool with our ways of reading values; commands beside the server need no more. */
export function connectPostgres(url: string, options: pg.PoolConfig): Query {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    application_name: "quadkea",
    types: { getTypeParser: parserFor },
    ...options,
  });
  // An idle connection that breaks is replaced by the pool; unheard, the event would end the process.
  pool.on("error", () => undefined);
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** Frees the space of deleted rows for others. When it is overwritten is up to PostgreSQL and its log. */
export function vacuumPostgres(queries: Query): Promise<void> {
  return queries.connection().execute(async (connection) => {
    const tables = await connection.introspection.getTables();
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`vacuum ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(connection);
    await sql`reset statement_timeout`.execute(connection);
  });
}

async function inTransaction<Result>(queries: Query, job: (tx: Query) => Promise<Result>): Promise<Result> {
  try {
    return await queries.transaction().execute(job);
  } catch (error) {
    throw isUnavailable(error)
      ? new DatabaseUnavailable("The database is out of reach", { cause: error })
      : error;
  }
}

/** Held until the transaction ends. */
async function advisoryLock(tx: Query, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

// Class 08 connection, 53 resources (disk full among them), 57 operator intervention; no class: the socket broke.
const unavailableClass = /^(08|53|57)/;

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return unavailableClass.test(code) || /^E[A-Z]+$/.test(code) || /timeout|terminated/i.test(error.message);
}
