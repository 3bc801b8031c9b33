import { expect, test } from "vitest";

import { dayMs } from "#domain/durations.ts";
import { lockParts } from "#server/features/deals/parts/part-holds.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addQuote, exampleLine, monday, type SentQuote } from "#tests/deal-examples.ts";
import { approveOn, dealPage, press, visit } from "#tests/deal-visit.ts";
import { orderDesk } from "#tests/order-desk.ts";
import { yardDesk } from "#tests/purchase-example.ts";
import { draftLine, exampleDraft, quoteDesk } from "#tests/quote-desk.ts";
import { deskCall } from "#tests/staff.ts";
import { type PartFields, stockDesk } from "#tests/stock-desk.ts";

/** A part in stock, and quotes about some of its pieces. */
async function withPart(fields: PartFields = {}) {
  const app = await buildTestApp({ startAt: monday });
  const stock = await stockDesk(app);
  await stock.written(null, { name: "Rear diff", shelf: "D-17", grade: "B", price_cents: 18_500, ...fields });
  const orders = await orderDesk(app);
  const quote = (pieces = 1, label = "P1") =>
    addQuote(app, { lines: [exampleLine({ item_label: label, quantity: pieces })] });
  const ordered = async (pieces = 1) => {
    const sent = await quote(pieces);
    expect((await approveOn(app, sent)).status).toBe(303);
    return sent.reference;
  };
  return { app, ...stock, ...orders, quote, ordered, seen: () => stock.part(1) };
}

async function send(app: TestApp, cookie: string, ref: string) {
  return deskCall(app, cookie, "POST parcel", { anyway: true, ref, carrier: "NZ Post", tracking: ref });
}

const price = 18_500;
const freight = 1500;

test("a part is held for the first who approves, whatever the label looks like, and free again once the order is cancelled", async () => {
  const { app, quote, change, seen, call } = await withPart();
  const [first, second] = [await quote(1, "p1"), await quote()];
  expect((await approveOn(app, first)).status).toBe(303);
  expect(await seen()).toMatchObject({
    state: "on_shelf",
    held: { ref: first.reference, invoice_number: 1001 },
  });
  expect((await approveOn(app, second)).status).toBe(409);
  expect((await call("PATCH part", { number: 1, state: "gone", reason: "lost" }, 1)).status).toBe(409);
  await change(first.reference, "cancel", "Changed their mind");
  expect((await seen()).held).toBeNull();
  expect((await approveOn(app, second)).status).toBe(303);
});

test("what another order has is not quoted: staff read which one", async () => {
  const { app, ordered, cookie, pay, seen } = await withPart();
  const ref = await ordered();
  const desk = await quoteDesk(app);
  const send1 = async () => {
    await desk.save(exampleDraft({ lines: [draftLine({ item_label: "P1" })] }));
    return desk.call("send");
  };
  expect(await send1()).toMatchObject({ status: 422, body: { error: `P1 is held for ${ref}` } });
  await pay(ref, price + freight);
  await send(app, cookie, ref);
  expect(await seen()).toMatchObject({ state: "sold", held: null, quantity: 0 });
  const again = await quoteDesk(app);
  await again.save(exampleDraft({ lines: [draftLine({ item_label: "P1" })] }));
  expect(await again.call("send")).toMatchObject({ status: 422, body: { error: `P1 is sold to ${ref}` } });
});

test("a part is sold with its first parcel, and here again if that parcel was a mistake", async () => {
  const { app, ordered, cookie, pay, seen, call } = await withPart();
  const ref = await ordered();
  await pay(ref, price + freight);
  const { body } = await send(app, cookie, ref);
  expect((await seen()).state).toBe("sold");
  expect((await call("PATCH part", { number: 1, shelf: "X" }, (await seen()).version)).status).toBe(409);
  const { id } = body["parcel"] as { id: string };
  await deskCall(app, cookie, "PATCH parcel", { id, state: "removed" });
  expect(await seen()).toMatchObject({ state: "on_shelf", quantity: 1, held: { ref } });
});

