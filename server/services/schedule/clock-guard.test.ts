import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { createTestDatabase } from "#tests/postgres.ts";
import {
  aMinutesWork,
  day,
  doubted,
  held,
  hour,
  shop,
  startAt,
  twoYears,
  withDoubts,
} from "#tests/shifted-clock.ts";
import { deskCall } from "#tests/staff.ts";

const trusted = "the clock is trusted again: removals go on";

interface Shown {
  readonly ready: [status: number, clock: unknown];
  readonly notices: readonly unknown[];
  readonly gauge: string | undefined;
  readonly errors: number;
}

async function shown(app: TestApp): Promise<Shown> {
  const ready = await app.fetch("/readyz");
  const { body } = await deskCall(app, await app.signIn(), "GET notices");
  const metrics = await (await app.fetch("/metrics")).text();
  return {
    ready: [ready.status, (await ready.json()).clock],
    notices: body["notices"] as unknown[],
    gauge: /^quadkea_clock_trusted (\d)/m.exec(metrics)?.[1],
    errors: app.logLines.filter(({ msg }) => msg === doubted).length,
  };
}

const isWell: Shown = { ready: [200, true], notices: [], gauge: "1", errors: 0 };

test("a clock that jumps two years ahead removes nothing, and log, desk, /readyz and metrics report it", async () => {
  const app = await shop();
  const before = await held(app);
  expect(await shown(app)).toEqual(isWell);
  app.shiftClock(twoYears);
  for (let minute = 0; minute < 3; minute += 1) await aMinutesWork(app);
  expect(await held(app)).toEqual({ ...before, sessions: 2, audit_entries: before["audit_entries"]! + 1 });
  const words = expect.stringMatching(
    /says Thursday 28 December 2028, .* on Sunday 22 November 2026\..*npm run clock/,
  );
  expect(await shown(app)).toEqual({
    ready: [503, false],
    notices: [{ id: "clock", severity: "danger", title: "Check the server's date.", words }],
    gauge: "0",
    errors: 1,
  });
  app.shiftClock(-twoYears);
  await aMinutesWork(app);
  expect(await shown(app)).toEqual({ ...isWell, errors: 1 });
});

test("after a day at a steady pace the clock is trusted, and due data is removed", async () => {
  const app = await shop();
  app.shiftClock(twoYears);
  await aMinutesWork(app);
  app.advance(day - 1000);
  await aMinutesWork(app);
  expect(await held(app)).toMatchObject({ contact_messages: 3, mails: 6 });
  app.advance(1000);
  await aMinutesWork(app);
  expect(await held(app)).toMatchObject({ contact_messages: 0, attempts: 0, sessions: 0, mails: 0 });
  expect(app.logLines.map(({ msg }) => msg)).toContain(trusted);
});

test("a clock that jumps again, or goes back, is not steady", async () => {
  const app = await shop();
  app.shiftClock(twoYears);
  await aMinutesWork(app);
  for (const jump of [5 * day, -hour, 5 * day]) {
    app.advance(day / 2);
    app.shiftClock(jump);
    await aMinutesWork(app);
    app.advance(day / 2);
    await aMinutesWork(app);
  }
  expect(await held(app)).toMatchObject({ contact_messages: 3 });
});

test("a wrong clock stays doubted after a restart; the hours of a server that is off at night add up", async () => {
  const first = await shop();
  await first.stop();
  first.shiftClock(21 * day);
  let app = await first.restart();
  const doubts: unknown[] = [];
  for (let shift = 0; shift < 3; shift += 1) {
    await aMinutesWork(app);
    app.advance(9 * hour);
    await aMinutesWork(app);
    doubts.push((await shown(app)).ready);
    await app.stop();
    app.shiftClock(15 * hour);
    app = await app.restart();
  }
  expect(doubts).toEqual([
    [503, false],
    [503, false],
    [200, true],
  ]);
});

test("a process that kept running trusts its clock, however long the database was away", async () => {
  const app = await buildTestApp({ startAt });
  await app.app.watchClock();
  app.advance(30 * day);
  await app.app.watchClock();
  expect(await shown(app)).toEqual(isWell);
});

test("a clock three days ahead is trusted, a moment more is not", async () => {
  const app = await buildTestApp(withDoubts);
  await app.app.watchClock();
  app.shiftClock(3 * day);
  expect((await app.fetch("/readyz")).status).toBe(200);
  app.shiftClock(1);
  expect((await app.fetch("/readyz")).status).toBe(503);
});

test("in an installation older than the clock's memory, records and backups give the trusted time", async () => {
  const app = await shop();
  await app.app.services.database.write((tx) => tx.deleteFrom("clock").execute());
  await app.stop();
  app.shiftClock(twoYears);
  const upgraded = await app.restart();
  await aMinutesWork(upgraded);
  expect(await held(upgraded)).toMatchObject({ contact_messages: 3, mails: 6 });
  const folder = join(app.dataDir, "backups");
  await mkdir(folder);
  await writeFile(join(folder, "quadkea-20261120T000000000Z.backup"), "");
  await writeFile(join(folder, "quadkea-20991120T000000000Z.backup"), "");
  const empty = await buildTestApp({
    ...withDoubts,
    environment: { BACKUP_DIR: folder, DRILL_DATABASE_URL: "postgres://localhost/none" },
  });
  expect(await empty.rows("clock")).toMatchObject([{ trusted_at: "2026-11-20T00:00:00.000Z" }]);
});

test.runIf(process.env["TEST_ENGINE"] === "postgres")(
  "next to an instance with the right time, one with a wrong clock never confirms itself",
  async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const environment = { DATABASE_URL: database.url };
    const right = await buildTestApp({ startAt, environment });
    const wrong = await buildTestApp({
      environment,
      startAt: new Date(startAt.getTime() + twoYears),
      expectedWarnings: [doubted],
    });
    for (let hours = 0; hours < 26; hours += 1) {
      for (const app of [right, wrong]) {
        await app.app.watchClock();
        app.advance(hour);
      }
    }
    expect([await right.app.services.clock.doubt(), await wrong.app.services.clock.doubt()]).toEqual([
      null,
      expect.objectContaining({ isOutvoted: true }),
    ]);
  },
);
