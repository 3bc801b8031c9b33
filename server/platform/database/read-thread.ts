import { Worker } from "node:worker_threads";

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

import { DatabaseUnavailable } from "./database.ts";
import type { Tables } from "./tables.ts";

export interface ReadWorkerData {
  readonly file: string;
  readonly busyTimeoutMs: number;
}

export interface ReadRequest {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export type ReadResponse =
  | { readonly id: number; readonly rows: unknown[] }
  | { readonly id: number; readonly problem: string };

interface WaitingQuery {
  readonly resolve: (rows: unknown[]) => void;
  readonly reject: (error: Error) => void;
  readonly deadline: NodeJS.Timeout;
}

const defaultDeadlineMs = 10_000; // Equals the limit of a statement on PostgreSQL (postgres.ts).
const workerFile = new URL("./read-worker.ts", import.meta.url);

/** In a worker thread, as node:sqlite blocks its thread. It starts with the first query. */
export class ReadThread {
  readonly #data: ReadWorkerData;
  readonly #deadlineMs: number;
  readonly #onProblem: (error: Error) => void;
  readonly #waiting = new Map<number, WaitingQuery>();
  #worker: Worker | null = null;
  #lastId = 0;

  constructor(
    data: ReadWorkerData,
    deadlineMs = defaultDeadlineMs,
    onProblem: (error: Error) => void = () => {},
  ) {
    this.#onProblem = onProblem;
    this.#data = data;
    this.#deadlineMs = deadlineMs;
  }

  /** Rejects with `DatabaseUnavailable` after the deadline, which includes the wait for earlier queries. */
  all(sql: string, parameters: readonly unknown[]): Promise<unknown[]> {
    const worker = (this.#worker ??= this.#start());
    const id = (this.#lastId += 1);
    const request: ReadRequest = { id, sql, parameters };
    return new Promise((resolve, reject) => {
      const deadline = setTimeout(
        () => this.#giveUp(worker, "A query took too long"),
        this.#deadlineMs,
      ).unref();
      this.#waiting.set(id, { resolve, reject, deadline });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Only windows have origins.
      worker.postMessage(request);
    });
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    this.#giveUp(worker, "The database is closed");
    await worker.terminate();
  }

  #start(): Worker {
    const worker = new Worker(workerFile, { workerData: this.#data, execArgv: [] });
    worker.unref();
    worker.on("message", (response: ReadResponse) => this.#settle(response));
    worker.on("error", ({ message }: Error) => this.#giveUp(worker, message));
    worker.on("exit", () => this.#giveUp(worker, "The reading thread has ended"));
    return worker;
  }

  #settle(response: ReadResponse): void {
    const waiting = this.#waiting.get(response.id);
    if (waiting === undefined) return;
    this.#waiting.delete(response.id);
    clearTimeout(waiting.deadline);
    if ("rows" in response) return waiting.resolve(response.rows);
    const problem = new Error(response.problem);
    this.#onProblem(problem);
    waiting.reject(problem);
  }

  /** Rejects all waiting queries. The next one starts another thread, as this one may be busy for long. */
  #giveUp(worker: Worker, message: string): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const { reject, deadline } of this.#waiting.values()) {
      clearTimeout(deadline);
      reject(new DatabaseUnavailable(message));
    }
    this.#waiting.clear();
    void worker.terminate();
  }
}

/** No transactions: each query sees what is committed when it runs. */
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
        rows: (await this.#thread.all(sql, parameters)) as Row[], // As with every driver, the query determines their type.
      }),
      streamQuery: () => {
        throw new Error("Read page by page instead");
      },
    };
  }

  async init(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  beginTransaction = refuse;
  commitTransaction = refuse;
  rollbackTransaction = refuse;

  destroy(): Promise<void> {
    return this.#thread.close();
  }
}

async function refuse(): Promise<void> {
  throw new Error("This connection is read-only");
}
