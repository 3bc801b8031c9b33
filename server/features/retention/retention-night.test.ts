import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { sql } from "kysely";
import { expect, test } from "vitest";

import { nzInstant } from "#domain/nz-time.ts";
import { insertRecord } from "#server/features/records/insert-records.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { tryCommand } from "#tests/run-command.ts";
import { deskCall } from "#tests/staff.ts";
import { contactMessageExample } from "#tests/submission-examples.ts";

import { nightlyShare } from "./retention-night.ts";

const day = 24 * 60 * 60_000;
const startAt = nzInstant("2026-11-21", "02:00");

/** An hour before the night's removal: that many records that are due then, and that many that are not. */
async function withRecords(due: number, others: number): Promise<TestApp> {
  const app = await buildTestApp({ startAt });
  await app.app.watchClock();
  await app.app.removeExpired();
  const { submission, values } = contactMessageExample;
  await app.app.services.database.write(async (tx) => {
    for (let index = 0; index < due + others; index += 1) {
      const createdAt = index < due ? new Date(Date.parse("2024-11-01") + index * 60_000) : startAt;
      const refNumber = `QK-${String(index).padStart(6, "0")}-2222`;
      const times = { createdAt, dueAt: createdAt, storedAt: createdAt };
      await insertRecord(tx, submission, values, { refNumber, consent: null, adopted: false, ...times });
    }
  });
  app.advance(60 * 60_000);
  return app;
}

async function noticeOf(app: TestApp): Promise<unknown> {
  return (await deskCall(app, await app.signIn(), "GET notices")).body["notices"];
}

async function isLeft(app: TestApp): Promise<number> {
  return (await app.rows("contact_messages")).length;
}

/** `npm run clock` as a person runs it, next to the server and at its time. */
async function clockCommand(app: TestApp, ...args: string[]): Promise<string> {
  const clock = pathToFileURL(resolve(import.meta.dirname, "../../../tests/clock-starts-at.mjs")).href;
  const at = app.app.services.now().toISOString();
  const env = { ...app.environment, NODE_OPTIONS: `--import=${clock}`, CLOCK_STARTS_AT: at };
  const { code, stdout, stderr } = await tryCommand("clock", args, env);
  return code === 0 ? stdout : stderr;
}

test("a night's share is 5 % of the records, and never less than ten", () => {
  expect([0, 20, 219, 220, 300, 10_000].map(nightlyShare)).toEqual([10, 10, 10, 11, 15, 500]);
});

test("one night removes its share, oldest first; a notice names the rest, which goes the next night", async () => {
  const app = await withRecords(12, 3);
  await app.app.removeExpired();
  expect(await isLeft(app)).toBe(5);
  const left = (await app.rows("contact_messages")).map((row) => String(row["created_at"]));
  expect(left.toSorted((a, b) => (a < b ? -1 : 1))[0]).toBe("2024-11-01T00:10:00.000Z");
  const words = expect.stringMatching(/^2 more records are past .* no more than 10 go in one night/);
  expect(await noticeOf(app)).toEqual([
    expect.objectContaining({ id: "retention", severity: "warn", words }),
  ]);
  app.advance(2 * 60 * 60_000);
  await app.app.removeExpired();
  expect(await isLeft(app)).toBe(5);
  app.advance(day);
  await app.app.removeExpired();
  expect([await isLeft(app), await noticeOf(app)]).toEqual([3, []]);
});

test("a second try in the same night removes no more than the first one had left", async () => {
  const app = await withRecords(12, 0);
  await app.app.removeExpired();
  expect(await isLeft(app)).toBe(2);
  const { database } = app.app.services;
  await database.write((tx) => sql`update chores set done_at = null`.execute(tx));
  app.advance(2 * 60 * 60_000);
  await app.app.removeExpired();
  expect(await isLeft(app)).toBe(2);
});

test("a shop whose ten records all fall due in one night sees them go that night", async () => {
  const app = await withRecords(10, 0);
  await app.app.removeExpired();
  expect([await isLeft(app), await noticeOf(app)]).toEqual([0, []]);
});

test("once a person has confirmed the date, the next night removes all that was due then", async () => {
  const app = await withRecords(12, 0);
  await app.app.removeExpired();
  expect(await clockCommand(app, "confirm", "2026-11-22")).toContain(
    "The clock says Saturday 21 November 2026, 3:00 am in New Zealand. That is not 2026-11-22.",
  );
  app.advance(day);
  expect(await clockCommand(app, "confirm", "2026-11-22")).toContain("Confirmed.");
  expect(await clockCommand(app)).toContain("Last trusted: Sunday 22 November 2026, 3:00 am.");
  await app.app.removeExpired();
  expect(await isLeft(app)).toBe(0);
  expect((await app.rows("audit_entries")).map((row) => row["event"])).toContain("clock-confirmed");
});
