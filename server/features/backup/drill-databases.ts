import { randomUUID } from "node:crypto";
import { dirname } from "node:path";

import pg from "pg";

import { hourMs } from "#domain/durations.ts";
import { type Config, sqliteFileIn } from "#server/platform/config/config.ts";
import { removeAbandonedScratch } from "#server/platform/files/scratch-folder.ts";
import type { Log } from "#server/platform/observability/log.ts";

import { BadBackup } from "./backup-format.ts";
import type { RestoreTarget } from "./restore-backup.ts";

/**
 * Drills on PostgreSQL create databases with a full copy of all personal data, which must not outlive a
 * killed process. PostgreSQL keeps no time of creation, so the database's comment has it, by the PostgreSQL
 * server's own clock.
 */
const namePattern = /^quadkea_drill_[0-9a-f]{32}$/;
const begun = "QuadKea drill, begun ";
const abandonedAfterMs = hourMs;
const connectTimeoutMs = 5000;
/** Creating or dropping a database may wait for a checkpoint. */
const queryTimeoutMs = 60_000;

/** Runs `work` with an SQLite file in `dataDir`, or with a PostgreSQL database that it drops afterwards. */
export async function withSpareDatabase<Result>(
  config: Config,
  dataDir: string,
  work: (target: RestoreTarget) => Promise<Result>,
): Promise<Result> {
  if (config.database.engine === "sqlite") {
    return work({ dataDir, database: { engine: "sqlite", file: sqliteFileIn(dataDir) } });
  }
  const { drillDatabaseUrl } = config.backup;
  if (drillDatabaseUrl === null) {
    throw new BadBackup("A drill needs DRILL_DATABASE_URL, a server where it may create a database.");
  }
  await dropAbandonedDrills(drillDatabaseUrl);
  const name = await createDrillDatabase(drillDatabaseUrl);
  try {
    const url = new URL(drillDatabaseUrl);
    url.pathname = name;
    return await work({ dataDir, database: { ...config.database, url: url.href } });
  } finally {
    await dropDrillDatabase(drillDatabaseUrl, name);
  }
}

/** What killed backups, drills and restores left in clear: folders of this instance, and databases of drills. */
export async function removeAbandonedCopies(config: Config, log: Log): Promise<void> {
  for (const folder of foldersWithScratch(config)) await removeAbandonedScratch(folder);
  await removeAbandonedDrills(config, log);
}

/** A restore unpacks beside the database; all else is unpacked in DATA_DIR. */
function foldersWithScratch({ dataDir, database }: Config): Set<string> {
  return new Set(database.engine === "sqlite" ? [dataDir, dirname(database.file)] : [dataDir]);
}

async function removeAbandonedDrills({ backup }: Config, log: Log): Promise<void> {
  if (backup.drillDatabaseUrl === null) return;
  const { dropped, failed } = await dropAbandonedDrills(backup.drillDatabaseUrl);
  if (dropped.length > 0) log.warn({ dropped }, "databases of abandoned drills removed");
  if (failed.length > 0) log.error({ failed }, "databases of abandoned drills cannot be removed");
}

/** Creates an empty database and returns its name. `serverUrl` names any database of that server. */
function createDrillDatabase(serverUrl: string): Promise<string> {
  return onServer(serverUrl, async (server) => {
    const name = `quadkea_drill_${randomUUID().replaceAll("-", "")}`;
    await server.query(`create database ${name}`);
    await mark(server, name, await timeOf(server));
    return name;
  });
}

/** Drops the database of one drill, even if a client is connected to it. */
function dropDrillDatabase(serverUrl: string, name: string): Promise<void> {
  return onServer(serverUrl, async (server) => {
    await server.query(`drop database if exists ${name} with (force)`);
  });
}

interface Leftovers {
  readonly dropped: readonly string[];
  readonly failed: readonly { readonly name: string; readonly problem: string }[];
}

/** Drops unused databases over an hour old. One without a time, from an old version, is given the current time. */
function dropAbandonedDrills(serverUrl: string): Promise<Leftovers> {
  return onServer(serverUrl, async (server) => {
    const now = await timeOf(server);
    const [dropped, failed] = [new Array<string>(), new Array<Leftovers["failed"][number]>()];
    for (const { name, since } of await drillDatabases(server)) {
      try {
        if (since === null) await mark(server, name, now);
        // A time in the future, from a wrong clock, must not keep the database.
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
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    application_name: "quadkea drill",
  });
  // Without a listener, a connection that breaks would end the process. Its query fails anyway.
  server.on("error", () => undefined);
  await server.connect();
  try {
    return await work(server);
  } finally {
    await server.end();
  }
}

interface DrillDatabase {
  readonly name: string;
  /** When its drill began (Unix time in milliseconds); null if that was not noted. */
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

/** Returns false if a client is connected to it. */
async function drop(server: pg.Client, name: string): Promise<boolean> {
  try {
    await server.query(`drop database if exists ${name}`);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === objectInUse) return false;
    throw error;
  }
}
