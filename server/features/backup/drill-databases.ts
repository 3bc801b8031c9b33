import { randomUUID } from "node:crypto";

import pg from "pg";

/**
 * The databases that drills make on a PostgreSQL server. Each holds a full copy of all personal data, so
 * one whose process was killed must not stay. PostgreSQL keeps no time of creation: it stands in the
 * database's comment, by the PostgreSQL server's own clock.
 */
const namePattern = /^quadkea_drill_[0-9a-f]{32}$/;
const begun = "QuadKea drill, begun ";
const abandonedAfterMs = 60 * 60_000;
const connectTimeoutMs = 5000;

/** Makes an empty database and returns its name. `serverUrl` names any database of that server. */
export function createDrillDatabase(serverUrl: string): Promise<string> {
  return onServer(serverUrl, async (server) => {
    const name = `quadkea_drill_${randomUUID().replaceAll("-", "")}`;
    await server.query(`create database ${name}`);
    await mark(server, name, await timeOf(server));
    return name;
  });
}

/** Drops the database of one drill, whoever is connected to it. */
export function dropDrillDatabase(serverUrl: string, name: string): Promise<void> {
  return onServer(serverUrl, async (server) => {
    await server.query(`drop database if exists ${name} with (force)`);
  });
}

/** What was found of earlier drills: names that were dropped, and those that could not be. */
export interface Leftovers {
  readonly dropped: readonly string[];
  readonly failed: readonly { readonly name: string; readonly problem: string }[];
}

/**
 * Drops what drills of an hour ago or more left behind. One that somebody is connected to is in use and
 * stays. One without a time, from before there was one, gets the present time and goes an hour later.
 */
export function dropAbandonedDrills(serverUrl: string): Promise<Leftovers> {
  return onServer(serverUrl, async (server) => {
    const now = await timeOf(server);
    const [dropped, failed] = [new Array<string>(), new Array<Leftovers["failed"][number]>()];
    for (const { name, since } of await drillDatabases(server)) {
      try {
        if (since === null) await mark(server, name, now);
        // A time that is yet to come was never ours: it would keep the database for ever.
        else if (Math.abs(now.getTime() - since) > abandonedAfterMs && (await drop(server, name)))
          dropped.push(name);
      } catch (error) {
        failed.push({ name, problem: error instanceof Error ? error.message : String(error) });
      }
    }
    return { dropped, failed };
  });
}

async function onServer<Result>(
  serverUrl: string,
  work: (server: pg.Client) => Promise<Result>,
): Promise<Result> {
  const server = new pg.Client({
    connectionString: serverUrl,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: "quadkea drill",
  });
  await server.connect();
  try {
    return await work(server);
  } finally {
    await server.end();
  }
}

interface DrillDatabase {
  readonly name: string;
  /** When its drill began (Unix time in milliseconds); null if nobody has noted it. */
  readonly since: number | null;
}

async function drillDatabases(server: pg.Client): Promise<DrillDatabase[]> {
  const { rows } = await server.query<{ name: string; comment: string | null }>(
    `select datname as name, shobj_description(oid, 'pg_database') as comment
     from pg_database where datname like 'quadkea\\_drill\\_%'`,
  );
  return rows.flatMap(({ name, comment }) => {
    if (!namePattern.test(name)) return [];
    const since = Date.parse(comment?.startsWith(begun) === true ? comment.slice(begun.length) : "");
    return [{ name, since: Number.isNaN(since) ? null : since }];
  });
}

async function timeOf(server: pg.Client): Promise<Date> {
  const { rows } = await server.query<{ now: Date }>("select clock_timestamp() as now");
  return rows[0]?.now ?? new Date();
}

async function mark(server: pg.Client, name: string, time: Date): Promise<void> {
  await server.query(`comment on database ${name} is '${begun}${time.toISOString()}'`);
}

const objectInUse = "55006";

/** False if somebody is connected to it. */
async function drop(server: pg.Client, name: string): Promise<boolean> {
  try {
    await server.query(`drop database if exists ${name}`);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === objectInUse) return false;
    throw error;
  }
}
