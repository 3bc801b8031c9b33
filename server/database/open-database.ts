import type { Config } from "../config.ts";
import type { Database } from "./database.ts";
import { openPostgres } from "./postgres.ts";
import { openSqlite } from "./sqlite.ts";

/** Opens the database of the configuration and brings its schema up to date. */
export function openDatabase(config: Config["database"]): Promise<Database> {
  return config.engine === "sqlite" ? openSqlite(config.file) : openPostgres(config.url);
}
