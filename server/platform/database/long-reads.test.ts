import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";

import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { addRecord, quoteRequestExample } from "#tests/submission-examples.ts";

import { DatabaseUnavailable } from "./database.ts";
import { ReadThread } from "./read-thread.ts";

const countTo = (most: number) =>
  `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${most})
  select max(n) as most from numbers`;

test("the server responds while a long query runs, and the query finds its rows", async () => {
  const app = await buildTestApp();
  const { longReads } = app.app.services.database;
  const query = sql<{ most: number }>`${sql.raw(countTo(200_000))}`.execute(longReads);
  const ended = new AbortController();
  const settled = query.finally(() => ended.abort());
  let turns = 0;
  for (; !ended.signal.aborted; turns += 1) await nextTurn();
  expect((await settled).rows).toEqual([{ most: 200_000 }]);
  expect(turns).toBeGreaterThan(20);
});

test("a list contains a record as soon as it is stored", async () => {
  const app = await buildTestApp();
  const headers = { cookie: await app.signIn(), prefer: "count=exact" };
  for (const total of [1, 2]) {
    await addRecord(app, quoteRequestExample, { make: `Make ${total}` });
    const list = await app.fetch("/rest/v1/quote_requests?order=created_at.desc", { headers });
    expect(list.headers.get("content-range")).toBe(`0-${total - 1}/${total}`);
  }
});

test("a broken query fails alone", async () => {
  const app = await buildTestApp();
  const { longReads } = app.app.services.database;
  await expect(sql`select nonsense`.execute(longReads)).rejects.toThrow("nonsense");
  expect((await sql`select 1 as one`.execute(longReads)).rows).toEqual([{ one: 1 }]);
});

async function readThread(deadlineMs: number): Promise<ReadThread> {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-reads-"));
  const file = join(folder, "some.db");
  new DatabaseSync(file).close();
  const thread = new ReadThread({ file, busyTimeoutMs: 50 }, deadlineMs);
  onTestFinished(async () => {
    await thread.close();
    await rm(folder, { recursive: true, force: true });
  });
  return thread;
}

test("a query beyond the deadline fails with those behind it; another thread runs the next one", async () => {
  const thread = await readThread(1000);
  const results = await Promise.allSettled([thread.all(countTo(30_000_000), []), thread.all("select 1", [])]);
  for (const result of results) {
    expect(result).toMatchObject({ status: "rejected", reason: expect.any(DatabaseUnavailable) });
  }
  await expect
    .poll(() => thread.all("select 2 as two", []).catch(() => []), { timeout: 40_000 })
    .toEqual([{ two: 2 }]);
});

test("closing the database rejects waiting queries", async () => {
  const thread = await readThread(10_000);
  const [waiting] = await Promise.allSettled([thread.all("select 1", []), thread.close()]);
  expect(waiting).toMatchObject({ status: "rejected", reason: { message: "The database is closed" } });
});