test("pieces of one part go to several orders, until too few are left", async () => {
  const { app, quote, ordered, cookie, pay, change, seen } = await withPart({ quantity: 4 });
  const first = await ordered(3);
  const [two, one] = [await quote(2), await quote(1)];
  expect((await approveOn(app, two)).status).toBe(409);
  expect((await approveOn(app, one)).status).toBe(303);
  expect(await seen()).toMatchObject({ held: { ref: one.reference }, quantity: 4, free: 0 });
  await pay(first, 3 * price + freight);
  await send(app, cookie, first);
  expect(await seen()).toMatchObject({
    state: "on_shelf",
    quantity: 1,
    free: 0,
    held: { ref: one.reference },
  });
  await change(one.reference, "cancel", "No longer needed");
  expect((await approveOn(app, two)).status, "one is left").toBe(409);
  const last = await ordered(1);
  await pay(last, price + freight);
  await send(app, cookie, last);
  expect(await seen()).toMatchObject({ state: "sold", quantity: 0 });
});

test("a return says where its parts go: back on a shelf with their grade, or away", async () => {
  const { app, ordered, pay, cookie, seen, call } = await withPart();
  const ref = await ordered();
  await pay(ref, price + freight);
  await send(app, cookie, ref);
  const path = dealPage(app, ref);
  await press(app, `${path}/received`, { confirm: "on" });
  await press(app, `${path}/return`, [
    ["kind", "does-not-fit"],
    ["line", "diff"],
  ]);
  const [back] = await app.rows("returns");
  const settle = (parts?: object[]) =>
    call("POST return", { ref, id: back!["id"], change: "received", parts });
  expect(await settle()).toMatchObject({ status: 422, body: { error: expect.stringContaining("P1") } });
  const shelved = { number: 1, state: "on_shelf", grade: "C", shelf: "E-2" };
  expect((await settle([shelved])).status).toBe(200);
  expect(await seen()).toMatchObject({
    state: "on_shelf",
    grade: "C",
    shelf: "E-2",
    quantity: 1,
    held: null,
  });
});

test("two spellings of a label are one part, and a part comes back once", async () => {
  const { app, pay, cookie, seen, call } = await withPart();
  const lines = [exampleLine({ item_label: "P1" }), exampleLine({ id: "again", item_label: "P-1" })];
  expect((await approveOn(app, await addQuote(app, { lines }))).status).toBe(409);
  const sent = await addQuote(app, { lines: [exampleLine({ item_label: "p 1" })] });
  await approveOn(app, sent);
  const ref = sent.reference;
  await pay(ref, price + freight);
  await send(app, cookie, ref);
  const shelved = { number: 1, state: "on_shelf", grade: "C", shelf: "E-2" };
  for (let time = 0; time < 2; time += 1) {
    await press(app, `${dealPage(app, ref)}/return`, [
      ["kind", "faulty"],
      ["line", "diff"],
    ]);
    const id = (await app.rows("returns")).findLast(({ state }) => state === "asked")?.["id"];
    const settle = (change: string) =>
      call("POST return", { ref, id, change, parts: [shelved, shelved], words: "" });
    expect((await settle("received")).status).toBe(200);
    await settle("close");
  }
  expect(await seen()).toMatchObject({ state: "on_shelf", quantity: 1 });
});

test("pieces that come back worse than the rest become a part of their own", async () => {
  const { app, ordered, pay, cookie, seen, part, call } = await withPart({ quantity: 3 });
  const ref = await ordered(2);
  await pay(ref, 2 * price + freight);
  await send(app, cookie, ref);
  await press(app, `${dealPage(app, ref)}/return`, [
    ["kind", "faulty"],
    ["line", "diff"],
  ]);
  const [back] = await app.rows("returns");
  const parts = [{ number: 1, state: "on_shelf", grade: "C", shelf: "D-17" }];
  await call("POST return", { ref, id: back!["id"], change: "received", parts });
  expect([await seen(), await part(2)]).toMatchObject([
    { quantity: 1, grade: "B" },
    { quantity: 2, grade: "C", name: "Rear diff", state: "on_shelf", price_cents: price },
  ]);
});

test("an order that lapsed takes its pieces again, or is refused once they are gone", async () => {
  const { app, ordered } = await withPart();
  const ref = await ordered();
  app.advance(30 * dayMs);
  await app.app.run("deals");
  const { change } = await orderDesk(app);
  const stock = await stockDesk(app);
  expect((await stock.part(1)).held).toBeNull();
  expect((await change(ref, "revive")).status).toBe(200);
  expect((await stock.part(1)).held).toMatchObject({ ref });
  await change(ref, "cancel", "Never paid");
  await stock.call("PATCH part", { number: 1, state: "gone", reason: "lost" }, 1);
  expect(await change(ref, "revive")).toMatchObject({ status: 409 });
});

