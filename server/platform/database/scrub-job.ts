import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";

import { serveJob } from "#server/platform/jobs/job.ts";

export interface ScrubOrder {
  readonly file: string;
}

/** Writers wait a second or two while this much is rewritten. */
const rewriteMaxBytes = 128 * 1024 * 1024;
const attempts = 100;
const pauseMs = 100;

serveJob((order, stopping) => scrubSqliteFile((order as ScrubOrder).file, stopping));

/** A large file is not rewritten: `secure_delete` has overwritten what was deleted (decision 013). */
async function scrubSqliteFile(file: string, stopping: AbortSignal): Promise<void> {
  const connection = new DatabaseSync(file, { timeout: 5000 });
  try {
    // Keeps VACUUM from copying personal data into a folder for temporary files.
    connection.exec("pragma secure_delete = on; pragma temp_store = memory");
    if (statSync(file).size <= rewriteMaxBytes) connection.exec("vacuum");
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      if (emptiesLog(connection)) return;
      await delay(pauseMs, undefined, { signal: stopping });
    }
    throw new Error("The log of the database could not be emptied: another process keeps reading it");
  } finally {
    connection.close();
  }
}

/** False while a reader still needs the log. */
function emptiesLog(connection: DatabaseSync): boolean {
  return connection.prepare("pragma wal_checkpoint(truncate)").get()?.["busy"] === 0;
}
