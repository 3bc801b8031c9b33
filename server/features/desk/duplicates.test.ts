import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { deskOf } from "#tests/desk-calls.ts";
import { addRecord, contactMessageExample, quoteRequestExample } from "#tests/submission-examples.ts";

test("a repetition is merged into its original in one change, which its history names, and taken out again", async () => {
  const app = await buildTestApp();
  const original = await addRecord(app, quoteRequestExample);
  const again = await addRecord(app, quoteRequestExample, { notes: "Any news?" });
  const desk = await deskOf(app);
  await desk.change(again, { status: "cancelled", duplicate_of: original });
  const merged = await desk.open(again);
  expect(merged.record).toMatchObject({
    status: "cancelled",
    duplicate_of: original,
    repeats: { duplicate_of: null },
  });
  expect(merged.events.slice(-2)).toMatchObject([
    { type: "status", was: "new", becomes: "cancelled" },
    { type: "duplicate", was: null, becomes: original },
  ]);
  expect((await desk.open(original)).related).toMatchObject([{ ref_number: again, duplicate_of: original }]);
  await desk.change(again, { status: "new", duplicate_of: null });
  expect((await desk.open(again)).record).toMatchObject({ status: "new", duplicate_of: null });
  expect((await desk.open(again)).events.at(-1)).toMatchObject({
    type: "duplicate",
    was: original,
    becomes: null,
  });
});

test("a record repeats only another record of its kind", async () => {
  const app = await buildTestApp();
  const message = await addRecord(app, contactMessageExample);
  const reference = await addRecord(app, quoteRequestExample);
  const desk = await deskOf(app);
  for (const original of [reference, message, "QK-222222-2222", "x"]) {
    expect((await desk.change(reference, { duplicate_of: original })).status).toBe(400);
  }
  expect((await desk.open(reference)).record["duplicate_of"]).toBeNull();
});