test("somebody else's page says so instead of a button while the part is held", async () => {
  const { app, quote, ordered } = await withPart();
  const other = await quote();
  await ordered();
  const page = await visit(app, dealPage(app, other.reference));
  expect(page.text).toContain("on hold for another customer");
  expect(page.html).not.toContain('id="approve"');
});

test("a part is sold at the counter with an invoice, paid and handed over at once; a repetition sells nothing more", async () => {
  const { app, cookie, call } = await withPart({ price_cents: 18_505 });
  const sale = { number: 1, price_cents: 18_505, method: "cash" };
  const sell = () => deskCall(app, cookie, "POST part-sell", sale, { key: "one press" });
  const [first, again] = await Promise.all([sell(), sell()]);
  expect(first).toEqual(again);
  expect(first).toMatchObject({
    status: 200,
    body: { part: { state: "sold", quantity: 0 }, order: { state: "delivered", invoice_number: 1001 } },
  });
  const ref = String(first.body["ref"]);
  const { body } = await call(`GET desk-record?reference=${ref}`);
  expect(body).toMatchObject({
    record: { channel: "counter", status: "completed", part_needed: "Rear diff (P1)", untold_at: null },
  });
  expect(await app.rows("payments")).toMatchObject([
    { amount_cents: 18_500, method: "cash" },
    { amount_cents: 5, method: "rounding" },
  ]);
  expect(await app.rows("quote_requests")).toHaveLength(1);
  expect(await call("POST part-sell", sale)).toMatchObject({
    status: 409,
    body: { error: `P1 is sold to ${ref}: nothing was sold` },
  });
  expect(await app.rows("quote_requests"), "a refused sale leaves nothing").toHaveLength(1);
});

test("what is off a machine on hold is not packed before it ends, though staff wrote no more than its label", async () => {
  const { app, written, pay } = await withPart();
  await (await yardDesk(app)).bought();
  await written(1, { name: "Seat", price_cents: 9000 });
  const desk = await quoteDesk(app);
  await desk.send(exampleDraft({ lines: [draftLine({ item_label: "P2", machine: null })] }));
  app.advance(10_000);
  await app.app.run("deals");
  expect((await visit(app, dealPage(app, desk.reference))).text).toContain("the law has us hold");
  await approveOn(app, await newestQuote(app, desk.reference));
  await pay(desk.reference, price + freight);
  expect(await send(app, await app.signIn(), desk.reference)).toMatchObject({
    status: 409,
    body: { error: expect.stringMatching(/^Machine 1 is on hold until/) },
  });
});

/** The version that was sent. */
async function newestQuote(app: TestApp, reference: string): Promise<SentQuote> {
  const rows = await app.rows("quote_versions");
  const { number, content_hash } = rows.findLast((row) => row["ref_number"] === reference)!;
  return { reference, number: Number(number), hash: String(content_hash), totalCents: price + freight };
}

test("nothing off a machine on hold is sold at the counter, nor what was approved a second ago", async () => {
  const { app, call, ordered, written } = await withPart();
  await (await yardDesk(app)).bought();
  await written(1, { name: "Seat", price_cents: 9000 });
  const sale = { price_cents: 9000, method: "card" };
  expect(await call("POST part-sell", { number: 2, ...sale })).toMatchObject({
    status: 409,
    body: { error: expect.stringMatching(/^Machine 1 is on hold until/) },
  });
  const ref = await ordered();
  expect(await call("POST part-sell", { number: 1, ...sale })).toMatchObject({
    status: 409,
    body: { error: `P1 is held for ${ref}: nothing was sold` },
  });
});

test("all parts of a large yard are locked at once, as a file does that changes each", async () => {
  const { services } = (await buildTestApp()).app;
  const numbers = Array.from({ length: 50_000 }, (_, index) => index + 1);
  const locking = services.database.write((tx) => lockParts(services, tx, numbers));
  await expect(locking).resolves.toBeUndefined();
});
