import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";

import { DatabaseUnavailable } from "./database.ts";
import { isStalePlan, meaningOf } from "./postgres-errors.ts";

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
