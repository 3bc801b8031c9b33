import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";

import type { ReadThread } from "./read-thread.ts";
import type { Tables } from "./tables.ts";

/** Kysely over a thread that reads. There are no transactions: each query sees what is committed when it runs. */
export function kyselyInThread(thread: ReadThread): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => new ReadDriver(thread),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
  });
}

class ReadDriver implements Driver {
  readonly #thread: ReadThread;

  constructor(thread: ReadThread) {
    this.#thread = thread;
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => ({
        rows: (await this.#thread.all(sql, parameters)) as Row[], // As with every driver: the query says what they are.
      }),
      streamQuery: () => {
        throw new Error("Read page by page instead");
      },
    };
  }

  async init(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  beginTransaction = onlyReads;
  commitTransaction = onlyReads;
  rollbackTransaction = onlyReads;

  destroy(): Promise<void> {
    return this.#thread.close();
  }
}

async function onlyReads(): Promise<void> {
  throw new Error("This connection only reads");
}
