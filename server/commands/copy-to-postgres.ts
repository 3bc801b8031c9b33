import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

import { type Config, readConfig, sqliteFileIn } from "#server/platform/config/config.ts";
import { CopyRefused, copyDatabase } from "#server/platform/database/copy-database.ts";
import { DatabaseInUse } from "#server/platform/database/database.ts";
import { openForCommand, openDatabase } from "#server/platform/database/open-database.ts";
import { keepFilesPrivate } from "#server/platform/files/private-files.ts";
import { installationSecrets, secretsFile } from "#server/platform/secrets/installation-secrets.ts";

const usage = `Move a SQLite installation to PostgreSQL: the server stopped, the PostgreSQL database empty.

  DATABASE_URL=postgres://... ANON_KEY=... SESSION_SECRET=... npm run copy-to-postgres [-- <file>]

The file is DATA_DIR/quadkea.db where none is named; the two secrets are those of DATA_DIR/secrets.json.
SQLite stays as it is. Afterwards start the server with the same variables.`;

await main();

async function main(): Promise<void> {
  keepFilesPrivate();
  const result = readConfig(process.env);
  if (!result.ok) return fail(result.problems.join("\n"));
  try {
    console.log(await copy(result.config, process.argv[2]));
  } catch (error) {
    fail(problemOf(error));
  }
}

async function copy(config: Config, named: string | undefined): Promise<string> {
  const { database, dataDir } = config;
  const file = resolve(named ?? sqliteFileIn(dataDir));
  if (database.engine !== "postgres" || !existsSync(file)) throw new CopyRefused(usage);
  assertSameSecrets(config);
  // Opened as a server does: nobody writes meanwhile, and both have the schema of this version.
  const source = await openDatabase({ engine: "sqlite", file });
  await (await openDatabase(database)).close();
  // Without a server's time-outs: a large table may take its time.
  const target = openForCommand(database);
  try {
    const tables = Object.entries(await copyDatabase(source.reader, target.reader));
    return `Copied, and equal: ${tables.map(([name, { rows }]) => `${name} ${rows}`).join(", ")}`;
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}

/** With others, what is sealed could not be opened and everybody would be signed out. */
function assertSameSecrets(config: Config): void {
  if (!existsSync(join(config.dataDir, secretsFile))) return;
  const kept = installationSecrets({ ...config, anonKey: null, sessionSecret: null });
  if (kept.anonKey === config.anonKey && kept.sessionSecret === config.sessionSecret) return;
  throw new CopyRefused(`ANON_KEY and SESSION_SECRET must be those of ${join(config.dataDir, secretsFile)}.`);
}

function problemOf(error: unknown): string {
  if (error instanceof CopyRefused || error instanceof DatabaseInUse) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
