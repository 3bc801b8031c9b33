import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { sql } from "kysely";

import { buildTestApp, type TestApp } from "./build-test-app.ts";
import { addRecord, contactMessageExample } from "./submission-examples.ts";

export const hour = 60 * 60_000;
export const day = 24 * hour;
export const twoYears = 767 * day;
export const doubted = "the clock cannot be right: nothing is removed until the date is confirmed";

export const startAt = new Date("2026-11-22T00:00:00.000Z");
export const withDoubts = { startAt, expectedWarnings: [doubted] };

/** Runs what the process does every minute. */
export async function aMinutesWork({ app }: TestApp): Promise<void> {
  await app.watchClock();
  await app.runHousekeeping();
  await app.pruneBackups();
  await app.removeExpired();
}

const ledgers = [
  "contact_messages",
  "attempts",
  "sessions",
  "limits",
  "audit_entries",
  "mail_self_tests",
] as const;

/** How many rows and mails there are of everything that is removed by time. */
export async function held(app: TestApp): Promise<Record<string, number>> {
  const counts = await Promise.all(
    ledgers.map(async (table) => [table, (await app.rows(table)).length] as const),
  );
  const mails = (await readdir(join(app.dataDir, "mail")).catch(() => [])).length;
  return { ...Object.fromEntries(counts), mails };
}

/** An installation with old data of every kind that is removed by time. */
export async function shop(environment: Record<string, string> = {}): Promise<TestApp> {
  const app = await buildTestApp({ ...withDoubts, environment });
  await aMinutesWork(app);
  for (const visitor of [1, 2, 3]) {
    await addRecord(app, contactMessageExample, { email: `visitor-${visitor}@example.co.nz` });
  }
  await app.app.services.mailStep.settled();
  await app.signIn();
  const at = startAt.toISOString();
  await app.app.services.database.write((tx) =>
    sql`insert into mail_self_tests (day, tried_at, outcome) values ('2026-11-22', ${at}, 'accepted')`.execute(
      tx,
    ),
  );
  return app;
}
