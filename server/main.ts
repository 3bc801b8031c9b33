import { existsSync } from "node:fs";
import { resolve } from "node:path";

import { resetDays } from "#domain/accounts.ts";

import { type App, buildApp } from "./app.ts";
import { chores } from "./chores.ts";
import { unfinishedRestore } from "./features/backup/restore-backup.ts";
import { type Config, readConfig } from "./platform/config/config.ts";
import {
  DatabaseInUse,
  DatabaseOfOtherBuild,
  DatabaseUnavailable,
  DatabaseUnfit,
} from "./platform/database/database.ts";
import {
  closeToOthers,
  FolderUnusable,
  hasCode,
  keepFilesPrivate,
  prepareFolder,
} from "./platform/files/files.ts";
import { createLog, type Log } from "./platform/observability/log.ts";
import { problemText } from "./platform/observability/problem-text.ts";
import { OtherSecret } from "./platform/secrets/installation-secrets.ts";
import { startChores } from "./services/schedule/chores.ts";
import { settingsNotices } from "./settings-notices.ts";

const siteFolder = resolve(import.meta.dirname, "../build/client");
const stopDeadlineMs = 9_500;

await main();

async function main(): Promise<void> {
  keepFilesPrivate();
  const result = readConfig(process.env);
  if (!result.ok) return giveUp(["The configuration is wrong:", ...result.problems.map((one) => `  ${one}`)]);
  const { config } = result;
  const unfinished = unfinishedRestore(config.dataDir);
  if (unfinished !== null) return giveUp([unfinished]);
  const log = createLog(config.logLevel);
  try {
    await prepareFolder(config.dataDir, "DATA_DIR");
    const open = await closeToOthers(config.dataDir);
    if (open.length > 0) log.warn({ open }, "other users of this machine may read these");
    const app = await buildApp({ config, log, siteFolder: existsSync(siteFolder) ? siteFolder : null });
    // Before anything else can fail: it is shown only once.
    if (app.firstAdmin !== null) showFirstAdmin(app.firstAdmin);
    const stopping = new AbortController();
    stopOnSignals(app, log, stopping);
    await app.server.listen({ host: config.host, port: config.port });
    startChores(chores, app.run, log, stopping.signal);
    await greet(app, config);
  } catch (error) {
    giveUp([startProblem(error, config)]);
  }
}

function showFirstAdmin({ email, password }: NonNullable<App["firstAdmin"]>): void {
  console.log(`First admin, shown only now: ${email} with password ${password}`);
  console.log(
    `It works for ${resetDays} days and opens one page, on which you choose your own: until then, anyone who can read this could sign in with it.`,
  );
}

async function greet(app: App, config: Config): Promise<void> {
  const [address] = app.server.addresses();
  const port = typeof address === "object" ? address.port : config.port;
  const host = config.host === "127.0.0.1" ? "localhost" : config.host;
  const trial = await app.services.trial.notice();
  const notices = [...(trial === null ? [] : [trial]), ...settingsNotices(config)];
  for (const { title, words } of notices) console.warn(`Warning: ${title} ${words}`);
  console.log(`QuadKea is ready at http://${host.includes(":") ? `[${host}]` : host}:${port}`);
}

/** Stops accepting, finishes what is in flight, exits 0 within ten seconds (design.md section 2). */
function stopOnSignals(app: App, log: Log, stopping: AbortController): void {
  const stop = (signal: string) => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    log.info({ signal }, "stopping");
    setTimeout(() => {
      log.warn({ afterMs: stopDeadlineMs }, "stopped before all work had ended");
      process.exit(0);
    }, stopDeadlineMs).unref();
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, "stopping failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

function startProblem(error: unknown, config: Config): string {
  const isForPeople = [DatabaseInUse, DatabaseOfOtherBuild, DatabaseUnfit, FolderUnusable, OtherSecret].some(
    (kind) => error instanceof kind,
  );
  if (error instanceof Error && isForPeople) return error.message;
  if (error instanceof DatabaseUnavailable) return problemText(error);
  if (hasCode(error, "EADDRINUSE")) return `Port ${config.port} is taken. Stop what uses it, or set PORT.`;
  return `QuadKea could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

function giveUp(lines: string[]): void {
  for (const line of lines) console.error(line);
  process.exit(1);
}
