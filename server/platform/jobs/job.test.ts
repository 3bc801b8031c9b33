import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

import { expect, onTestFinished, test } from "vitest";

import { keepJob } from "#server/platform/jobs/job.ts";
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

test("a kept job does orders in one process, starts another once that is gone, and ends when none comes", async () => {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-job-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "job.mjs");
  const served = JSON.stringify(new URL("job.ts", import.meta.url).href);
  await writeFile(
    file,
    `import { serveJob } from ${served}; serveJob(async ({ dies }) => (dies ? process.exit(1) : process.pid));`,
  );
  const run = keepJob(pathToFileURL(file), 500);
  const signal = new AbortController().signal;
  const pidOf = async (order: object) => Number(await run(order, signal));
  const first = await pidOf({});
  expect(await pidOf({})).toBe(first);
  await expect(pidOf({ dies: true })).rejects.toThrow("ended without a result");
  const second = await pidOf({});
  expect(second).not.toBe(first);
  process.kill(second, "SIGKILL");
  await expect.poll(() => isRunning(second)).toBe(false);
  const third = await pidOf({});
  expect(third).not.toBe(second);
  await expect.poll(() => isRunning(third), { timeout: 5000 }).toBe(false);
  expect(await pidOf({})).not.toBe(third);
});

test("a kept job that hears nothing is killed once its time is over, and another one does the next order", async () => {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-job-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "job.mjs");
  const served = JSON.stringify(new URL("job.ts", import.meta.url).href);
  const busy = `import { serveJob } from ${served}; serveJob(async ({ hangs }) => { while (hangs); return "done"; });`;
  await writeFile(file, busy);
  const run = keepJob(pathToFileURL(file), 500, { killAfterMs: 0 });
  const began = performance.now();
  await expect(run({ hangs: true }, AbortSignal.timeout(1500))).rejects.toThrow("was killed");
  expect(performance.now() - began).toBeLessThan(5000);
  expect(await run({}, new AbortController().signal)).toBe("done");
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
