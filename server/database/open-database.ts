import type { Config } from "../config.ts";
import type { Database, Query } from "./database.ts";
import { connectPostgres, openPostgres, vacuumPostgres } from "./postgres.ts";
import { scrubSqliteFile } from "./scrub.ts";
import { openSqlite, openSqliteBeside } from "./sqlite.ts";

/** Opens the database of the configuration and brings its schema up to date. */
export function openDatabase(config: Config["database"]): Promise<Database> {
  return config.engine === "sqlite" ? openSqlite(config.file) : openPostgres(config);
}

/** The same database for a command that runs beside the server: as it is, and with no lock on it. */
export interface DatabaseBeside {
  readonly engine: Database["engine"];
  readonly queries: Query;
  scrub(): Promise<void>;
  close(): Promise<void>;
}

export function openBeside(config: Config["database"]): DatabaseBeside {
  if (config.engine === "sqlite") {
    const { queries } = openSqliteBeside(config.file);
    const scrub = () => scrubSqliteFile(config.file);
    return { engine: "sqlite", queries, scrub, close: () => queries.destroy() };
  }
  const queries = connectPostgres(config.url, { max: 1 });
  const scrub = () => vacuumPostgres(queries);
  return { engine: "postgres", queries, scrub, close: () => queries.destroy() };
}
