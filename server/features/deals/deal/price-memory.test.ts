import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { draftLine, exampleDraft, quoteDesk } from "#tests/quote-desk.ts";
import { addRecord, quoteRequestExample } from "#tests/submission-examples.ts";

const undoMs = 10_000;

test("the price memory has our newest five lines for the part and machine, their outcome and the range", async () => {
  const app = await buildTestApp();
  const prices = [10_000, 21_000, 12_000, 13_000, 14_000, 15_000];
  for (const unit_cents of prices) {
    const reference = await addRecord(app, quoteRequestExample, { notes: `${unit_cents}` });
    const desk = await quoteDesk(app, { reference });
    const other = draftLine({ id: "bolts", text: "Bolt kit", unit_cents: 555 });
    await desk.send(exampleDraft({ lines: [draftLine({ unit_cents }), other] }));
    app.advance(undoMs);
    if (unit_cents === 14_000)
      await desk.call("approve", { number: 1, how: "phone", note: "Rang", selection: {} });
    if (unit_cents === 15_000) await desk.call("withdraw", { number: 1 });
  }
  await app.app.run("outbox");
  const desk = await quoteDesk(app);
  const { body } = await desk.read("price-memory?part=Front%20diff&make=Honda&model=TRX420FM");
  expect(body).toEqual({
    recent: [
      [15_000, "withdrawn"],
      [14_000, "approved"],
      [13_000, "sent"],
      [12_000, "sent"],
      [21_000, "sent"],
    ].map(([unit_cents, outcome]) => ({
      sent_at: expect.any(String),
      text: "Front diff",
      machine: "Honda TRX420FM 2015",
      grade: "B",
      unit_cents,
      outcome,
    })),
    lowest_cents: 10_000,
    highest_cents: 21_000,
    count: 6,
  });
});

test("the part's words in any order and spelling find a line, for its own machine or any", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  await desk.send();
  app.advance(undoMs);
  await app.app.run("outbox");
  for (const [query, count] of [
    ["part=front+diff&make=HONDA&model=trx-420+fm", 1],
    ["part=Diff,+front&make=honda&model=TRX420FM", 1],
    ["part=the+front+differential&make=honda&model=TRX420FM", 1],
    ["part=front+diff", 1],
    ["part=front+diff&make=honda&model=TRX500FM", 0],
    ["part=rear+diff&make=honda&model=TRX420FM", 0],
  ] as const) {
    const { body } = await desk.read(`price-memory?${query}`);
    expect({ query, ...body }).toMatchObject({ query, count });
  }
});

test("a corrected price counts once, and one that was taken back not at all", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  const memory = async () => (await desk.read("price-memory?part=front+diff")).body;
  const leave = async () => {
    app.advance(undoMs);
    await app.app.run("outbox");
  };
  await desk.send();
  await desk.call("undo", { number: 1 });
  await leave();
  expect(await memory()).toEqual({ count: 0, recent: [], lowest_cents: null, highest_cents: null });
  await desk.send(exampleDraft({ lines: [draftLine({ unit_cents: 1_850_000 })] }));
  await leave();
  await desk.send();
  expect(await memory()).toMatchObject({ count: 1, highest_cents: 1_850_000 });
  await leave();
  expect(await memory()).toMatchObject({ count: 1, highest_cents: 18_500, recent: [{ outcome: "sent" }] });
});

test("without a part there is nothing to look up", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  expect((await desk.read("price-memory?part=+&make=Honda")).status).toBe(400);
});
