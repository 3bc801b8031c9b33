import type { Config } from "#server/platform/config/config.ts";

import type { CommandDatabase, Database } from "./database.ts";
import { openPostgres, openPostgresForCommand } from "./postgres.ts";
import { openSqlite, openSqliteForCommand } from "./sqlite.ts";

export function openDatabase(config: Config["database"]): Promise<Database> {
  return config.engine === "sqlite" ? openSqlite(config.file) : openPostgres(config);
}

export function openForCommand(config: Config["database"]): CommandDatabase {
  return config.engine === "sqlite" ? openSqliteForCommand(config.file) : openPostgresForCommand(config.url);
}
