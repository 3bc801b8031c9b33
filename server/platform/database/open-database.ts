import type { Config } from "#server/platform/config/config.ts";

import type { CommandDatabase, Database } from "./database.ts";
import { openSqlite, openSqliteForCommand } from "./sqlite.ts";

/** Loaded only if it is used: a start on SQLite takes a twelfth longer with it. */
const postgres = () => import("./postgres.ts");

export async function openDatabase(config: Config["database"]): Promise<Database> {
  if (config.engine === "sqlite") return openSqlite(config.file);
  const { openPostgres } = await postgres();
  return openPostgres(config);
}

export async function openForCommand(config: Config["database"]): Promise<CommandDatabase> {
  if (config.engine === "sqlite") return openSqliteForCommand(config.file);
  const { openPostgresForCommand } = await postgres();
  return openPostgresForCommand(config.url);
}
