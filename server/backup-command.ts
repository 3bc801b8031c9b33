import { constants, setPriority } from "node:os";
import { resolve } from "node:path";

import { newestBackup } from "./backup/backup-folder.ts";
import { BadBackup } from "./backup/bad-backup.ts";
import { drillBackup } from "./backup/drill.ts";
import { describeTables } from "./backup/manifest.ts";
import { holdsSecrets, restoreBackup } from "./backup/restore-backup.ts";
import { takeBackup } from "./backup/take-backup.ts";
import { type Config, readConfig } from "./config.ts";
import { DatabaseInUse } from "./database/database.ts";
import { openBeside } from "./database/open-database.ts";
import { noteDone } from "./operations/chores.ts";
import { createLog } from "./operations/log.ts";

const usage = `Back up, restore, and prove that restoring works. The server may run during backup and drill.

  npm run backup [-- <folder>]   into BACKUP_DIR, where no folder is named
  npm run restore -- <file>      into an empty DATA_DIR (or PostgreSQL database), the server stopped
  npm run drill [-- <file>]      the newest of BACKUP_DIR, where no file is named

With BACKUP_KEY set, backups are encrypted; restore and drill need the same key.`;

await main();

async function main(): Promise<void> {
  const [action = "", place] = process.argv.slice(2);
  // A server that runs beside goes first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const result = readConfig(process.env);
  if (!result.ok) return fail(result.problems.join("\n"));
  try {
    console.log(await run(action, place ?? null, result.config));
  } catch (error) {
    fail(problemOf(error));
  }
}

function run(action: string, place: string | null, config: Config): Promise<string> {
  if (action === "backup") return backUp(place, config);
  if (action === "drill") return drill(place, config);
  if (action === "restore" && place !== null) return restore(place, config);
  throw new BadBackup(usage);
}

async function backUp(place: string | null, config: Config): Promise<string> {
  const { database, dataDir, backup } = config;
  const folder = place === null ? backup.folder : resolve(place);
  if (folder === null) throw new BadBackup("Name a folder, or set BACKUP_DIR.");
  const { file, manifest } = await takeBackup({ database, dataDir, folder, key: backup.key }, new Date());
  const clear = manifest.encryption === null ? "Not encrypted: set BACKUP_KEY for that.\n" : "";
  return `${clear}${file}\n${describeTables(manifest)}`;
}

async function restore(place: string, config: Config): Promise<string> {
  const manifest = await restoreBackup(resolve(place), config.backup.key, config);
  const secrets = holdsSecrets(manifest)
    ? ""
    : "\nThe backup holds no secrets: start with the ANON_KEY and SESSION_SECRET of then.";
  return `Restored as of ${manifest.created_at}: ${describeTables(manifest)}${secrets}`;
}

async function drill(place: string | null, config: Config): Promise<string> {
  const { folder } = config.backup;
  const file = place === null && folder !== null ? await newestBackup(folder) : place;
  if (file === null) throw new BadBackup("There is no backup to try: name a file, or set BACKUP_DIR.");
  const manifest = await drillBackup(resolve(file), config, createLog("error"));
  if (place === null) await noteDrill(config);
  return `Good: ${file}\nRestored, started, signed in, listed: ${describeTables(manifest)}`;
}

/** So that the server knows, too. */
async function noteDrill({ database }: Config): Promise<void> {
  const beside = openBeside(database);
  try {
    await noteDone(beside.reader, "drill", new Date());
  } finally {
    await beside.close();
  }
}

function problemOf(error: unknown): string {
  if (error instanceof BadBackup || error instanceof DatabaseInUse) return error.message;
  // A file or folder that is not there, or not ours: the system's message says which.
  if (error instanceof Error && "syscall" in error) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
