import { randomUUID } from "node:crypto";

import { sql } from "kysely";
import { expect, test } from "vitest";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { nzInstant } from "#domain/nz-time.ts";
import type { Statistics } from "#domain/statistics.ts";
import { removeRecords } from "#server/features/retention/remove-records.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { deskOf } from "#tests/desk-calls.ts";
import {
  addRecord,
  contactMessageExample as message,
  quoteRequestExample as quote,
} from "#tests/submission-examples.ts";

const monday = nzInstant("2026-10-12", "10:00");

async function peopleOf(app: TestApp): Promise<Statistics["people"]> {
  const cookie = await app.signIn();
  const statistics: Statistics = await (
    await app.fetch("/functions/v1/figures", { headers: { cookie } })
  ).json();
  return statistics.people;
}

test("each person has their open records, and the replies and calls not taken back", async () => {
  const app = await buildTestApp({ startAt: monday });
  const [mine, other] = [await addRecord(app, quote), await addRecord(app, quote, { year: 2001 })];
  const desk = await deskOf(app);
  const [admin] = await app.rows("users");
  for (const reference of [mine, other]) await desk.change(reference, { owner_id: admin?.["id"] });
  const key = randomUUID();
  await desk.call(mine, "", key);
  await desk.call(other, "", randomUUID());
  await desk.takeCallBack(mine, key);
  await desk.setStatus(other, "completed");
  const counts = { open: 1, quotes: 0, answers: 0, replies: 0, calls: 1 };
  expect(await peopleOf(app)).toEqual([{ name: "Administrator", ...counts }]);
});

test("replies and calls to people whose records were erased count for nobody", async () => {
  const app = await buildTestApp({ startAt: monday });
  const kept = await addRecord(app, message);
  const desk = await deskOf(app);
  for (const reference of [kept, await addRecord(app, quote)]) await desk.call(reference, "", randomUUID());
  const calls = async () => (await peopleOf(app)).map((person) => person.calls);
  expect(await calls()).toEqual([2]);
  await app.app.services.database.write((tx) => removeRecords(tx, quoteRequest, sql`${true}`, 1));
  expect(await calls()).toEqual([1]);
});
