import { randomUUID } from "node:crypto";
import { get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import type { LivePresence } from "#domain/live.ts";
import type { Query } from "#server/platform/database/database.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { openLiveDesk } from "#tests/live-desk.ts";
import { createTestDatabase } from "#tests/postgres.ts";
import { addStaff } from "#tests/staff.ts";
import { addRecord, quoteRequestExample } from "#tests/submission-examples.ts";

/** An instance learns at the next beat what desks on another one had open before. */
const beat = { timeout: 15_000 };

/** Two instances on one database, and the cookies of two people who are signed in. */
async function twoInstances() {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const options = { environment: { DATABASE_URL: database.url } };
  const [one, other] = [await buildTestApp(options), await buildTestApp(options)];
  const cookie = await one.signIn();
  const { cookie: theirs } = await addStaff(one);
  return { one, other, cookie, theirs };
}

test("events and presence on one instance reach desks on the other", async () => {
  const { one, other, cookie, theirs } = await twoInstances();
  const reference = await addRecord(one, quoteRequestExample);
  const mine = await openLiveDesk(one, { cookie, record: reference });
  const mere = await openLiveDesk(other, { cookie: theirs });
  const started = performance.now();
  await addRecord(one, quoteRequestExample, { make: "Suzuki" });
  await expect.poll(() => [mine.types(), mere.types()]).toEqual([["created"], ["created"]]);
  expect(performance.now() - started).toBeLessThan(5000);
  await one.postJson(`/functions/v1/live-place?tab=${mere.tab}&record=${reference}`, {}, { cookie: theirs });
  await expect.poll(() => [mine.people()?.length, mere.people()?.length], beat).toEqual([1, 1]);
  mere.leave();
  await expect.poll(() => mine.people()).toEqual([]);
});

test("a desk that reconnects to another instance stays present when the first one notices that the old stream ended", async () => {
  const { one, other, cookie, theirs } = await twoInstances();
  const record = await addRecord(one, quoteRequestExample);
  const mine = await openLiveDesk(one, { cookie, record });
  const lost = await openLiveDesk(one, { cookie: theirs, record });
  await expect.poll(() => mine.people()?.length).toBe(1);
  const back = await openLiveDesk(other, { cookie: theirs, record, tab: lost.tab });
  await expect.poll(() => back.people()?.length, beat).toBe(1);
  lost.leave();
  const seen = () => mine.heard.flatMap(({ name, data }) => (name === "presence" ? [peopleIn(data)] : []));
  await expect.poll(() => seen().slice(-3)).toEqual([1, 0, 1]);
});

test("desks that leave before their session is read take no stream from later ones", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const { reader } = app.app.services.database;
  await reader.transaction().execute(async (tx) => {
    await sql`lock table sessions in access exclusive mode`.execute(tx);
    const url = `${app.origin}/functions/v1/live-stream?tab=`;
    const desks = [1, 2, 3].map(() => get(url + randomUUID(), { agent: false, headers: { cookie } }));
    for (const desk of desks) desk.on("error", () => undefined);
    await expect.poll(() => waitingForLocks(reader)).toBe(3);
    for (const desk of desks) desk.destroy();
    await delay(100);
  });
  await expect.poll(() => waitingForLocks(reader)).toBe(0);
  expect((await openLiveDesk(app, { cookie })).status).toBe(200);
});

function peopleIn(presence: unknown): number {
  return (presence as LivePresence).people.length;
}

async function waitingForLocks(db: Query): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
}
