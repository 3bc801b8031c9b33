import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";

/** Rewriting this much makes writers wait for a second or two. */
const rewrittenAtMost = 128 * 1024 * 1024;
const tries = 100;
const pauseMs = 100;

/**
 * Leaves nothing readable of what was deleted from a SQLite file: empties its log, and rewrites it without
 * free space. A large file is not rewritten: `secure_delete` has overwritten what was deleted (decision
 * 025). Writers wait meanwhile, so it belongs in a process beside the server.
 */
export async function scrubSqliteFile(file: string, stopping?: AbortSignal): Promise<void> {
  const connection = new DatabaseSync(file, { timeout: 5000 });
  try {
    // The copy that VACUUM makes on the way must not lie in a folder for temporary files.
    connection.exec("pragma secure_delete = on; pragma temp_store = memory");
    if (statSync(file).size <= rewrittenAtMost) connection.exec("vacuum");
    for (let attempt = 0; attempt < tries; attempt += 1) {
      if (emptiesLog(connection)) return;
      await delay(pauseMs, undefined, { ...(stopping && { signal: stopping }) });
    }
    throw new Error("The log of the database could not be emptied: somebody keeps reading");
  } finally {
    connection.close();
  }
}

/** False while a reader still needs the log. */
function emptiesLog(connection: DatabaseSync): boolean {
  return connection.prepare("pragma wal_checkpoint(truncate)").get()?.["busy"] === 0;
}
