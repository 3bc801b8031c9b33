import { constants, setPriority } from "node:os";
import { dirname, join, resolve } from "node:path";

import { listBackups } from "#server/features/backup/backup-folder.ts";
import { BadBackup, describeRows } from "#server/features/backup/backup-format.ts";
import { drillBackup } from "#server/features/backup/drill.ts";
import { describeRestore, finishRestore } from "#server/features/backup/finish-restore.ts";
import { restoreBackup } from "#server/features/backup/restore-backup.ts";
import { takeBackup } from "#server/features/backup/take-backup.ts";
import { unfinishedRestore } from "#server/features/backup/unfinished-restore.ts";
import { erasureFiles, erasuresFile } from "#server/features/retention/erasures.ts";
import type { Config } from "#server/platform/config/config.ts";
import { DatabaseInUse, DatabaseNewer, DatabaseUnavailable } from "#server/platform/database/database.ts";
import { Stopped, untilStopped } from "#server/platform/jobs/job.ts";

import { commandConfig, CommandFailed, commandProblem, readArguments, runCommand } from "./run-command.ts";

const usage = `Backs up, restores, and proves backups of SQLite. The server may run during backup and drill.

  npm run backup [-- <folder>]    into BACKUP_DIR if no folder is named
  npm run restore -- <file>       into an empty DATA_DIR, the server stopped
  npm run restore -- --finish     what is left to do after pg_restore, the server stopped (docs/backups.md)
  npm run drill [-- <file>]       the newest of BACKUP_DIR if no file is named

With BACKUP_KEY set, backups are encrypted; restore and drill need the same key, and refuse a backup that is
not encrypted unless you add --unencrypted. A restore erases again who is listed in erasures.jsonl of
BACKUP_DIR, DATA_DIR and the backup's own folder.`;

interface Options {
  readonly unencrypted: boolean;
  readonly finish: boolean;
}

// A running server goes first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const stopping = new AbortController();
await runCommand(async () => {
  const { values, positionals } = readArguments(usage, {
    options: {
      unencrypted: { type: "boolean", default: false },
      finish: { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  const [action = "", place] = positionals;
  return run(action, place ?? null, commandConfig(), values);
}, problemOf);
if (stopping.signal.aborted) process.exit(); // The stopped work still runs.

function run(action: string, place: string | null, config: Config, options: Options): Promise<string | void> {
  if (action === "restore" && options.finish) return finish(config, []);
  const database = sqliteFileOf(config);
  if (action === "backup") return backUp(place, config, database);
  if (action === "drill") return drill(place, config, options);
  if (action === "restore" && place !== null) return restore(resolve(place), config, database, options);
  throw new BadBackup(usage);
}

function sqliteFileOf({ database }: Config): string {
  if (database.engine === "sqlite") return database.file;
  throw new BadBackup("PostgreSQL is backed up by pg_dump: docs/backups.md has the commands.");
}

/** So that a stopped command leaves no copy in clear. Not `once`: npm may pass on the terminal's Ctrl-C a second time. */
function stoppedBySignals(): AbortSignal {
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => stopping.abort());
  return stopping.signal;
}

async function backUp(place: string | null, config: Config, database: string): Promise<string> {
  const { dataDir, backup } = config;
  const folder = place === null ? backup.folder : resolve(place);
  if (folder === null) throw new BadBackup("Name a folder, or set BACKUP_DIR.");
  const order = { database, dataDir, folder, key: backup.key };
  const { file, manifest } = await takeBackup(order, new Date(), stoppedBySignals());
  const clear = backup.key === null ? "Not encrypted: set BACKUP_KEY for that.\n" : "";
  return `${clear}${file}\n${describeRows(manifest)}`;
}

async function restore(file: string, config: Config, database: string, options: Options): Promise<string> {
  const { dataDir, anonKey, sessionSecret, linkSecret, backup } = config;
  const opening = { key: backup.key, acceptUnencrypted: options.unencrypted };
  const target = { database, dataDir, secrets: { anonKey, sessionSecret, linkSecret } };
  const manifest = await restoreBackup(file, opening, target, stoppedBySignals());
  console.log(`Restored as of ${manifest.created_at}: ${describeRows(manifest)}\n`);
  return finish(config, [join(dirname(file), erasuresFile)]);
}

async function finish(config: Config, more: readonly string[]): Promise<string> {
  const lists = [...new Set([...erasureFiles(config), ...more])];
  try {
    return describeRestore(await finishRestore(config, lists, () => new Date()), lists);
  } catch (error) {
    const unfinished = unfinishedRestore(config.dataDir) ?? "";
    throw new CommandFailed([problemOf(error), unfinished].join("\n\n").trim());
  }
}

async function drill(place: string | null, { backup, dataDir }: Config, options: Options): Promise<string> {
  const named = place === null && backup.folder !== null ? await listBackups(backup.folder) : [];
  const file = place ?? named.findLast(({ isComplete }) => isComplete)?.file;
  if (file === undefined) throw new BadBackup("There is no backup to try: name a file, or set BACKUP_DIR.");
  const opening = { key: backup.key, acceptUnencrypted: options.unencrypted };
  const drilled = drillBackup(resolve(file), opening, dataDir);
  const manifest = await untilStopped(stoppedBySignals(), () => drilled);
  return `Good: ${file}\nUnpacked, opened, checked, counted: ${describeRows(manifest)}`;
}

function problemOf(error: unknown): string {
  const expected = [BadBackup, CommandFailed, DatabaseInUse, DatabaseNewer, Stopped];
  if (error instanceof Error && expected.some((kind) => error instanceof kind)) return error.message;
  if (error instanceof DatabaseUnavailable) return commandProblem(error);
  // A file or folder that is missing or not ours: the system's message says which.
  if (error instanceof Error && "syscall" in error) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
