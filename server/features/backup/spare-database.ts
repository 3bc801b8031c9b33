import { type Config, sqliteFileIn } from "#server/platform/config/config.ts";

import { BadBackup } from "./bad-backup.ts";
import { createDrillDatabase, dropAbandonedDrills, dropDrillDatabase } from "./drill-databases.ts";
import type { RestoreTarget } from "./restore-backup.ts";

/** A SQLite file in that folder, or a PostgreSQL database made for this and dropped afterwards. */
export async function withSpareDatabase<Result>(
  config: Config,
  dataDir: string,
  work: (target: RestoreTarget) => Promise<Result>,
): Promise<Result> {
  if (config.database.engine === "sqlite") {
    return work({ dataDir, database: { engine: "sqlite", file: sqliteFileIn(dataDir) } });
  }
  const { drillDatabaseUrl } = config.backup;
  if (drillDatabaseUrl === null) {
    throw new BadBackup("A drill needs DRILL_DATABASE_URL, a server where it may create a database.");
  }
  await dropAbandonedDrills(drillDatabaseUrl);
  const name = await createDrillDatabase(drillDatabaseUrl);
  try {
    const url = new URL(drillDatabaseUrl);
    url.pathname = name;
    return await work({ dataDir, database: { ...config.database, url: url.href } });
  } finally {
    await dropDrillDatabase(drillDatabaseUrl, name);
  }
}
