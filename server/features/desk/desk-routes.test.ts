import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { addColleague, deskOf } from "#tests/desk-calls.ts";
import {
  addRecord,
  contactMessageExample,
  quoteRequestExample,
  vehicleExample,
} from "#tests/submission-examples.ts";

const start = new Date("2026-11-20T00:00:00.000Z");

test("the summary counts by status, what is mine and what is snoozed", async () => {
  const app = await buildTestApp({ startAt: start });
  const references: string[] = [];
  for (let count = 0; count < 4; count += 1)
    references.push(await addRecord(app, quoteRequestExample, { year: 2010 + count }));
  await addRecord(app, vehicleExample);
  const desk = await deskOf(app);
  const [me] = (await desk.summary()).people;
  const [a = "", b = "", c = ""] = references;
  await desk.setStatus(a, "completed");
  for (const reference of [a, b, c]) await desk.change(reference, { owner_id: me?.id });
  await desk.change(c, { snoozed_until: "2026-11-21T00:00:00.000Z" });
  const { counts } = await desk.summary();
  expect(counts["quote_requests"]).toEqual({
    statuses: { new: 3, in_progress: 0, completed: 1, cancelled: 0 },
    due: 2,
    mail_problems: 0,
    mine: 1,
    snoozed: 1,
  });
  expect(counts["vehicle_submissions"]).toMatchObject({ statuses: { new: 1 }, mine: 0, snoozed: 0 });
  app.advance(2 * 24 * 60 * 60_000);
  expect((await (await deskOf(app)).summary()).counts["quote_requests"]).toMatchObject({
    mine: 2,
    snoozed: 0,
  });
});

test("records of the same person or machine are related, whichever form they came through", async () => {
  const app = await buildTestApp();
  const first = await addRecord(app, quoteRequestExample, {
    vin: "te35 4100123",
    email: "other@example.nz",
    phone: "1",
  });
  const second = await addRecord(app, contactMessageExample, {
    email: "AROHA@example.co.nz",
    phone: "+64 21 555 0100",
  });
  await addRecord(app, vehicleExample);
  const reference = await addRecord(app, quoteRequestExample);
  const { related } = await (await deskOf(app)).open(reference);
  expect(related.map(({ ref_number, table, shares }) => [ref_number, table, shares])).toEqual([
    [second, "contact_messages", ["email", "phone"]],
    [first, "quote_requests", ["vin"]],
  ]);
});

test("only active users can be given records, and the refusal says so", async () => {
  const app = await buildTestApp();
  const reference = await addRecord(app, quoteRequestExample);
  const disabled = await addColleague(app, { disabled_at: start.toISOString() });
  const desk = await deskOf(app);
  for (const owner of ["nobody", disabled]) {
    const { outcomes } = await (await desk.change(reference, { owner_id: owner })).json();
    const why = "Records can't be assigned to this person";
    expect(outcomes).toMatchObject([{ reference, kind: "refused", why }]);
  }
  expect((await desk.open(reference)).events).toHaveLength(2);
});

test("nothing else can be changed here", async () => {
  const app = await buildTestApp();
  const reference = await addRecord(app, quoteRequestExample);
  const desk = await deskOf(app);
  const impossible = [
    { snoozed_until: "tomorrow" },
    { snoozed_until: "2026-02-31T09:00:00+13" },
    { snoozed_until: "0000-01-01T00:00:00Z" },
    { snoozed_until: "9999-12-31T23:00:00-05:00" },
    { email: "x@y.nz" },
  ];
  for (const change of impossible) expect((await desk.change(reference, change)).status).toBe(400);
  expect((await desk.open(reference)).events).toHaveLength(2);
});

test("a record snoozed until a New Zealand time is back at that time", async () => {
  const app = await buildTestApp({ startAt: start });
  const reference = await addRecord(app, quoteRequestExample);
  const desk = await deskOf(app);
  await desk.change(reference, { snoozed_until: "2026-11-20T23:00:00+13:00" });
  expect((await desk.open(reference)).record["snoozed_until"]).toBe("2026-11-20T10:00:00.000Z");
  app.advance(10.5 * 60 * 60_000);
  expect((await (await deskOf(app)).summary()).counts["quote_requests"]).toMatchObject({ snoozed: 0 });
});

test("visitors see and change nothing of the desk; an unknown reference is not found", async () => {
  const app = await buildTestApp();
  const reference = await addRecord(app, quoteRequestExample);
  const path = `/functions/v1/desk-record?reference=${reference}`;
  const answers = await Promise.all([
    app.fetch("/functions/v1/desk-summary"),
    app.fetch(path),
    app.fetch(path, { method: "PATCH" }),
    app.postJson(`/functions/v1/desk-note?reference=${reference}`, { text: "x", key: randomUUID() }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  const cookie = await app.signIn();
  for (const unknown of ["QK-222222-2222", "x", ""]) {
    const answer = await app.fetch(`/functions/v1/desk-record?reference=${unknown}`, { headers: { cookie } });
    expect(answer.status).toBe(404);
  }
});
