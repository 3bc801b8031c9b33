import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { draftLine, exampleDraft, quoteDesk } from "#tests/quote-desk.ts";
import { addStaff } from "#tests/staff.ts";

/** 9 am in New Zealand. */
const morning = new Date("2026-08-02T21:00:00.000Z");

test("a draft is saved over the version that the user saw, incomplete as it is, and survives a restart", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  expect((await desk.quote()).body).toMatchObject({
    draft: null,
    draft_version: 0,
    stage: "We are pricing it",
    suggestions: { grade: "B", valid_days: 7, freight: { zone: "north", rural: true, cents: 3100 } },
  });
  const draft = exampleDraft({ lines: [draftLine({ unit_cents: null })], valid_days: null });
  expect(await desk.save(draft, 0)).toEqual({ status: 200, body: { draft_version: 1 } });
  expect(await desk.save(exampleDraft(), 1)).toEqual({ status: 200, body: { draft_version: 2 } });
  const again = await quoteDesk(await app.restart(), { reference: desk.reference });
  expect((await again.quote()).body).toMatchObject({
    draft: { lines: [{ id: "diff", unit_cents: 18_500, kind: "fixed", cost_cents: null }], valid_days: 5 },
    draft_version: 2,
  });
});

test("a draft without If-Match is refused with 428, with one that is no version with 400", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  expect(await desk.save(exampleDraft(), null)).toMatchObject({ status: 428, body: { success: false } });
  const headers = { cookie: await app.signIn(), "content-type": "application/json", "if-match": "W/1" };
  const body = JSON.stringify({ ref: desk.reference, draft: exampleDraft() });
  const answer = await app.fetch("/functions/v1/quote-draft", { method: "PUT", headers, body });
  expect(answer.status).toBe(400);
  expect(await app.rows("quote_drafts")).toEqual([]);
});

test("the second person who saves is told who was first, and nothing is overwritten", async () => {
  const app = await buildTestApp({ startAt: morning });
  const desk = await quoteDesk(app);
  const other = await quoteDesk(app, { reference: desk.reference, cookie: (await addStaff(app)).cookie });
  await desk.save(exampleDraft(), 0);
  await other.save(exampleDraft({ fitment: "TRX420FM 2014 to 2018" }), 1);
  const words = "Mere has saved this draft at 9:00 am. Nothing was overwritten: look at it first";
  expect(await desk.save(exampleDraft({ valid_days: 9 }), 1)).toMatchObject({
    status: 412,
    body: { success: false, error: words },
  });
  expect(await desk.call("send", {}, { "if-match": '"1"' })).toMatchObject({
    status: 412,
    body: { error: words },
  });
  const own = "You have saved this draft in another window at 9:00 am";
  const stale = await other.save(exampleDraft({ valid_days: 9 }), 0);
  expect([stale.status, String(stale.body["error"]).startsWith(own)]).toEqual([412, true]);
  expect((await desk.quote()).body).toMatchObject({
    draft: { fitment: "TRX420FM 2014 to 2018" },
    draft_version: 2,
  });
  expect((await desk.call("send", {}, { "if-match": '"2"' })).status).toBe(200);
});

test("a draft that is sent again because its response was lost is saved once", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  await desk.save(exampleDraft(), 0);
  expect(await desk.save(exampleDraft(), 0)).toEqual({ status: 200, body: { draft_version: 1 } });
});

const refusedDrafts = [
  ["two lines with one id", { lines: [draftLine(), draftLine()] }, "draft.lines"],
  ["a price in fractions of a cent", { lines: [draftLine({ unit_cents: 1.5 })] }, "draft.lines.0.unit_cents"],
  ["a negative price", { lines: [draftLine({ unit_cents: -1 })] }, "draft.lines.0.unit_cents"],
  ["no quantity", { lines: [draftLine({ quantity: 0 })] }, "draft.lines.0.quantity"],
  ["an id with a blank", { lines: [draftLine({ id: "a b" })] }, "draft.lines.0.id"],
  ["91 days", { valid_days: 91 }, "draft.valid_days"],
  ["too many words", { words: "x".repeat(5001) }, "draft.words"],
] as const;

test("a draft with a value that a quote cannot have is refused, and the field named", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  for (const [what, changes, field] of refusedDrafts) {
    const { status, body } = await desk.save(exampleDraft(changes), 0);
    expect([what, status, String(body["error"]).startsWith(`${field}:`)]).toEqual([what, 400, true]);
  }
});

test("a reference without a quote request is 404 in every call", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app, { reference: "QK-ABCDEF-2345" });
  const on = { number: 1 };
  const answers = [
    await desk.quote(),
    await desk.save(exampleDraft(), 0),
    await desk.call("send"),
    await desk.call("undo", on),
    await desk.call("withdraw", on),
    await desk.call("resend", on),
    await desk.call("extend", { valid_days: 3 }),
    await desk.call("answer", { message: "m", words: "Yes" }),
    await desk.call("approve", { ...on, how: "phone", selection: {} }),
    await desk.call("link"),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  expect(await app.rows("deals")).toEqual([]);
});
