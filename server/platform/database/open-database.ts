import type { Config } from "#server/platform/config/config.ts";

import type { CommandDatabase, Database } from "./database.ts";
import { openSqlite, openSqliteForCommand } from "./sqlite.ts";

/** Loaded only if it is used: a start on SQLite takes a twelfth longer with it. */
const postgres = () => import("./postgres.ts");

/** Calls `onFull` whenever a write is refused because the disk is full. */
export async function openDatabase(config: Config["database"], onFull?: () => void): Promise<Database> {
  if (config.engine === "sqlite") return openSqlite(config.file, onFull);
  const { openPostgres } = await postgres();
  return openPostgres(config, onFull);
}

export async function openForCommand(config: Config["database"]): Promise<CommandDatabase> {
  if (config.engine === "sqlite") return openSqliteForCommand(config.file);
  const { openPostgresForCommand } = await postgres();
  return openPostgresForCommand(config.url);
}
