import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

import { named, photosIn, restorePhotos } from "#server/features/backup/photo-copies.ts";
import { type Config, sqliteFileIn } from "#server/platform/config/config.ts";
import { copyDatabase } from "#server/platform/database/copy-database.ts";
import type { Query } from "#server/platform/database/database.ts";
import { openForCommand, openDatabase } from "#server/platform/database/open-database.ts";
import { installationSecrets, secretsFile } from "#server/platform/secrets/installation-secrets.ts";
import { openPhotoStore } from "#server/services/photos/open-photo-store.ts";

import { CommandFailed, runCommand } from "./run-command.ts";

const usage = `Move a SQLite installation to PostgreSQL: the server stopped, the PostgreSQL database empty.

  DATABASE_URL=postgres://... ANON_KEY=... SESSION_SECRET=... LINK_SECRET=... npm run copy-to-postgres [-- <file>]

Without a file, DATA_DIR/quadkea.db is copied; the three secrets are those of DATA_DIR/secrets.json.
SQLite stays as it is. Afterwards start the server with the same variables.`;

await runCommand(usage, {}, ({ config, words: [file] }) => copy(config, file));

async function copy(config: Config, given: string | undefined): Promise<string> {
  const { database, dataDir } = config;
  const file = resolve(given ?? sqliteFileIn(dataDir));
  if (database.engine !== "postgres" || !existsSync(file)) throw new CommandFailed(usage);
  assertSameSecrets(config);
  // Opened like a server does: no other one can write, and both get the schema of this version.
  const source = await openDatabase({ engine: "sqlite", file });
  await (await openDatabase(database)).close();
  // A large table takes longer than a server's time-outs allow.
  const target = await openForCommand(database);
  try {
    const tables = await copyDatabase(source.reader, target.reader);
    const counts = tables.map(({ table, rows }) => `${table} ${rows}`).join(", ");
    return `Copied, and equal: ${counts}\n${await movePhotos(config, source.reader)}`;
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}

/** Copies the photos if PHOTOS names a bucket. In a folder they stay. */
async function movePhotos({ photos: place, dataDir }: Config, db: Query): Promise<string> {
  const photos = await photosIn(db);
  if (place.kind === "folder") return `Photos: ${photos.length}. They stay in ${place.folder}.`;
  const missing = await restorePhotos({ folder: dataDir, key: null }, photos, await openPhotoStore(place));
  const copied = `Photos copied into the bucket, or there already: ${photos.length - missing.length}.`;
  return missing.length === 0 ? copied : `${copied} Without a good file in ${dataDir}: ${named(missing)}`;
}

/** With different secrets, sealed data could not be opened and everybody would be signed out. */
function assertSameSecrets(config: Config): void {
  if (!existsSync(join(config.dataDir, secretsFile))) return;
  const kept = installationSecrets({ ...config, anonKey: null, sessionSecret: null, linkSecret: null });
  const isSame = (["anonKey", "sessionSecret", "linkSecret"] as const).every(
    (name) => kept[name] === config[name],
  );
  if (isSame) return;
  throw new CommandFailed(
    `ANON_KEY, SESSION_SECRET and LINK_SECRET must be those of ${join(config.dataDir, secretsFile)}.`,
  );
}
