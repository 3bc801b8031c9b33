import { setImmediate as nextTurn } from "node:timers/promises";

import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";

import type { Query } from "./database.ts";

async function countLimits(db: Query): Promise<number> {
  const limits = db.selectFrom("limits").select((row) => row.fn.countAll<number>().as("count"));
  return (await limits.executeTakeFirstOrThrow()).count;
}

test("all queries of a snapshot see the same moment, whatever is committed beside them", async () => {
  const { database } = (await buildTestApp()).app.services;
  const countTwice = async (db: Query) => [await countLimits(db), await countLimits(db)];
  const writes: Promise<unknown>[] = [];
  const snapshots: Promise<number[]>[] = [];
  for (let turn = 0; turn < 100; turn += 1) {
    const limit = { name: `limit ${turn}`, resets_at: 1, count: 1 };
    writes.push(database.write((tx) => tx.insertInto("limits").values(limit).execute()));
    snapshots.push(database.snapshot(countTwice));
    await nextTurn();
  }
  await Promise.all(writes);
  for (const [first, second] of await Promise.all(snapshots)) expect(second).toBe(first);
});
