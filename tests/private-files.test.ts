import { chmod, lstat, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test, vi } from "vitest";

import { mailBody } from "./quote-example.ts";
import { ServerProcess } from "./server-process.ts";

vi.setConfig({ testTimeout: 240_000 });

/** What group and others may do with each entry of the folder, and with the folder itself. */
async function openings(folder: string): Promise<Record<string, number>> {
  const names = [".", ...(await readdir(folder, { recursive: true }))];
  const modes = await Promise.all(
    names.map(async (name) => [name, (await lstat(join(folder, name))).mode & 0o077] as const),
  );
  return Object.fromEntries(modes.filter(([, mode]) => mode !== 0));
}

async function serve(dataDir: string, work: (origin: string) => Promise<void>): Promise<void> {
  const server = new ServerProcess({ PORT: "0", DATA_DIR: dataDir });
  onTestFinished(async () => void (await server.stop("SIGKILL")));
  await work(await server.ready());
  await server.stop("SIGTERM");
}

test.skipIf(process.platform === "win32")(
  "other users can read nothing in DATA_DIR, also what a copy left open to them",
  async () => {
    const umask = process.umask(0o022);
    onTestFinished(() => void process.umask(umask));
    const folder = await mkdtemp(join(tmpdir(), "quadkea-private-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const dataDir = join(folder, "data");
    await serve(dataDir, async (origin) => {
      const headers = { "content-type": "application/json" };
      await fetch(`${origin}/send-mail.php`, { method: "POST", headers, body: JSON.stringify(mailBody()) });
      await expect.poll(() => readdir(join(dataDir, "mail"))).not.toEqual([]);
      expect(await readdir(dataDir)).toEqual(expect.arrayContaining(["quadkea.db", "quadkea.db-wal"]));
      expect(await openings(dataDir)).toEqual({});
    });
    for (const name of [".", "mail"]) await chmod(join(dataDir, name), 0o755);
    for (const name of ["quadkea.db", "secrets.json"]) await chmod(join(dataDir, name), 0o644);
    await mkdir(join(dataDir, "not-ours"), { mode: 0o755 });
    await writeFile(join(folder, "elsewhere"), "", { mode: 0o644 });
    await symlink(join(folder, "elsewhere"), join(dataDir, "quadkea.db-link"));
    await serve(dataDir, async () => {
      const { "quadkea.db-link": link, ...others } = await openings(dataDir);
      expect([others, link === undefined]).toEqual([{ "not-ours": 0o055 }, false]);
      expect((await lstat(join(folder, "elsewhere"))).mode & 0o777).toBe(0o644);
    });
  },
);
