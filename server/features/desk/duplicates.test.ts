import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { addOrder, addQuote, approveQuote } from "#tests/deal-examples.ts";
import { dealPage, press } from "#tests/deal-visit.ts";
import { deskOf } from "#tests/desk-calls.ts";
import { quoteDesk } from "#tests/quote-desk.ts";
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
    const { outcomes } = await (await desk.change(reference, { duplicate_of: original })).json();
    const why = "A record can only repeat another one of its kind";
    expect(outcomes).toMatchObject([{ kind: "refused", why }]);
  }
  expect((await desk.open(reference)).record["duplicate_of"]).toBeNull();
});

test("a request that its customer can approve or has approved is not merged, and the refusal says what to do", async () => {
  const app = await buildTestApp();
  const original = await addRecord(app, quoteRequestExample);
  const { reference: quoted } = await addQuote(app);
  const { ref_number: ordered } = await addOrder(app);
  const desk = await deskOf(app);
  const merged = { status: "cancelled", duplicate_of: original };
  for (const reference of [quoted, ordered]) {
    const { outcomes } = await (await desk.change(reference, merged)).json();
    const why = expect.stringContaining("withdraw the quote");
    expect(outcomes).toMatchObject([{ kind: "refused", why }]);
    expect((await desk.open(reference)).record).toMatchObject({ duplicate_of: null });
  }
});

test("a quote about a merged request makes it a request in its own right once its undo time ends, and not if it is taken back", async () => {
  const app = await buildTestApp();
  const original = await addRecord(app, quoteRequestExample);
  const reference = await addRecord(app, quoteRequestExample, { notes: "Any news?" });
  const { send, call } = await quoteDesk(app, { reference });
  const desk = await deskOf(app);
  const merged = { status: "cancelled", duplicate_of: original };
  await desk.change(reference, merged);
  await call("undo", { number: await send() });
  expect((await desk.open(reference)).record).toMatchObject(merged);
  await send();
  app.advance(11_000);
  await app.app.run("outbox");
  expect((await desk.open(reference)).record).toMatchObject({ status: "in_progress", duplicate_of: null });
});

test("a quote of an earlier version about a merged request makes it one in its own right once it is approved", async () => {
  const app = await buildTestApp();
  const original = await addRecord(app, quoteRequestExample);
  const again = await addRecord(app, quoteRequestExample, { notes: "Any news?" });
  const desk = await deskOf(app);
  await desk.change(again, { status: "cancelled", duplicate_of: original });
  await approveQuote(app, await addQuote(app, { reference: again }));
  const { record } = await desk.open(again);
  expect(record).toMatchObject({ status: "in_progress", order_placed: true, duplicate_of: null });
});

test("so does a question about such a quote", async () => {
  const app = await buildTestApp();
  const original = await addRecord(app, quoteRequestExample);
  const again = await addRecord(app, quoteRequestExample, { notes: "Any news?" });
  const desk = await deskOf(app);
  await desk.change(again, { status: "cancelled", duplicate_of: original });
  await addQuote(app, { reference: again });
  await press(app, `${dealPage(app, again)}/ask`, { words: "Is it still there?" });
  expect((await desk.open(again)).record).toMatchObject({ status: "in_progress", duplicate_of: null });
});
