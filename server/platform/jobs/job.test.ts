import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";

test("a server that closes during its backup waits until the job has ended, and nothing of it is left", async () => {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-job-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const app = await buildTestApp({ environment: { BACKUP_DIR: folder, DRILL_DATABASE_URL: "postgres://x" } });
  let isOver = false;
  const backup = app.app.backUp().finally(() => (isOver = true));
  await expect.poll(() => app.rows("chores")).toMatchObject([{ name: "backup" }]);
  await app.stop();
  expect(isOver).toBe(true);
  await backup;
  expect((await readdir(app.dataDir)).filter((name) => name.startsWith(".scratch"))).toEqual([]);
});
