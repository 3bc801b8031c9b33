import { sql } from "kysely";

import { DatabaseUnfit, type Query } from "./database.ts";

interface Surroundings {
  readonly encoding: string;
  readonly timeout: string;
}

/** Throws `DatabaseUnfit` unless PostgreSQL keeps every text, each connection its session, and statements end after `timeout` ms. */
export async function checkSurroundings(queries: Query, timeout: string): Promise<void> {
  if (await sharesSessions(queries)) throw new DatabaseUnfit(pooled);
  const { rows } = await sql<Surroundings>`select current_setting('server_encoding') as encoding,
    (select setting from pg_settings where name = 'statement_timeout') as timeout`.execute(queries);
  const [found] = rows;
  if (found?.encoding !== "UTF8") throw new DatabaseUnfit(notUtf8(found?.encoding ?? "unknown"));
  if (found.timeout !== timeout) throw new DatabaseUnfit(pooled);
}

const pooled =
  "DATABASE_URL leads to a pooler that gives each transaction another session, where locks and time-outs don't " +
  "hold and every form would fail. Connect to PostgreSQL directly, or use the pooler's session mode.";

const notUtf8 = (encoding: string) =>
  `The database is in ${encoding}: names with macrons would get lost, and searches fail. It must be in UTF8. Make another ` +
  "one, and move there what is in this one: create database quadkea owner quadkea encoding 'UTF8' template template0";

/** In a pooler's transaction mode, the next one who asks gets the session that an idle connection had. */
function sharesSessions(queries: Query): Promise<boolean> {
  return queries.connection().execute(async (first) => {
    const session = await sessionOf(first);
    return queries
      .transaction()
      .execute(
        async (second) => (await sessionOf(second)) === session || (await sessionOf(first)) !== session,
      );
  });
}

async function sessionOf(connection: Query): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection);
  return rows[0]?.pid;
}
