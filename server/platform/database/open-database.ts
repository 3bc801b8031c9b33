import type { Config } from "#server/platform/config/config.ts";

import type { Database } from "./database.ts";
import { advisoryLock, connectPostgres, inTransaction, openPostgres, vacuumPostgres } from "./postgres.ts";
import { scrubSqliteFile } from "./scrub.ts";
import { openSqlite, openSqliteForCommand } from "./sqlite.ts";

/** Opens the database of the configuration and brings its schema up to date. */
export function openDatabase(config: Config["database"]): Promise<Database> {
  return config.engine === "sqlite" ? openSqlite(config.file) : openPostgres(config);
}

/** The same database for a command that runs beside the server: as it is, and with no lock on it. */
export type CommandDatabase = Pick<Database, "engine" | "reader" | "write" | "lock" | "scrub" | "close">;

export function openForCommand(config: Config["database"]): CommandDatabase {
  if (config.engine === "sqlite") {
    const { queries, write, ...connection } = openSqliteForCommand(config.file);
    return {
      engine: "sqlite",
      reader: queries,
      write,
      lock: async () => undefined,
      scrub: () => scrubSqliteFile(config.file),
      close: () => connection.close(),
    };
  }
  const queries = connectPostgres(config.url, { max: 1 });
  return {
    engine: "postgres",
    reader: queries,
    write: (job) => inTransaction(queries, job),
    lock: advisoryLock,
    scrub: () => vacuumPostgres(queries),
    close: () => queries.destroy(),
  };
}
