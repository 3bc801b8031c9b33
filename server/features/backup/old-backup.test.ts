import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { drillBackup } from "#server/drill/drill.ts";
import { createLog } from "#server/platform/observability/log.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { oldPassword, prepareOldDatabase } from "#tests/old-database.ts";
import { panelCall, trySignIn } from "#tests/panel-call.ts";
import { testConfig } from "#tests/prepared-database.ts";

import { restoreBackup } from "./restore-backup.ts";
import { takeBackup } from "./take-backup.ts";

test("a backup made before there were owners passes its drill, restores, and starts with one", async () => {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-old-backup-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const old = testConfig({ DATA_DIR: join(folder, "old") });
  await mkdir(old.dataDir);
  await prepareOldDatabase(old.database);
  const order = { ...old, folder: join(folder, "backups"), key: null };
  const { file, manifest } = await takeBackup(order, new Date());
  const drill = { ...old, backup: { ...old.backup, key: null } };
  expect(await drillBackup(file, { config: drill, log: createLog("silent") })).toEqual(manifest);

  const target = testConfig({ DATA_DIR: join(folder, "new") });
  await restoreBackup(file, { key: null }, target);
  const app = await buildTestApp({ environment: { DATA_DIR: target.dataDir } });
  const { cookie } = await trySignIn(app, { email: "ben@quadkea.example", password: oldPassword });
  const { body } = await panelCall(app, cookie, "GET audit");
  expect(body["entries"]).toMatchObject([{ seq: 5 }, { seq: 4 }, { seq: 3 }]);
});
