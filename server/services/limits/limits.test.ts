import { expect, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { range } from "#tests/many-visitors.ts";

import { addUses, type Bucket, countAgainst, purgeLimits, readUses, secondsToWait } from "./limits.ts";

const minute = 60_000;
const year = 365 * 24 * 60 * minute;
/** One use leaks out in each minute. */
const bucket: Bucket = { name: "bucket", most: 10, windowMs: 10 * minute, depth: 20 };
const start = new Date("2026-11-22T00:00:00Z");
const after = (ms: number) => new Date(start.getTime() + ms);

async function use(app: TestApp, at: Date, what: Bucket = bucket): Promise<number> {
  const [used] = await app.app.services.database.write((tx) => addUses(tx, [what], at));
  return used?.uses ?? Number.NaN;
}

async function read(app: TestApp, at: Date): Promise<number | undefined> {
  const [filled] = await readUses(app.app.services.database.reader, [bucket], at);
  return filled?.uses;
}

test("uses add up and leak out one by one, and reading returns the same", async () => {
  const app = await buildTestApp();
  for (const count of range(1, 3)) expect(await use(app, start)).toBe(count);
  expect(await read(app, after(minute))).toBe(2);
  expect(await use(app, after(1.5 * minute))).toBe(2.5);
  expect(await read(app, after(60 * minute))).toBe(0);
  expect(await use(app, after(60 * minute))).toBe(1);
});

test("no simultaneous use is lost, and several buckets are filled at once", async () => {
  const app = await buildTestApp();
  const { database } = app.app.services;
  const both = [bucket, { ...bucket, name: "another" }];
  const found = await Promise.all(range(1, 20).map(() => database.write((tx) => addUses(tx, both, start))));
  const counts = (index: number) => found.map((one) => one[index]?.uses).toSorted((a = 0, b = 0) => a - b);
  expect([counts(0), counts(1)]).toEqual([range(1, 20), range(1, 20)]);
});

test("uses in a transaction that is rolled back do not count", async () => {
  const app = await buildTestApp();
  const refused = app.app.services.database.write(async (tx) => {
    await addUses(tx, [bucket], start);
    throw new Error("refused");
  });
  await expect(refused).rejects.toThrow("refused");
  expect(await use(app, start)).toBe(1);
});

test("a bucket never holds more than its depth", async () => {
  const app = await buildTestApp();
  for (const _ of range(1, 30)) await use(app, start);
  expect(await use(app, start)).toBe(21);
  expect(await read(app, after(15 * minute))).toBe(5);
});

test("a clock that ran ahead leaves no full bucket, and one set back a little empties none", async () => {
  const app = await buildTestApp();
  for (const _ of range(1, 5)) await use(app, start);
  expect(await use(app, after(-minute))).toBe(6);
  await use(app, after(year));
  expect(await read(app, start)).toBe(0);
  expect(await use(app, start)).toBe(1);
  expect(await use(app, start)).toBe(2);
});

test("a clock set back by more than the window makes a bucket no fuller than it was used", async () => {
  const app = await buildTestApp();
  for (const _ of range(1, 3)) await use(app, start);
  const back = (ms: number) => after(ms - 25 * minute);
  expect(await read(app, back(0))).toBe(3);
  expect(await use(app, back(0))).toBe(4);
  expect(await read(app, back(minute))).toBe(3);
  expect(await use(app, back(4 * minute))).toBe(1);
});

test("a window started by a clock far ahead locks nobody out", async () => {
  const app = await buildTestApp();
  const { database } = app.app.services;
  const limit = { name: "window", most: 1, windowMs: minute };
  const count = (at: Date) => database.write((tx) => countAgainst(tx, limit, at));
  expect([await count(after(year)), await count(after(year))]).toEqual([null, 60]);
  expect(await database.write((tx) => secondsToWait(tx, limit, start))).toBeNull();
  expect([await count(start), await count(start)]).toEqual([null, 60]);
  await count(after(year));
  await database.write((tx) => purgeLimits(tx, start));
  expect(await app.rows("limits")).toEqual([]);
});
