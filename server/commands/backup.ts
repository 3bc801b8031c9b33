import { constants, setPriority } from "node:os";
import { dirname, join, resolve } from "node:path";

import { BadBackup, type Manifest } from "#server/features/backup/backup-file.ts";
import { listBackups } from "#server/features/backup/backup-folder.ts";
import { type Copies, named } from "#server/features/backup/photo-copies.ts";
import { finishRestore, restoreBackup, unfinishedRestore } from "#server/features/backup/restore-backup.ts";
import { drillBackup, takeBackup } from "#server/features/backup/take-backup.ts";
import { erasureFiles, erasuresFile } from "#server/features/retention/erasures.ts";
import type { Config } from "#server/platform/config/config.ts";
import { untilStopped } from "#server/platform/jobs/job.ts";

import { CommandFailed, commandProblem, runCommand } from "./run-command.ts";

const usage = `Backs up, restores, and proves backups of SQLite. The server may run during backup and drill.

  npm run backup [-- <folder>]    into BACKUP_DIR if no folder is named
  npm run restore -- <file>       into an empty DATA_DIR, the server stopped
  npm run restore -- --finish     what is left to do after pg_restore, the server stopped (docs/backups.md)
  npm run drill [-- <file>]       the newest of BACKUP_DIR if no file is named

With BACKUP_KEY set, backups are encrypted; restore and drill need the same key, and refuse a backup that is
not encrypted unless you add --unencrypted. A restore erases again who is listed in erasures.jsonl of
BACKUP_DIR, DATA_DIR and the backup's own folder.`;

const switches = {
  unencrypted: { type: "boolean", default: false },
  finish: { type: "boolean", default: false },
} as const;
type Switches = Readonly<Record<keyof typeof switches, boolean>>;

// A running server goes first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const stopping = new AbortController();
await runCommand(
  usage,
  switches,
  async ({ config, words: [action, place], values }) => {
    if (action === "restore" && values.finish) return finish(config, [], openingOf(config, values));
    const database = sqliteFileOf(config);
    if (action === "backup") return backUp(place, config, database);
    if (action === "drill") return drill(place, config, values);
    if (action === "restore" && place !== undefined) return restore(resolve(place), config, database, values);
    throw new BadBackup(usage);
  },
  problemOf,
);
if (stopping.signal.aborted) process.exit(); // The stopped work still runs.

function openingOf({ backup, dataDir }: Config, { unencrypted }: Switches): Copies {
  return { key: backup.key, folder: backup.folder ?? dataDir, acceptUnencrypted: unencrypted };
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

async function backUp(place: string | undefined, config: Config, database: string): Promise<string> {
  const { dataDir, backup } = config;
  const folder = place === undefined ? backup.folder : resolve(place);
  if (folder === null) throw new BadBackup("Name a folder, or set BACKUP_DIR.");
  const photos = config.photos.kind === "folder" ? config.photos.folder : null;
  const order = { database, dataDir, photos, folder, key: backup.key, at: new Date() };
  const { file, manifest, missingPhotos } = await takeBackup(order, stoppedBySignals());
  const clear = backup.key === null ? "Not encrypted: set BACKUP_KEY for that.\n" : "";
  const lost = missingPhotos.length === 0 ? "" : `\nPhotos without a file: ${named(missingPhotos)}`;
  return `${clear}${file}\n${describeRows(manifest)}${photosText(manifest)}${lost}`;
}

async function restore(file: string, config: Config, database: string, options: Switches): Promise<string> {
  const { dataDir, anonKey, sessionSecret, linkSecret } = config;
  const opening = openingOf(config, options);
  const target = { database, dataDir, secrets: { anonKey, sessionSecret, linkSecret } };
  const manifest = await restoreBackup(file, opening, target, stoppedBySignals());
  console.log(`Restored as of ${manifest.created_at}: ${describeRows(manifest)}\n`);
  return finish(config, [join(dirname(file), erasuresFile)], { ...opening, folder: dirname(file) });
}

async function finish(config: Config, more: readonly string[], copies: Copies): Promise<string> {
  const lists = [...new Set([...erasureFiles(config), ...more])];
  try {
    return await finishRestore(config, lists, copies, () => new Date());
  } catch (error) {
    const unfinished = unfinishedRestore(config.dataDir) ?? "";
    throw new CommandFailed([problemOf(error), unfinished].join("\n\n").trim());
  }
}

async function drill(place: string | undefined, config: Config, options: Switches): Promise<string> {
  const { backup, dataDir } = config;
  const listed = place === undefined && backup.folder !== null ? await listBackups(backup.folder) : [];
  const file = place ?? listed.findLast(({ isComplete }) => isComplete)?.file;
  if (file === undefined) throw new BadBackup("There is no backup to try: name a file, or set BACKUP_DIR.");
  const drilled = drillBackup(resolve(file), openingOf(config, options), dataDir);
  const manifest = await untilStopped(stoppedBySignals(), () => drilled);
  return `Good: ${file}\nUnpacked, opened, checked, counted: ${describeRows(manifest)}${photosText(manifest)}`;
}

function photosText({ photos }: Manifest): string {
  return photos === null ? "\nPhotos are in the bucket, which keeps them." : `\nPhotos beside it: ${photos}`;
}

/** For example "attempts 2, users 3". */
function describeRows({ rows }: Manifest): string {
  return Object.entries(rows)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
}

/** The cause of a bad backup says nothing to its owner. */
function problemOf(error: unknown): string {
  return error instanceof BadBackup ? error.message : commandProblem(error);
}
