import { Pool, type QueryResult } from "pg";

import { createTestDatabase, type TestDatabase } from "./postgres.ts";

interface Reused extends TestDatabase {
  readonly pool: Pool;
}

/** Databases whose test is over, as they were prepared. */
const spare: Reused[] = [];

/** Beyond this, dead rows would slow down the tests that follow. */
const mostRows = 2000;

/**
 * A PostgreSQL database with what every installation begins with. `drop` puts it back to that for a later test: the
 * next start takes half the processor's time that it takes over a new copy, whose catalogue nobody has read.
 */
export async function takePreparedDatabase(): Promise<TestDatabase> {
  const database = spare.pop() ?? (await newCopy());
  return {
    url: database.url,
    async drop() {
      // It fails if the test has changed the schema.
      const rows = await putBack(database.pool).catch(() => Infinity);
      if (rows <= mostRows) return void spare.push(database);
      await database.pool.end();
      await database.drop();
    },
  };
}

async function newCopy(): Promise<Reused> {
  const database = await createTestDatabase("prepared");
  const pool = new Pool({ connectionString: database.url, max: 1, allowExitOnIdle: true });
  pool.on("error", () => undefined); // The server is stopped before the process ends.
  contents ??= contentsOf(pool);
  await contents;
  return { ...database, pool };
}

/** The statements that make all tables of a prepared database as they were. */
let contents: Promise<string> | undefined;

async function contentsOf(pool: Pool): Promise<string> {
  const tables = await pool.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  );
  const names = tables.rows.map(({ name }) => name);
  const rows = await Promise.all(
    names.map(async (name) => {
      const all = `select quote_literal(coalesce(json_agg(it), '[]')::text) as json from ${name} as it`;
      const json = (await pool.query<{ json: string }>(all)).rows[0]?.json ?? "";
      return `insert into ${name} select * from json_populate_recordset(null::${name}, ${json})`;
    }),
  );
  return [
    // Whoever is still connected, such as a server that a test has killed.
    `select pg_terminate_backend(pid, 1000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
    "set session_replication_role = replica", // Triggers and foreign keys rest.
    ...names.map((name) => `delete from ${name}`),
    ...rows.filter((statement) => !statement.includes("'[]'")),
  ].join(";\n");
}

/** Returns how many rows it deleted. */
async function putBack(pool: Pool): Promise<number> {
  const statements = await contents;
  // The library's types know only one statement in a query.
  const results = (await pool.query(statements ?? "")) as unknown as readonly QueryResult[];
  const counts = results.map(({ command, rowCount }) => (command === "DELETE" ? (rowCount ?? 0) : 0));
  return counts.reduce((sum, count) => sum + count, 0);
}
