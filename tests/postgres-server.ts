import { existsSync } from "node:fs";
import { chown, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import {
  type Binaries,
  installedBinaries,
  postgresUser,
  prepareBinaries,
  type Running,
  startAsPostgresUser,
} from "./postgres-binaries.ts";
import { freePort } from "./server-process.ts";

export interface PostgresServer {
  /** Of a superuser, at the server's own database. */
  readonly url: string;
  /** Ends it as `pg_ctl stop -m immediate` does: whatever was under way is cut off. */
  crash(): Promise<void>;
  /** Starts it again after a crash, over the same data and on the same port. */
  start(): Promise<void>;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** Commits reach the disk; without it, only speed counts. */
  readonly isDurable?: boolean;
  /** The version that pg_dump of this machine understands; see `hasPostgresTools`. */
  readonly fitsTools?: boolean;
  /** A command that runs it, such as `taskset`. */
  readonly through?: readonly string[];
}

/** Whether PostgreSQL with pg_dump and pg_restore is installed, as backups need it. */
export const hasPostgresTools = existsSync("/usr/bin/pg_dump") && existsSync("/usr/lib/postgresql");

/** Only speed counts: nothing has to survive a crash of the machine. */
const hasty = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "wal_level=minimal",
  "max_wal_senders=0",
  "max_wal_size=4GB",
  "autovacuum=off",
];

/** The longest path that a socket may have on every system. */
const socketPathMax = 103;

/** Through TCP, tests would take a tenth more of the processor's time; benchmarks measure what users have. */
function socketFolder(data: string, { isDurable = false }: PostgresOptions): string {
  return isDurable || `${data}/.s.PGSQL.65535`.length > socketPathMax ? "" : data;
}

function commandOf({ postgres }: Binaries, data: string, port: string, options: PostgresOptions): string[] {
  const { isDurable = false, through = [] } = options;
  const settings = [
    ...(isDurable ? [] : hasty),
    "max_connections=200",
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${socketFolder(data, options)}`,
  ];
  return [...through, postgres, "-D", data, "-p", port, ...settings.flatMap((setting) => ["-c", setting])];
}

async function launch(command: readonly string[], folder: string): Promise<Running> {
  const running = startAsPostgresUser(command, folder);
  const { child, ended, output } = running;
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on("data", () => output().includes("ready to accept connections") && resolve());
    ended.then(() => reject(new Error(`PostgreSQL did not start: ${output()}`)), reject);
  });
  return running;
}

async function run(folder: string, options: PostgresOptions): Promise<PostgresServer> {
  const data = join(folder, "data");
  await mkdir(data);
  if (postgresUser !== null) {
    for (const path of [folder, data]) await chown(path, postgresUser.uid, postgresUser.gid);
  }
  const port = await freePort();
  const binaries = await (options.fitsTools === true ? installedBinaries : prepareBinaries)(folder, data);
  const command = commandOf(binaries, data, port, options);
  const socket = socketFolder(data, options);
  let running = await launch(command, folder);
  const end = async (signal: NodeJS.Signals) => {
    running.child.kill(signal);
    await running.ended;
  };
  // SIGINT is PostgreSQL's fast shutdown: it waits for no client. SIGQUIT is the immediate one.
  const interrupt = () => running.child.kill("SIGINT");
  process.once("exit", interrupt);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres${socket === "" ? "" : `?host=${socket}`}`,
    crash: () => end("SIGQUIT"),
    async start() {
      running = await launch(command, folder);
    },
    async stop() {
      process.off("exit", interrupt);
      await end("SIGINT");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a PostgreSQL of our own in a temporary folder. */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-postgres-"));
  try {
    return await run(folder, options);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
