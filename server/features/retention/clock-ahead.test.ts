import { sql } from "kysely";
import { expect, test } from "vitest";

import { dayMs, hourMs } from "#domain/durations.ts";
import { nzInstant } from "#domain/nz-time.ts";
import { chores } from "#server/chores.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder, addQuote } from "#tests/deal-examples.ts";
import { deskCall } from "#tests/staff.ts";
import { addRecord, vehicleExample } from "#tests/submission-examples.ts";

const startAt = nzInstant("2026-11-29", "14:00");

/** A shop with an unpaid order and twelve records, which is stopped that evening. */
async function smallShop() {
  const app = await buildTestApp({ startAt, runsForMs: 0 });
  await addOrder(app);
  for (let count = 0; count < 11; count += 1) await addRecord(app, vehicle(count));
  await runChores(app);
  return app;
}

function vehicle(number: number) {
  return { ...vehicleExample, values: { ...vehicleExample.values, make: `Make ${number}` } };
}

async function runChores(app: TestApp): Promise<void> {
  for (const { name } of chores) if (name !== "backup") await app.app.run(name);
}

/** Starts it again on that day, by a clock that may be right or not. */
function startOn(app: TestApp, day: string): Promise<TestApp> {
  app.shiftClock(nzInstant(day, "14:00").getTime() - app.app.services.now().getTime());
  return app.restart();
}

/** What a wrong date would take. */
async function held(app: TestApp) {
  const tables = ["quote_requests", "vehicle_submissions", "outbox", "audit_entries", "orders"];
  const rows = await Promise.all(tables.map((table) => app.rows(table)));
  const orders = rows.pop() ?? [];
  return { rows: rows.map(({ length }) => length), orders: orders.map(({ state }) => state) };
}

async function clockNotice(app: TestApp) {
  const { body } = await deskCall(app, await app.signIn(), "GET notices");
  return (body["notices"] as { id: string }[]).find(({ id }) => id === "clock");
}

test("a shop that was off for three weeks does what is due once it has run for an hour", async () => {
  const before = await smallShop();
  const was = await held(before);
  const app = await startOn(before, "2026-12-20");
  await runChores(app);
  expect(await held(app)).toEqual(was);
  expect(await clockNotice(app)).toBeUndefined();
  app.advance(hourMs);
  await runChores(app);
  expect(await held(app)).toMatchObject({ orders: ["lapsed"] });
});

test.for(["2030-05-12", "2035-11-29"])(
  "started in %s by a wrong clock, nothing goes and nobody is mailed for a day, whatever happens since; staff read why",
  async (day) => {
    const first = await smallShop();
    const was = await held(first);
    const second = await startOn(first, day);
    await runChores(second);
    await addQuote(second); // By the wrong clock, too: it proves nothing.
    was.rows[0] = (was.rows[0] ?? 0) + 1;
    const app = await second.restart();
    app.advance(23 * hourMs);
    await runChores(app);
    expect(await held(app)).toEqual(was);
    const words = day.startsWith("2030") ? /13 May 2030, 1260 days after the last/ : /2035, 3287 days after/;
    expect(await clockNotice(app)).toMatchObject({ severity: "danger", words: expect.stringMatching(words) });
    app.advance(hourMs);
    await runChores(app);
    const { rows, orders } = await held(app);
    expect([rows[1], orders]).toEqual([2, ["lapsed"]]);
    expect(await clockNotice(app)).toBeUndefined();
  },
);

test("a clock that jumps while the server runs is treated like one at its start", async () => {
  const app = await smallShop();
  app.advance(5 * hourMs);
  await runChores(app);
  const was = await held(app);
  app.shiftClock(1000 * dayMs);
  for (const hours of [1, 22]) {
    await runChores(app);
    app.advance(hours * hourMs);
  }
  expect(await held(app)).toEqual(was);
});

test("no more than ten orders or 5 % lapse until the next night, longest overdue first", async () => {
  const app = await buildTestApp({ startAt });
  for (let count = 0; count < 12; count += 1) await addOrder(app);
  const lapsed = async () =>
    (await app.rows("orders")).filter(({ state }) => state === "lapsed").map((row) => row["invoice_number"]);
  app.advance(21 * dayMs);
  for (let run = 0; run < 3; run += 1) await app.app.run("deals");
  expect(await lapsed()).toEqual(Array.from({ length: 10 }, (_, index) => 1001 + index));
  app.advance(dayMs);
  await app.app.run("deals");
  expect(await lapsed()).toHaveLength(12);
});

test("photos count as records do: a night ends with the first record that brings them to their share", async () => {
  const app = await buildTestApp({ startAt });
  await app.app.run("retention");
  const add = async (photos: number) => {
    const reference = await addRecord(app, vehicle(photos));
    for (let count = 0; count < photos; count += 1)
      await app.app.services.database.write((tx) =>
        sql`insert into photos (id, ref_number, kind, sha256, bytes, preview_bytes, at)
          values (${`${reference}-${count}`}, ${reference}, 'visitor', ${`${reference}-${count}`}, 1, 1,
            ${startAt.toISOString()})`.execute(tx),
      );
    app.advance(1000);
  };
  for (const photos of [0, 8, 7, 1]) await add(photos);
  const left = async () => (await app.rows("vehicle_submissions")).length;
  app.advance(800 * dayMs);
  await app.app.run("retention");
  expect([await left(), (await app.rows("photos")).length]).toEqual([1, 1]);
  app.advance(dayMs);
  await app.app.run("retention");
  expect(await left()).toBe(0);
});
