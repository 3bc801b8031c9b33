import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { nzInstant } from "#domain/nz-time.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { deskOf } from "#tests/desk-calls.ts";
import { addRecord, quoteRequestExample as quote } from "#tests/submission-examples.ts";

const monday = nzInstant("2026-10-12", "10:00");

async function withRecord() {
  const app = await buildTestApp({ startAt: monday });
  const reference = await addRecord(app, quote);
  const desk = await deskOf(app);
  const answer = async () => {
    const { answered_at: at, answered_by: by } = (await desk.open(reference)).record;
    return { at, by };
  };
  const types = async () => (await desk.open(reference)).events.map(({ type }) => type);
  const now = () => app.app.services.now().toISOString();
  return { app, reference, desk, answer, types, now };
}

const open = { at: null, by: null };

test("in progress, a note and an assignee answer nothing; the list of what is due keeps the record", async () => {
  const { app, reference, desk, answer } = await withRecord();
  await desk.setStatus(reference, "in_progress");
  await desk.note(reference, "Rang, no answer");
  expect(await answer()).toEqual(open);
  const cookie = await app.signIn();
  const due = "/rest/v1/quote_requests?select=*&answered_at=is.null";
  const list = () => app.fetch(due, { headers: { cookie } }).then((response) => response.json());
  expect(await list()).toMatchObject([{ ref_number: reference }]);
  await desk.setStatus(reference, "completed");
  expect(await list()).toEqual([]);
});

test("a call answers once, with its note; sent again it is the same call, and a later one changes nothing", async () => {
  const { app, reference, desk, answer, types, now } = await withRecord();
  const key = randomUUID();
  const first = { at: now(), by: "call" };
  await Promise.all([
    desk.call(reference, "Wants two of them", key),
    desk.call(reference, "Wants two of them", key),
  ]);
  expect(await answer()).toEqual(first);
  expect(await types()).toEqual(["mailed", "created", "call", "note"]);
  app.advance(60_000);
  await desk.call(reference, "", randomUUID());
  await desk.setStatus(reference, "completed");
  expect(await answer()).toEqual(first);
  await desk.setStatus(reference, "new");
  expect(await answer()).toEqual(first);
});

test("a call that is taken back lets the clock run on, unless another call has answered", async () => {
  const { reference, desk, answer, types, now } = await withRecord();
  const [one, other] = [randomUUID(), randomUUID()];
  const called = { at: now(), by: "call" };
  await desk.call(reference, "", one);
  await desk.call(reference, "", other);
  await desk.takeCallBack(reference, one);
  expect(await answer()).toEqual(called);
  await desk.takeCallBack(reference, other);
  await desk.takeCallBack(reference, other);
  expect(await answer()).toEqual(open);
  expect(await types()).toEqual(["mailed", "created", "call", "call", "call_undone", "call_undone"]);
});

test("a record that is closed is answered; opened again it waits again, and keeps its version for everybody", async () => {
  const { reference, desk, answer, now } = await withRecord();
  await desk.setStatus(reference, "cancelled");
  expect(await answer()).toEqual({ at: now(), by: "closed" });
  await desk.setStatus(reference, "in_progress");
  expect(await answer()).toEqual(open);
  const { version } = (await desk.open(reference)).record;
  await desk.call(reference, "", randomUUID());
  expect((await desk.setStatus(reference, "completed", version)).status).toBe(204);
});

test("a change of status says whether the record is answered now", async () => {
  const { reference, desk, now } = await withRecord();
  const answered = async (status: string) => {
    const { outcomes } = await (await desk.change(reference, { status })).json();
    return outcomes[0].answer;
  };
  expect(await answered("completed")).toEqual({ answered_at: now(), answered_by: "closed" });
  expect(await answered("in_progress")).toEqual({ answered_at: null, answered_by: null });
  await desk.call(reference, "", randomUUID());
  const called = { answered_at: now(), answered_by: "call" };
  expect([await answered("cancelled"), await answered("new")]).toEqual([called, called]);
});

test("a call to the customer of a closed record is the answer: opened again, the record waits no more", async () => {
  const { app, reference, desk, answer, now } = await withRecord();
  await desk.setStatus(reference, "completed");
  const called = { at: now(), by: "call" };
  app.advance(60_000);
  const key = randomUUID();
  await desk.call(reference, "", key);
  expect(await answer()).toEqual(called);
  await desk.setStatus(reference, "in_progress");
  expect(await answer()).toEqual(called);
  await desk.takeCallBack(reference, key);
  expect(await answer()).toEqual(open);
});

test("a call that is taken back after its record was closed leaves it answered by closing it", async () => {
  const { app, reference, desk, answer, now } = await withRecord();
  const key = randomUUID();
  await desk.call(reference, "", key);
  app.advance(60_000);
  const closed = { at: now(), by: "closed" };
  await desk.setStatus(reference, "completed");
  await desk.takeCallBack(reference, key);
  expect(await answer()).toEqual(closed);
  await desk.setStatus(reference, "in_progress");
  expect(await answer()).toEqual(open);
});
