import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { monday } from "#tests/deal-examples.ts";
import { deskOf } from "#tests/desk-calls.ts";
import { draftLine, exampleDraft, quoteDesk } from "#tests/quote-desk.ts";
import { addRecord, quoteRequestExample } from "#tests/submission-examples.ts";

const undoMs = 10_000;

test("staff approve for a customer who rang: an order with what was chosen, and how and by whom it was approved", async () => {
  const app = await buildTestApp({ startAt: monday });
  const desk = await quoteDesk(app);
  const choice = { kind: "choice", group: "axle", unit_cents: 9000 };
  const lines = [
    draftLine(),
    draftLine({ id: "a", ...choice }),
    draftLine({ id: "b", ...choice, unit_cents: 20_000 }),
  ];
  await desk.send(exampleDraft({ lines }));
  app.advance(undoMs);
  const approval = {
    number: 1,
    how: "phone",
    note: "Rang at ten",
    selection: { choices: { axle: "b" }, options: [] },
  };
  const { status, body } = await desk.call("approve", approval, { "idempotency-key": "k" });
  expect([status, body]).toMatchObject([
    200,
    {
      order: {
        state: "awaiting_payment",
        invoice_number: 1001,
        total_cents: 40_000,
        balance_cents: 40_000,
        pay_by: "2026-08-06T12:00:00.000Z",
        payment_code: expect.stringMatching(/^QK01001\d$/),
      },
    },
  ]);
  expect(await desk.call("approve", approval)).toEqual({ status, body });
  expect(await app.rows("orders")).toMatchObject([{ approved_how: "phone", note: "Rang at ten" }]);
  expect((await desk.quote()).body).toMatchObject({ versions: [{ state: "approved" }], ...body });
  const notes = (await app.rows("record_events")).filter(({ type }) => type === "note");
  expect(notes).toMatchObject([{ note: "Rang at ten", user_id: expect.any(String) }]);
  await desk.call("order", { change: "cancel" });
  // The client never got the response and repeats the call later: there must be no second order.
  expect(await desk.call("approve", approval, { "idempotency-key": "k" })).toEqual({ status, body });
  expect(await app.rows("orders")).toHaveLength(1);
});

test("an approval by staff of the wrong version, of nothing chosen, too early or too late is refused", async () => {
  const app = await buildTestApp({ startAt: monday });
  const desk = await quoteDesk(app);
  const lines = [draftLine({ kind: "choice", group: "g" })];
  await desk.send(exampleDraft({ lines }));
  const approval = { number: 1, how: "counter", selection: { choices: { g: "diff" }, options: [] } };
  const early = await desk.call("approve", approval);
  app.advance(undoMs);
  const other = await desk.call("approve", { ...approval, number: 2 });
  const nothing = await desk.call("approve", { ...approval, selection: {} });
  const byLink = await desk.call("approve", { ...approval, how: "link" });
  app.advance(6 * 24 * 60 * 60_000);
  const late = await desk.call("approve", approval);
  expect([early, other, nothing, byLink, late].map(({ status }) => status)).toEqual([
    409, 409, 400, 400, 410,
  ]);
  expect(early.body["error"]).toBe("Quote 1 can still be taken back: approve it in 10 seconds");
  expect(await app.rows("orders")).toEqual([]);
});

test("an approval by staff without a note is refused: it stands for the customer's own", async () => {
  const app = await buildTestApp({ startAt: monday });
  const desk = await quoteDesk(app);
  await desk.send();
  app.advance(undoMs);
  const approval = { number: 1, how: "phone", selection: {} };
  for (const note of [{}, { note: null }, { note: "" }, { note: " \n " }])
    expect(await desk.call("approve", { ...approval, ...note })).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining("Write in the note who said yes") },
    });
  expect(await app.rows("orders")).toEqual([]);
});

test("one part on the shelf is sold once, whoever approves and however its label is written", async () => {
  const app = await buildTestApp({ startAt: monday });
  const lines = (item_label: string) => [draftLine({ item_label })];
  const [first, second] = [
    await quoteDesk(app),
    await quoteDesk(app, { reference: await addRecord(app, quoteRequestExample, { notes: "Another one" }) }),
  ];
  await first.send(exampleDraft({ lines: lines("SHELF-12") }));
  await second.send(exampleDraft({ lines: lines("Shelf-12") }));
  app.advance(undoMs);
  const approval = { number: 1, how: "email", note: "Wrote yes", selection: {} };
  const answers = await Promise.all([first.call("approve", approval), second.call("approve", approval)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body["error"]).toMatch(
    /^Another order holds shelf-12$/i,
  );
});

/** A quote whose mail the mail server has deferred, so that the request is still unanswered. */
async function putOffQuote() {
  const { app, mail } = await appWithMailServer("accept", { startAt: monday });
  const desk = await quoteDesk(app);
  mail.setMode("defer-dot");
  await desk.send();
  app.advance(undoMs);
  await app.app.run("outbox");
  const answer = async () => {
    const [record] = await app.rows("quote_requests");
    return [record?.["answered_at"], record?.["answered_by"]];
  };
  expect(await answer()).toEqual([null, null]);
  const approve = async () => {
    const selection = { choices: {}, options: [] };
    expect((await desk.call("approve", { number: 1, how: "phone", note: "Rang", selection })).status).toBe(
      200,
    );
    return (await app.rows("orders"))[0]?.["approved_at"];
  };
  return { reference: desk.reference, records: await deskOf(app), answer, approve };
}

test("an approval answers its request if the mail of the quote has not", async () => {
  const { answer, approve } = await putOffQuote();
  const at = await approve();
  expect(await answer()).toEqual([at, "quote"]);
});

test("an approval still answers its request when a call before it is taken back", async () => {
  const { reference, records, answer, approve } = await putOffQuote();
  const key = randomUUID();
  await records.call(reference, "", key);
  const at = await approve();
  expect((await answer())[1]).toBe("call");
  await records.takeCallBack(reference, key);
  expect(await answer()).toEqual([at, "quote"]);
});

test("a request that was answered by closing it does not wait again when its quote is approved", async () => {
  const { reference, records, answer, approve } = await putOffQuote();
  await records.setStatus(reference, "completed");
  const [closedAt] = await answer();
  await approve();
  expect(await answer()).toEqual([closedAt, "quote"]);
});
