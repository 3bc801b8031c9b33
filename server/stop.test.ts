import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";

import { expect, onTestFinished, test } from "vitest";

import { hourMs } from "#domain/durations.ts";
import { nzInstant } from "#domain/nz-time.ts";
import { buildTestApp } from "#tests/build-test-app.ts";

import { chores } from "./chores.ts";
import { createLog } from "./platform/observability/log.ts";
import { startChores } from "./services/schedule/chores.ts";

test("a server that is stopped during its first chores ends them, and logs no error", async () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => lines.push(line) });
  const { app, stop } = await buildTestApp();
  const stopping = new AbortController();
  startChores(chores, app.run, log, stopping.signal);
  await delay(1);
  stopping.abort();
  await stop();
  await delay(100);
  expect(lines.filter((line) => JSON.parse(line).level > 30)).toEqual([]);
});

test("a stop does not wait until traces of what was removed are overwritten: the next night does it", async () => {
  const { app, stop, config, advance } = await buildTestApp({ startAt: nzInstant("2026-11-24", "14:00") });
  await app.run("retention");
  const { database } = config;
  const reader = new DatabaseSync(database.engine === "sqlite" ? database.file : "", { readOnly: true });
  // SQLite cannot empty its write-ahead log while another connection is reading.
  reader.exec("begin; select * from users");
  onTestFinished(() => reader.close());
  advance(13 * hourMs);
  const removal = app.run("retention");
  await delay(1500);
  const stopped = stop().then(() => "stopped");
  expect(await Promise.race([stopped, delay(8000, "still waiting")])).toBe("stopped");
  await removal;
});
