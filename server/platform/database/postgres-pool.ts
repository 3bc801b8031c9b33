import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";

import { DatabaseUnavailable, UnusableText } from "./database.ts";

/** Survives broken connections: the caller gets an error, the next query reconnects. */
export function createPool(options: pg.PoolConfig): PostgresPool {
  const pool = new pg.Pool(options);
  // Without a listener, "error" would end the process. Queries in flight reject anyway.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return {
    options,
    end: () => pool.end(),
    async connect() {
      try {
        return guarded(await pool.connect());
      } catch (error) {
        throw meaningOf(error);
      }
    },
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

export class Conflicted extends DatabaseUnavailable {}

function meaningOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof TypeError) return error;
  // An error that PostgreSQL did not send is about the connection.
  const code = error instanceof pg.DatabaseError ? (error.code ?? "") : "08";
  if (conflict.test(code) || isStalePlan(error))
    return new Conflicted("The database was busy with other transactions", { cause: error });
  if (code === unusableText) return new UnusableText("The text cannot be stored", { cause: error });
  if (unavailable.test(code))
    return new DatabaseUnavailable("The database is out of reach", { cause: error });
  return error;
}

/** A newer version of our server has changed a table since this connection prepared the statement. */
function isStalePlan(error: unknown): boolean {
  return error instanceof Error && error.message.includes("cached plan must not change result type");
}

const { builtins } = pg.types;

/** Returns values as SQLite does: ISO instants, plain numbers, JSON as text. */
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString()],
  [builtins.NUMERIC, Number],
  [builtins.INT8, Number],
  [builtins.JSONB, (text) => (text === "[]" ? text : JSON.stringify(JSON.parse(text)))],
]);

// The library types its parsers as returning anything.
const standardParser: (oid: number) => (text: string) => unknown = pg.types.getTypeParser;

export const postgresTypes = {
  getTypeParser: (oid: number) => parsers.get(oid) ?? ((text: string) => standardParser(oid)(text)),
};
