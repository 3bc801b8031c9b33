import type { Config } from "#server/platform/config/config.ts";

import type { CommandDatabase, Database } from "./database.ts";
import { openPostgres, openPostgresForCommand } from "./postgres.ts";
import { openSqlite, openSqliteForCommand } from "./sqlite.ts";

/** Opens the configured database and brings its schema up to date. */
export function openDatabase(config: Config["database"]): Promise<Database> {
  return config.engine === "sqlite" ? openSqlite(config.file) : openPostgres(config);
}

/** Opens the configured database as it is, while the server may have it open too. */
export function openForCommand(config: Config["database"]): CommandDatabase {
  return config.engine === "sqlite" ? openSqliteForCommand(config.file) : openPostgresForCommand(config.url);
}
