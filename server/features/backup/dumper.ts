import type { Config } from "#server/platform/config/config.ts";
import type { TableDigests } from "#server/platform/database/table-digests.ts";

import { postgresDumper } from "./postgres-dumper.ts";
import { sqliteDumper } from "./sqlite-dumper.ts";

/** How the contents of one database get into a file and back, whichever engine it is. */
export interface Dumper {
  /** Writes what is committed at one moment, while the server goes on; answers what that is. */
  dump(file: string): Promise<TableDigests>;
  /** Throws BadBackup where a restore would overwrite something. */
  assertEmpty(): Promise<void>;
  /** Puts a dump in place, whole or not at all; throws BadBackup where it does not hold what is expected. */
  load(file: string, expected: TableDigests): Promise<void>;
}

export function dumperOf(database: Config["database"]): Dumper {
  return database.engine === "sqlite" ? sqliteDumper(database.file) : postgresDumper(database.url);
}
