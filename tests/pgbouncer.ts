import { spawnSync } from "node:child_process";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { onTestFinished } from "vitest";

import { postgresUser, startAsPostgresUser } from "./postgres-binaries.ts";
import { freePort } from "./server-process.ts";

export const hasPgbouncer = spawnSync("pgbouncer", ["--version"], { stdio: "ignore" }).status === 0;

/** A real pooler in front of a database, until the test ends. Returns its URL for the same database. */
export async function startPgbouncer(databaseUrl: string, mode: "session" | "transaction"): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-pgbouncer-"));
  if (postgresUser !== null) await chown(folder, postgresUser.uid, postgresUser.gid);
  const [url, file, port] = [new URL(databaseUrl), join(folder, "pgbouncer.ini"), await freePort()];
  const server = `host=${url.hostname} port=${url.port} user=${url.username}`;
  const settings = ["listen_addr=127.0.0.1", `listen_port=${port}`, "unix_socket_dir=", "auth_type=any"];
  const lines = ["[databases]", `*=${server}`, "[pgbouncer]", `pool_mode=${mode}`, ...settings];
  await writeFile(file, `${lines.join("\n")}\n`, { mode: 0o644 });
  const { child, ended, output } = startAsPostgresUser(["pgbouncer", file], folder);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on("data", () => output().includes("process up") && resolve());
    ended.then(() => reject(new Error(`pgbouncer did not start: ${output()}`)), reject);
  });
  url.port = port;
  url.search = ""; // Not through the server's own socket.
  return url.href;
}
