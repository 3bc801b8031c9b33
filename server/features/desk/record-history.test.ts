import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { addColleague, deskOf } from "#tests/desk-calls.ts";
import {
  addRecord,
  contactMessageExample,
  mailedReference,
  quoteRequestExample,
} from "#tests/submission-examples.ts";

const start = new Date("2026-11-20T00:00:00.000Z");

test("a record's history shows who did what and when", async () => {
  const app = await buildTestApp({ startAt: start });
  const reference = await addRecord(app, quoteRequestExample);
  const desk = await deskOf(app);
  const hemi = await addColleague(app);
  const [me] = (await desk.summary()).people.filter(({ id }) => id !== hemi);
  await desk.setStatus(reference, "in_progress");
  app.advance(60_000);
  await desk.change(reference, { owner_id: hemi });
  await desk.change(reference, { snoozed_until: "2026-11-23T20:00:00.000Z" });
  await desk.note(reference, "Rang: no answer.\n<b>Try again</b> on Tuesday 👍");
  const { record, events } = await desk.open(reference);
  expect(events.map(({ type, user_id, was, becomes }) => [type, user_id, was, becomes])).toEqual([
    ["mailed", null, null, null],
    ["created", null, null, null],
    ["status", me?.id, "new", "in_progress"],
    ["owner", me?.id, null, hemi],
    ["snooze", me?.id, null, "2026-11-23T20:00:00.000Z"],
    ["note", me?.id, null, null],
  ]);
  expect(events.at(-1)?.["note"]).toBe("Rang: no answer.\n<b>Try again</b> on Tuesday 👍");
  expect(events.at(2)?.["at"]).toBe("2026-11-20T00:00:01.000Z");
  expect(record).toMatchObject({
    status: "in_progress",
    owner_id: hemi,
    snoozed_until: "2026-11-23T20:00:00.000Z",
    updated_at: "2026-11-20T00:01:01.000Z",
  });
  const ids = events.map(({ id }) => Number(id));
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
});

test("an adopted record says when it was mailed and when the server stored it", async () => {
  const app = await buildTestApp({ startAt: start });
  const reference = await mailedReference(app, quoteRequestExample);
  app.advance(20 * 60_000);
  await app.app.run("housekeeping");
  const { events, record } = await (await deskOf(app)).open(reference);
  expect(events.map(({ type, at }) => [type, at])).toEqual([
    ["mailed", "2026-11-20T00:00:00.000Z"],
    ["adopted", "2026-11-20T00:20:00.000Z"],
  ]);
  expect(record).toMatchObject({ adopted: true, consent: null });
});

test("a note does not make a status change stale, and is not doubled when it is sent again", async () => {
  const app = await buildTestApp();
  const reference = await addRecord(app, contactMessageExample);
  const desk = await deskOf(app);
  const { version } = (await desk.open(reference)).record;
  const key = randomUUID();
  const text = "ب".repeat(10_000);
  expect((await desk.note(reference, text, key)).status).toBe(200);
  expect((await desk.note(reference, text, key)).status).toBe(200);
  expect((await desk.setStatus(reference, "completed", version)).status).toBe(204);
  const { events } = await desk.open(reference);
  expect(events.filter(({ note }) => note === text)).toHaveLength(1);
});

test("an invalid note is refused with a message", async () => {
  const app = await buildTestApp();
  const reference = await addRecord(app, quoteRequestExample);
  const desk = await deskOf(app);
  const answers = [
    await desk.note(reference, " \n "),
    await desk.note(reference, "x".repeat(10_001)),
    await desk.note(reference, 5),
    await desk.note(reference, "Hi", "1"),
  ];
  for (const answer of answers) {
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ success: false, error: expect.any(String) }),
    ]);
  }
});
