import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { resolve } from "node:path";

import { readManifest } from "#server/features/backup/backup-file.ts";
import { newestBackup } from "#server/features/backup/backup-folder.ts";
import { BadBackup, describeTables } from "#server/features/backup/backup-format.ts";
import { describeRestore, finishRestore } from "#server/features/backup/finish-restore.ts";
import { holdsSecrets, restoreBackup } from "#server/features/backup/restore-backup.ts";
import { takeBackup } from "#server/features/backup/take-backup.ts";
import { unfinishedRestore } from "#server/features/backup/unfinished-restore.ts";
import type { Config } from "#server/platform/config/config.ts";
import { DatabaseInUse, DatabaseNewer, DatabaseUnavailable } from "#server/platform/database/database.ts";
import { openForCommand } from "#server/platform/database/open-database.ts";
import { Stopped, untilStopped } from "#server/platform/jobs/job.ts";
import { createLog } from "#server/platform/observability/log.ts";
import { noteDone } from "#server/services/schedule/chores.ts";

import { commandConfig, CommandFailed, commandProblem, readArguments, runCommand } from "./run-command.ts";

const usage = `Backs up, restores, and proves that restoring works. The server may run during backup and drill.

  npm run backup [-- <folder>]   into BACKUP_DIR if no folder is named
  npm run restore -- <file>      into an empty DATA_DIR (or PostgreSQL database), the server stopped
  npm run drill [-- <file>]      the newest of BACKUP_DIR if no file is named

With BACKUP_KEY set, backups are encrypted; restore and drill need the same key, and refuse a backup that is
not encrypted unless you add --unencrypted. A restore repeats the erasures listed in erasures.jsonl of
BACKUP_DIR, DATA_DIR and the backup's own folder; name another list with --erasures <file>.`;

interface Options {
  readonly unencrypted: boolean;
  readonly erasures?: string | undefined;
}

// A running server goes first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const stopping = new AbortController();
await runCommand(async () => {
  const { values, positionals } = readArguments(usage, {
    options: { unencrypted: { type: "boolean", default: false }, erasures: { type: "string" } },
    allowPositionals: true,
  });
  const [action = "", place] = positionals;
  return run(action, place ?? null, commandConfig(), values);
}, problemOf);
if (stopping.signal.aborted) process.exit(); // The stopped work still runs.

function run(action: string, place: string | null, config: Config, options: Options): Promise<string | void> {
  if (action === "backup") return backUp(place, config);
  if (action === "drill") return drill(place, config, options);
  if (action === "restore" && place !== null) return restore(place, config, options);
  throw new BadBackup(usage);
}

/** So that a stopped command leaves no copy in clear. Not `once`: npm may pass on the terminal's Ctrl-C a second time. */
function stoppedBySignals(): AbortSignal {
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => stopping.abort());
  return stopping.signal;
}

async function backUp(place: string | null, config: Config): Promise<string> {
  const { database, dataDir, backup } = config;
  const folder = place === null ? backup.folder : resolve(place);
  if (folder === null) throw new BadBackup("Name a folder, or set BACKUP_DIR.");
  const order = { database, dataDir, folder, key: backup.key };
  const { file, manifest } = await takeBackup(order, new Date(), stoppedBySignals());
  const clear = backup.key === null ? "Not encrypted: set BACKUP_KEY for that.\n" : "";
  return `${clear}${file}\n${describeTables(manifest)}`;
}

async function restore(place: string, config: Config, { unencrypted, erasures }: Options): Promise<void> {
  const opening = { key: config.backup.key, acceptUnencrypted: unencrypted };
  const file = resolve(place);
  const list = erasures === undefined ? null : resolve(erasures);
  if (list !== null) await assertReadable(list);
  const needed = [config.anonKey, config.sessionSecret, config.linkSecret];
  if (needed.includes(null) && !holdsSecrets(await readManifest(file, opening))) {
    throw new BadBackup(
      "This backup holds no secrets: set the ANON_KEY, SESSION_SECRET and LINK_SECRET it was made with.",
    );
  }
  const signal = stoppedBySignals();
  const manifest = await restoreBackup(file, opening, config, signal);
  const finish = () => finishRestore(config, { file, erasures: list }, () => new Date());
  const finished = await untilStopped(signal, finish).catch((error: unknown) => {
    throw new CommandFailed([problemOf(error), unfinishedRestore(config.dataDir)].join("\n\n"));
  });
  console.log(describeRestore(manifest, finished));
  for (const warning of finished.warnings) console.error(warning);
}

/** One that is missing would be passed over, like those that may be in BACKUP_DIR. */
async function assertReadable(list: string): Promise<void> {
  await readFile(list).catch((error: unknown) => {
    throw new CommandFailed(`Nothing was restored: the list of erasures cannot be read. ${problemOf(error)}`);
  });
}

async function drill(place: string | null, config: Config, { unencrypted }: Options): Promise<string> {
  const { folder } = config.backup;
  const file = place === null && folder !== null ? await newestBackup(folder, new Date()) : place;
  if (file === null) throw new BadBackup("There is no backup to try: name a file, or set BACKUP_DIR.");
  const context = { config, log: createLog("error"), acceptUnencrypted: unencrypted };
  const { drillBackup } = await import("#server/drill/drill.ts"); // A whole server: the others start without.
  const manifest = await drillBackup(resolve(file), { ...context, stopping: stoppedBySignals() });
  if (place === null) await noteDrill(config);
  return `Good: ${file}\nRestored, started, signed in, listed: ${describeTables(manifest)}`;
}

/** Unless there is nowhere to: the database may be what the backup is to replace. */
async function noteDrill({ database }: Config): Promise<void> {
  if (database.engine === "sqlite" && !existsSync(database.file)) return;
  const { write, close } = await openForCommand(database);
  try {
    await write((tx) => noteDone(tx, "drill", new Date()));
  } finally {
    await close();
  }
}

function problemOf(error: unknown): string {
  const expected = [BadBackup, CommandFailed, DatabaseInUse, DatabaseNewer, Stopped];
  if (error instanceof Error && expected.some((kind) => error instanceof kind)) return error.message;
  if (error instanceof DatabaseUnavailable) return commandProblem(error);
  // A file or folder that is missing or not ours: the system's message says which.
  if (error instanceof Error && "syscall" in error) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
