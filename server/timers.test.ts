import { setTimeout as delay } from "node:timers/promises";

import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";

import { createLog } from "./platform/observability/log.ts";
import { startTimers } from "./timers.ts";

test("a server that is stopped during its first chores ends them, and logs no error", async () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => lines.push(line) });
  const { app, stop } = await buildTestApp();
  const stopping = new AbortController();
  startTimers(app, log, stopping.signal);
  await delay(1);
  stopping.abort();
  await stop();
  await delay(100);
  expect(lines.filter((line) => JSON.parse(line).level > 30)).toEqual([]);
});
