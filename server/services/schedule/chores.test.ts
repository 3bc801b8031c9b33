import { setTimeout as delay } from "node:timers/promises";

import { expect, onTestFinished, test } from "vitest";

import { createLog } from "#server/platform/observability/log.ts";

import { startChores } from "./chores.ts";

test("runs of a chore never overlap: what is due during a run is left out, and the next one comes by itself", async () => {
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const seen = { going: 0, most: 0, begun: 0 };
  const first = Promise.withResolvers<void>();
  const run = async () => {
    seen.going += 1;
    seen.begun += 1;
    seen.most = Math.max(seen.most, seen.going);
    if (seen.begun === 1) await first.promise;
    seen.going -= 1;
    if (seen.begun === 2) throw new Error("this run fails");
  };
  startChores([{ name: "slow", every: 5 }], run, createLog("silent"), stopping.signal);
  await delay(50);
  expect(seen).toEqual({ going: 1, most: 1, begun: 1 });
  first.resolve();
  await expect.poll(() => seen.begun).toBeGreaterThan(3);
  expect(seen.most).toBe(1);
});
