import { DatabaseSync } from "node:sqlite";
import { parentPort as port, workerData } from "node:worker_threads";

import type { ReadResponse, ReadRequest, ReadWorkerData } from "./read-thread.ts";
import { statementCache } from "./sqlite-statements.ts";

const { file, busyTimeoutMs } = workerData as ReadWorkerData; // From read-thread.ts.
const connection = new DatabaseSync(file, { timeout: busyTimeoutMs });
connection.exec("pragma query_only = on"); // SQLite may still checkpoint the log, which changes no data.
const prepare = statementCache(connection);

port?.on("message", ({ id, sql, parameters }: ReadRequest) => {
  const response = read(id, sql, parameters);
  port?.postMessage(response);
});

function read(id: number, sql: string, parameters: readonly unknown[]): ReadResponse {
  try {
    return { id, rows: prepare(sql).all(parameters) };
  } catch (error) {
    return { id, problem: error instanceof Error ? error.message : String(error) };
  }
}
