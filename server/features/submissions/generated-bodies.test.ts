import fc from "fast-check";
import { expect, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { hostileEndpoints, sendHostile } from "#tests/generated/hostile-endpoints.ts";
import { examples } from "#tests/submission-examples.ts";

const environment = { LIMIT_SUBMISSIONS_PER_ADDRESS: "1000000", LIMIT_MAILS_PER_HOUR: "1000000" };

/** `npm run bench -- bodies` sends 20,000 to each. Few of them come as far as the database. */
const numRuns = process.env["TEST_ENGINE"] === "postgres" ? 25 : 75;

/** All that a call could have changed. */
async function everything(app: TestApp) {
  await app.app.services.mailStep.settled();
  const tables = ["attempts", "sessions", ...examples.map(({ submission }) => submission.table)];
  return {
    mails: (await app.mails()).length,
    rows: await Promise.all(tables.map((table) => app.rows(table))),
  };
}

test("generated bodies are refused without a server error, and nothing is mailed, stored or changed", async () => {
  const app = await buildTestApp({ environment });
  const door = { origin: app.origin, anonKey: app.anonKey, cookie: await app.signIn() };
  const endpoints = await hostileEndpoints(door);
  const before = await everything(app);
  expect(before.rows.map((rows) => rows.length)).toEqual([6, 1, 1, 1, 1]);
  for (const { name, calls, refusals } of endpoints) {
    const property = fc.asyncProperty(calls, async (call) => {
      const status = await sendHostile(door, call);
      expect({ name, status }).toEqual({ name, status: expect.toBeOneOf([...refusals]) });
    });
    await fc.assert(property, { numRuns });
  }
  expect(await everything(app)).toEqual(before);
}, 120_000);
