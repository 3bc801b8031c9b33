import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";

import type { Database } from "./database.ts";

/** Collects what a listener hears, including "resumed". */
async function listenTo({ notifications }: Database): Promise<string[]> {
  const heard: string[] = [];
  const listener = {
    heard: (message: string) => void heard.push(message),
    resumed: () => void heard.push("(listening)"),
  };
  onTestFinished(notifications.subscribe(listener));
  await expect.poll(() => heard).toEqual(["(listening)"]);
  return heard;
}

async function testDatabase(): Promise<Database> {
  return (await buildTestApp()).app.services.database;
}

test("all listeners hear a message once its transaction is committed, not before", async () => {
  const database = await testDatabase();
  const listeners = [await listenTo(database), await listenTo(database)];
  const during = await database.write(async (tx) => {
    await database.notifications.publish(tx, "record 1");
    await sql`select 1`.execute(tx);
    return listeners.flat();
  });
  expect(during).not.toContain("record 1");
  for (const heard of listeners) await expect.poll(() => heard).toEqual(["(listening)", "record 1"]);
});

test("messages of a failed transaction are not sent; those of its neighbours are", async () => {
  const database = await testDatabase();
  const heard = await listenTo(database);
  const publish = (message: string, fails: boolean) =>
    database.write(async (tx) => {
      await database.notifications.publish(tx, message);
      if (fails) throw new Error("no");
    });
  const jobs = [publish("one", false), publish("two", true), publish("three", false)];
  expect((await Promise.allSettled(jobs)).map(({ status }) => status)).toContain("rejected");
  await expect.poll(() => heard.toSorted()).toEqual(["(listening)", "one", "three"]);
});

test("an unsubscribed listener hears nothing more; a message that is too long is refused", async () => {
  const database = await testDatabase();
  const gone: string[] = [];
  const leave = database.notifications.subscribe({
    heard: (message) => void gone.push(message),
    resumed: () => undefined,
  });
  const heard = await listenTo(database);
  leave();
  await database.write((tx) => database.notifications.publish(tx, "later"));
  await expect.poll(() => heard).toContain("later");
  expect(gone).toEqual([]);
  const long = database.write((tx) => database.notifications.publish(tx, "x".repeat(1001)));
  await expect(long).rejects.toThrow("must be short");
});

test("chores of one name run one at a time, also after one has failed", async () => {
  const database = await testDatabase();
  const done: string[] = [];
  await database.alone("sweep", async () => {
    await database.alone("sweep", async () => void done.push("twice"));
    await database.alone("other", async () => void done.push("other"));
  });
  const failing = database.alone("sweep", () => Promise.reject(new Error("broken")));
  await expect(failing).rejects.toThrow("broken");
  await database.alone("sweep", async () => void done.push("again"));
  expect(done).toEqual(["other", "again"]);
});
