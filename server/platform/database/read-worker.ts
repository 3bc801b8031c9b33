import { DatabaseSync } from "node:sqlite";
import { parentPort as port, workerData } from "node:worker_threads";

import type { ReadAnswer, ReadOrder, ReadWorkerData } from "./read-thread.ts";
import { statementCache } from "./sqlite-statements.ts";

/** The thread of read-thread.ts: runs one query at a time on a connection of its own. */
const { file, busyTimeoutMs } = workerData as ReadWorkerData; // From read-thread.ts.
const prepare = statementCache(new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs }));

port?.on("message", ({ id, sql, parameters }: ReadOrder) => {
  const message = answer(id, sql, parameters);
  port?.postMessage(message);
});

function answer(id: number, sql: string, parameters: readonly unknown[]): ReadAnswer {
  try {
    return { id, rows: prepare(sql).all(parameters) };
  } catch (error) {
    return { id, problem: error instanceof Error ? error.message : String(error) };
  }
}
