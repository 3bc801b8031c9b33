import { Pool } from "pg";

import { createTestDatabase, type TestDatabase } from "./postgres.ts";

interface Reused extends TestDatabase {
  readonly pool: Pool;
  readonly contents: Contents;
}

/** What is in a prepared database. */
interface Contents {
  readonly tables: readonly string[];
  /** The statements that insert all rows. */
  readonly rows: readonly string[];
}

/** Databases whose test is over, as they were prepared. */
const spare: Reused[] = [];

/**
 * A PostgreSQL database with what every installation begins with. `drop` puts it back to that for a later test: the
 * next start takes half the processor's time that it takes over a new copy, whose catalogue nobody has read.
 */
export async function takePreparedDatabase(): Promise<TestDatabase> {
  const database = spare.pop() ?? (await newCopy());
  return {
    url: database.url,
    async drop() {
      try {
        await putBack(database);
        spare.push(database);
      } catch {
        // The test has changed the schema.
        await database.pool.end();
        await database.drop();
      }
    },
  };
}

async function newCopy(): Promise<Reused> {
  const database = await createTestDatabase("prepared");
  const pool = new Pool({ connectionString: database.url, max: 1, allowExitOnIdle: true });
  pool.on("error", () => undefined); // The server is stopped before the process ends.
  return { ...database, pool, contents: await contentsOf(pool) };
}

async function contentsOf(pool: Pool): Promise<Contents> {
  const { rows } = await pool.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  );
  const tables = rows.map(({ name }) => name);
  const inserts = tables.map(async (name) => {
    const all = `select quote_literal(coalesce(json_agg(it), '[]')::text) as json from ${name} as it`;
    const json = (await pool.query<{ json: string }>(all)).rows[0]?.json ?? "'[]'";
    return json === "'[]'"
      ? []
      : [`insert into ${name} select * from json_populate_recordset(null::${name}, ${json})`];
  });
  return { tables, rows: (await Promise.all(inserts)).flat() };
}

async function putBack({ pool, contents: { tables, rows } }: Reused): Promise<void> {
  const deletes = [
    // Close connections that are still open, such as those of a server that a test killed.
    `select pg_terminate_backend(pid, 1000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
    "set session_replication_role = replica", // Triggers and foreign keys rest.
    ...tables.map((name) => `delete from ${name}`),
  ];
  await pool.query(deletes.join(";"));
  const sized = await pool.query<{ names: string | null }>(
    `select string_agg(oid::regclass::text, ', ') as names from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`,
  );
  // In gaps that deleted rows leave, later ones would be stored, and listed, before earlier ones.
  await pool.query(`vacuum ${sized.rows[0]?.names ?? ""}`);
  await pool.query(rows.join(";"));
}
