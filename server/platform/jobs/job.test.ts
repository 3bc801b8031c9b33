import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { expect, onTestFinished, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";

test("a server that closes during its backup waits until the job has ended, and nothing of it is left", async () => {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-job-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const app = await buildTestApp({ environment: { BACKUP_DIR: folder } });
  let isOver = false;
  const backup = app.app.run("backup").finally(() => (isOver = true));
  await expect.poll(() => app.rows("chores")).toMatchObject([{ name: "backup" }]);
  await app.stop();
  expect(isOver).toBe(true);
  await backup;
  expect((await readdir(app.dataDir)).filter((name) => name.startsWith(".scratch"))).toEqual([]);
});

test("a job that cannot be started, because no more files can be opened, is rejected and ends no server", async () => {
  const script = `
    import { openSync } from "node:fs";
    import { runJob } from ${JSON.stringify(new URL("job.ts", import.meta.url).href)};
    const fill = () => { for (;;) openSync("/dev/null"); };
    try { fill(); } catch {}
    const started = runJob(new URL("file:///job.ts"), {}, new AbortController().signal);
    await started.catch((error) => console.log(error.code));
    setTimeout(() => console.log("still running"), 100);`;
  const shell = [
    "-c",
    'ulimit -n 64 && exec "$@"',
    "sh",
    process.execPath,
    "--input-type=module",
    "-e",
    script,
  ];
  const { stdout } = await promisify(execFile)("sh", shell);
  expect(stdout).toBe("EMFILE\nstill running\n");
});
