import type { Database } from "#server/platform/database/database.ts";
import { openSqliteForCommand } from "#server/platform/database/sqlite.ts";

/**
 * What grouping is compared with: the same jobs on the same file with the same settings, each in a
 * commit of its own, one after the other.
 */
export function commitEach(file: string): Database["write"] {
  const { reader: queries } = openSqliteForCommand(file);
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const result = last.then(() => queries.transaction().execute(job));
    last = result.catch(() => undefined);
    return result;
  };
}
