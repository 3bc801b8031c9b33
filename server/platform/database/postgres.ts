import { setTimeout as delay } from "node:timers/promises";

import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from "kysely";
import pg from "pg";

import {
  type CommandDatabase,
  CommitUnknown,
  type Database,
  DatabaseFull,
  DatabaseUnavailable,
  type Query,
  UnusableText,
  withRoom,
} from "./database.ts";
import { migrate, needsMigration } from "./migrate.ts";
import { PostgresNotifications } from "./postgres-notifications.ts";
import { checkSurroundings } from "./postgres-surroundings.ts";
import { postgresTypes } from "./postgres-values.ts";
import type { Tables } from "./tables.ts";

interface PostgresConfig {
  readonly url: string;
  readonly connections: number;
}

/** Time-outs of the server's connections, in milliseconds. Commands and migrations have none. */
const timeouts = { lock: 5_000, statement: 10_000, idle_in_transaction_session: 10_000 };
const noTimeouts = { lock: 0, statement: 0, idle_in_transaction_session: 0 };
/** For a server that does not respond at all. */
const queryTimeoutMs = 15_000;

export async function openPostgres(config: PostgresConfig, onFull = () => {}): Promise<Database> {
  const { url, connections } = config;
  const queries = connectPostgres(url, { max: connections, query_timeout: queryTimeoutMs }, timeouts);
  await checkSurroundings(queries, String(timeouts.statement)).catch(async (error: unknown) => {
    await queries.destroy();
    throw error;
  });
  if (await needsMigration(queries, "postgres")) {
    const patient = connectPostgres(url, { max: 1 });
    try {
      await migrate(patient, "postgres");
    } finally {
      await patient.destroy();
    }
  }
  const notifications = new PostgresNotifications(url);
  let writesPending = 0;
  const write: Database["write"] = (job) => {
    writesPending += 1;
    const transact = () => repeated(() => inTransaction(queries, job));
    return withRoom(onFull, transact).finally(() => (writesPending -= 1));
  };
  return {
    engine: "postgres",
    reader: queries,
    longReads: queries,
    snapshot: (job) => repeated(() => inSnapshot(queries, job)),
    write,
    writePassing: write,
    get writesPending() {
      return writesPending;
    },
    isDamaged: false,
    lock: advisoryLock,
    emptyLog: async () => true, // PostgreSQL looks after its own log.
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
    emptyLog: async () => true,
    close: () => queries.destroy(),
  };
}

/** Returns values as SQLite does. */
function connectPostgres(url: string, options: pg.PoolConfig, limits = noTimeouts): Query {
  const settings = Object.entries(limits).map(([name, ms]) => `set ${name}_timeout = ${ms}`);
  // The pool waits for the promise, though its types do not say so.
  const onConnect = (client: pg.ClientBase): unknown => client.query(settings.join("; "));
  const pool = createPool({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true, // A start that fails ends at once.
    keepAlive: true,
    application_name: "quadkea",
    types: postgresTypes,
    // Set by statements, because poolers refuse connection parameters or drop them silently.
    onConnect,
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
    const isDefinite = error instanceof Conflicted || error instanceof DatabaseFull;
    if (progress.commits && error instanceof DatabaseUnavailable && !isDefinite)
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

/** Survives broken connections: the caller gets an error, the next query reconnects. */
function createPool(options: pg.PoolConfig): PostgresPool {
  const pool = new pg.Pool(options);
  // An "error" event without a listener would end the process. Queries in flight reject anyway.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return {
    options,
    end: () => pool.end(),
    connect: () =>
      pool.connect().then(guarded, (error: unknown) => {
        throw meaningOf(error);
      }),
  };
}

function guarded(client: pg.PoolClient): PostgresPoolClient {
  let isBroken = false;
  const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    try {
      return await run(client, text, values);
    } catch (error) {
      const meaning = meaningOf(error);
      isBroken ||= meaning instanceof DatabaseUnavailable;
      throw meaning;
    }
  };
  return {
    query: query as PostgresPoolClient["query"], // Without cursors, which are not used here.
    release: (destroy) => client.release(destroy === true || isBroken),
  };
}

async function run(client: pg.PoolClient, text: string, values: readonly unknown[]): Promise<unknown> {
  try {
    return await client.query(statement(text, values));
  } catch (error) {
    // A transaction has to be repeated as a whole, by its caller.
    if (!isStalePlan(error) || client.getTransactionStatus() !== "I") throw error;
    return client.query(text, [...values]);
  }
}

const maxNamedStatements = 500;
const names = new Map<string, string>();

/** With a name, a statement is parsed and planned once per connection. */
function statement(text: string, values: readonly unknown[]): pg.QueryConfig {
  if (values.length === 0) return { text };
  const name = names.get(text) ?? `statement ${names.size}`;
  if (names.size < maxNamedStatements) names.set(text, name);
  return { ...(names.has(text) ? { name } : {}), text, values: [...values] };
}

/** 08 connection, 28 sign-in, 53 resources, 57 operator; read-only, idle in transaction, lock time-out. */
const unavailable = /^(?:08|28|53|57|25006|25P03|55P03)/;

const conflict = /^40(?:001|P01)$/; // Serialisation failure and deadlock.

const unusableText = "22021"; // character_not_in_repertoire

class Conflicted extends DatabaseUnavailable {}

function meaningOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof TypeError) return error;
  // An error that PostgreSQL did not send is about the connection.
  const code = error instanceof pg.DatabaseError ? (error.code ?? "") : "08";
  if (conflict.test(code) || isStalePlan(error))
    return new Conflicted("The database was busy with other transactions", { cause: error });
  if (code === unusableText) return new UnusableText("The text cannot be stored", { cause: error });
  if (code === "53100") return new DatabaseFull("The database's disk is full", { cause: error });
  if (unavailable.test(code))
    return new DatabaseUnavailable("The database is out of reach", { cause: error });
  return error;
}

/** A newer version of our server has changed a table since this connection prepared the statement. */
function isStalePlan(error: unknown): boolean {
  return error instanceof Error && error.message.includes("cached plan must not change result type");
}
