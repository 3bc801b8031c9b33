import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

import { sql } from "kysely";
import { expect, test } from "vitest";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { removeRecords } from "#server/features/retention/person-tables.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { exampleDraft, quoteDesk } from "#tests/quote-desk.ts";
import { addStaff } from "#tests/staff.ts";

test("what staff save while the record is being erased is refused as missing, and nothing of it stays", async () => {
  const app = await buildTestApp();
  const { cookie } = await addStaff(app);
  const desk = await quoteDesk(app, { cookie });
  await app.app.services.mailStep.settled();
  const removed = Promise.withResolvers<void>();
  const erasing = app.app.services.database.write(async (tx) => {
    await removeRecords(tx, quoteRequest, sql`${true}`, 1);
    removed.resolve();
    await delay(2000);
  });
  await removed.promise;
  const post = async (call: string) => {
    const body = { text: "Rang about Moana", key: randomUUID() };
    const path = `/functions/v1/desk-${call}?reference=${desk.reference}`;
    return (await app.postJson(path, body, { cookie })).status;
  };
  const saved = await Promise.all([post("note"), post("call"), post("reply")]);
  expect(saved).toEqual([404, 404, 404]);
  await erasing;
  const events = await app.rows("record_events");
  expect(events.filter((event) => event["reference"] === desk.reference)).toEqual([]);
  expect(await app.rows("outbox")).toEqual([]);
});

test("a draft that is saved while its request is being erased is refused as missing, and not kept", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  const removed = Promise.withResolvers<void>();
  const erasing = app.app.services.database.write(async (tx) => {
    await removeRecords(tx, quoteRequest, sql`${true}`, 1);
    removed.resolve();
    await delay(2000);
  });
  await removed.promise;
  expect(await desk.save(exampleDraft(), 0)).toMatchObject({ status: 404 });
  await erasing;
  expect(await app.rows("quote_drafts")).toEqual([]);
});
