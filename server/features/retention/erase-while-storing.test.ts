import { setTimeout as delay } from "node:timers/promises";

import { expect, test } from "vitest";

import { insertRecord } from "#server/features/records/insert-records.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { examplesOf } from "#tests/person-command.ts";
import { mailedReference } from "#tests/submission-examples.ts";

import { erasePerson } from "./person.ts";

const moana = { kind: "email", address: "moana.tahi@example.co.nz" } as const;

/** Erases while another transaction stores a mailed submission of Moana's. */
async function eraseDuringStore(app: TestApp, erase: () => Promise<unknown>): Promise<void> {
  const { database, now } = app.app.services;
  const { submission, values } = examplesOf(moana.address)[1]!;
  const refNumber = await mailedReference(app, { submission, values, optional: "phone" });
  const { promise: isStoring, resolve: begun } = Promise.withResolvers<void>();
  const storing = database.write(async (tx) => {
    const attempt = tx.updateTable("attempts").where("ref_number", "=", refNumber);
    await attempt.set({ state: "stored", sealed: null }).execute();
    const moments = { createdAt: now(), storedAt: now(), dueAt: now() };
    await insertRecord(tx, submission, values, { refNumber, ...moments, consent: true, adopted: false });
    begun();
    await delay(500);
  });
  await isStoring;
  await Promise.all([storing, erase()]);
}

test("a submission that is being stored while its person is erased leaves no record", async () => {
  const app = await buildTestApp();
  const { database, now, keys, linkKeys } = app.app.services;
  const choices = { orders: false, everyone: false, at: now() };
  await eraseDuringStore(app, async () => {
    const { erased, theirs } = await database.write((tx) =>
      erasePerson(tx, { keys, linkKeys }, moana, choices),
    );
    expect(erased).toMatchObject({ contact_messages: 1, "not yet stored": 0 });
    expect(theirs).toHaveLength(1);
  });
  expect(await app.rows("contact_messages")).toEqual([]);
  expect(await app.rows("attempts")).toEqual([]);
});
