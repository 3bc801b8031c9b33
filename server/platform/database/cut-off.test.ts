import { setTimeout as delay } from "node:timers/promises";

import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { startMailServer } from "#tests/mail-server.ts";
import { createTestDatabase } from "#tests/postgres.ts";
import { quoteExample, sendMail } from "#tests/quote-example.ts";

const cutAll = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

/** Ends every connection of the server under test, eight times in two seconds. */
async function cutConnections(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (let cut = 0; cut < 8; cut += 1) {
    await client.query(cutAll);
    await delay(250);
  }
  await client.end();
}

async function pressUntilSent(app: TestApp, name: string): Promise<string> {
  for (let press = 0; press < 10; press += 1) {
    const { status, ref_number: reference } = await sendMail(app, { ...quoteExample, full_name: name });
    if (status === 200) return reference ?? "";
    expect(status).toBe(503);
    await delay(300);
  }
  throw new Error(`${name} never got through`);
}

test("connections break while 20 visitors send: no submission is lost or mailed twice", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const mail = await startMailServer();
  onTestFinished(() => mail.stop());
  const app = await buildTestApp({
    environment: { DATABASE_URL: database.url, MAIL_URL: mail.url },
    expectedWarnings: ["request failed", "work after a submission failed"],
  });
  const cutting = cutConnections(database.url);
  const names = Array.from({ length: 20 }, (_, index) => `Visitor ${index}`);
  const references = await Promise.all(names.map((name) => pressUntilSent(app, name)));
  await cutting;
  await app.app.services.mailStep.settled();
  const staffMails = mail.messages.filter(({ name }) => name.endsWith("-staff"));
  expect(staffMails.map(({ name }) => name).toSorted()).toEqual(
    references.map((reference) => `${reference}-staff`).toSorted(),
  );
  app.advance(16 * 60_000);
  await app.app.run("housekeeping");
  const stored = await app.rows("quote_requests");
  expect(stored.map((row) => row["ref_number"]).toSorted()).toEqual(references.toSorted());
}, 60_000);
