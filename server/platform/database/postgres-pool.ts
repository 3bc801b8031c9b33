import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";

import { DatabaseUnavailable, UnusableText } from "./database.ts";

/** A pool for Kysely whose connections may break at any moment: who asks is told so, and the next ask opens another. */
export function createPool(options: pg.PoolConfig): PostgresPool {
  const pool = new pg.Pool(options);
  // Unheard, the error event of a connection that breaks would end the process. What was under way hears by itself.
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
  let isDoubtful = false;
  const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    try {
      return await run(client, text, values);
    } catch (error) {
      const meaning = meaningOf(error);
      isDoubtful ||= meaning instanceof DatabaseUnavailable;
      throw meaning;
    }
  };
  return {
    query: query as PostgresPoolClient["query"], // Cursors apart, which nobody here asks for.
    release: (destroy) => client.release(destroy === true || isDoubtful),
  };
}

async function run(client: pg.PoolClient, text: string, values: readonly unknown[]): Promise<unknown> {
  try {
    return await client.query(statement(text, values));
  } catch (error) {
    // In a transaction all of it has to be repeated, by whoever began it.
    if (!isStalePlan(error) || client.getTransactionStatus() !== "I") throw error;
    return client.query(text, [...values]);
  }
}

/** The panel's filters can be combined freely, so the list must end somewhere. */
const maxNamedStatements = 500;
const names = new Map<string, string>();

/** With a name it is parsed and planned once per connection. */
function statement(text: string, values: readonly unknown[]): pg.QueryConfig {
  if (values.length === 0) return { text };
  const name = names.get(text) ?? `statement ${names.size}`;
  if (names.size < maxNamedStatements) names.set(text, name);
  return { ...(names.has(text) ? { name } : {}), text, values: [...values] };
}

/**
 * Class 08 connection, 28 sign-in, 53 resources (disk full among them), 57 operator intervention and
 * statement time-out; then: read-only after a failover, idle in a transaction, lock time-out.
 */
const outOfReach = /^(?:08|28|53|57|25006|25P03|55P03)/;

/** Serialisation failure and deadlock. */
const inTheWay = /^40(?:001|P01)$/;

/** character_not_in_repertoire */
const unusableText = "22021";

/** Another transaction was in the way: the same job may succeed when it is repeated. */
export class Conflicted extends DatabaseUnavailable {}

/** What an error of the driver means to whoever asked. */
function meaningOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof TypeError) return error;
  // Whatever the server did not say itself is about the connection to it.
  const code = error instanceof pg.DatabaseError ? (error.code ?? "") : "08";
  if (inTheWay.test(code) || isStalePlan(error))
    return new Conflicted("The database was busy with others", { cause: error });
  if (code === unusableText) return new UnusableText("The text cannot be stored", { cause: error });
  if (outOfReach.test(code)) return new DatabaseUnavailable("The database is out of reach", { cause: error });
  return error;
}

/** A newer version of the server has changed a table since this connection prepared the statement. */
function isStalePlan(error: unknown): boolean {
  return error instanceof Error && error.message.includes("cached plan must not change result type");
}

const { builtins } = pg.types;

/** Reads values the way the SQLite side holds them: ISO instants, plain numbers, JSON as text. */
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
