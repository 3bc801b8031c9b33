import type { Config } from "#server/platform/config/config.ts";
import type { Log } from "#server/platform/observability/log.ts";

import { dropAbandonedDrills } from "./drill-databases.ts";

/** Drops the databases that killed drills left behind, if drills use a PostgreSQL server; logs what it did. */
export async function removeAbandonedDrills({ backup }: Config, log: Log): Promise<void> {
  if (backup.drillDatabaseUrl === null) return;
  const { dropped, failed } = await dropAbandonedDrills(backup.drillDatabaseUrl);
  if (dropped.length > 0) log.warn({ dropped }, "databases of abandoned drills removed");
  if (failed.length > 0) log.error({ failed }, "databases of abandoned drills cannot be removed");
}
