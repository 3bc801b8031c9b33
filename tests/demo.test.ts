import { expect, test } from "vitest";

import { submissions } from "#domain/forms/submissions.ts";
import { fillDatabase, RealRecords } from "#scripts/demo/fill-database.ts";

import { buildTestApp } from "./build-test-app.ts";
import { addRecord, contactMessageExample } from "./submission-examples.ts";

test("two years of records go into an empty database, and next to real ones only with the option for it", async () => {
  const app = await buildTestApp();
  const request = { records: 300, besideRealRecords: false };
  await fillDatabase(app.config, request);
  const counts = async () =>
    Promise.all(submissions.map(async ({ table }) => (await app.rows(table)).length));
  const filled = await counts();
  expect(filled.reduce((sum, count) => sum + count, 0)).toBe(300);
  expect(Math.min(...filled)).toBeGreaterThan(20);
  await fillDatabase(app.config, request);
  await addRecord(app, contactMessageExample);
  await expect(fillDatabase(app.config, request)).rejects.toBeInstanceOf(RealRecords);
  await fillDatabase(app.config, { ...request, besideRealRecords: true });
  expect((await counts()).reduce((sum, count) => sum + count, 0)).toBe(901);
});
