import { expect, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder, exampleLine, monday } from "#tests/deal-examples.ts";
import { orderDesk } from "#tests/order-desk.ts";
import { deskCall } from "#tests/staff.ts";

const dayMs = 24 * 60 * 60_000;

async function lapse(app: TestApp, id: string): Promise<void> {
  const { database, now } = app.app.services;
  await database.write(async (tx) => {
    const lapsed_at = now().toISOString();
    await tx.updateTable("orders").set({ state: "lapsed", lapsed_at }).where("id", "=", id).execute();
    await tx.updateTable("order_items").set({ held: false }).where("order_id", "=", id).execute();
  });
}

test("money for a lapsed order revives it if its part is free, else it waits as late", async () => {
  const app = await buildTestApp({ startAt: monday });
  const part = [exampleLine({ item_label: "D-17" })];
  const { id, ref_number: ref } = await addOrder(app, { lines: part });
  await lapse(app, id);
  app.advance(10 * dayMs);
  const { pay, change, money } = await orderDesk(app);
  expect(await pay(ref, 5000)).toMatchObject({ body: { state: "awaiting_payment" } });
  const [revived] = await app.rows("orders");
  expect(Date.parse(String(revived?.["pay_by"]))).toBeGreaterThan(app.app.services.now().getTime());
  await lapse(app, id);
  const second = await addOrder(app, { lines: part });
  expect(await pay(ref, 15_000)).toMatchObject({ body: { balance_cents: 0, state: "lapsed" } });
  expect(await money()).toMatchObject({ late: [{ ref, amount_cents: 20_000 }], short: [] });
  expect((await change(ref, "revive")).status).toBe(409);
  await change(second.ref_number, "cancel");
  expect((await change(ref, "revive")).body).toMatchObject({ order: { state: "paid" } });
  expect((await app.rows("outbox")).map(({ key }) => key)).toContain(`paid/${id}`);
});

test("a cancelled order keeps its number, frees its part, and its money waits to be refunded", async () => {
  const app = await buildTestApp({ startAt: monday });
  const part = [exampleLine({ item_label: "D-17" })];
  const { ref_number: ref, invoice_number } = await addOrder(app, { lines: part });
  const { pay, change, money } = await orderDesk(app);
  await pay(ref, 20_000);
  const note = "Frame is cracked";
  const { body } = await change(ref, "cancel", note);
  expect(body).toMatchObject({ order: { state: "cancelled", invoice_number } });
  expect(await app.rows("quote_requests")).toMatchObject([{ next_step: "done" }]);
  expect(await pay(ref, 100)).toMatchObject({ body: { state: "cancelled" } });
  expect(await money()).toMatchObject({ to_refund: [{ ref, amount_cents: 20_100 }] });
  await pay(ref, -20_100);
  expect(await money()).toMatchObject({ to_refund: [], over: [], short: [] });
  expect(await app.rows("payments")).toHaveLength(3);
  const events = await app.rows("record_events");
  expect(events.find(({ type }) => type === "order_cancelled")).toMatchObject({ was: "paid" });
  expect(events.find(({ type }) => type === "note")).toMatchObject({ note });
  const other = await addOrder(app, { lines: part });
  expect(other.invoice_number).toBe(invoice_number + 1);
});

test.for([
  ["cancelled", 20_000],
  ["lapsed", 5000],
] as const)(
  "no goodwill is given of what a %s order no longer holds, and no list has it",
  async ([state, paid]) => {
    const app = await buildTestApp({ startAt: monday });
    const { id, ref_number: ref } = await addOrder(app);
    const { pay, change, money } = await orderDesk(app);
    await pay(ref, paid);
    await (state === "cancelled" ? change(ref, "cancel") : lapse(app, id));
    await pay(ref, -paid);
    expect((await pay(ref, -2000, { method: "goodwill" })).status).toBe(422);
    expect(await money()).toEqual({ short: [], over: [], late: [], to_refund: [] });
  },
);

test("money that goes back counts for the cancelled order before it counts for the one that followed", async () => {
  const app = await buildTestApp({ startAt: monday });
  const first = await addOrder(app);
  const { ref_number: ref } = first;
  const { cookie, pay, change, money } = await orderDesk(app);
  await pay(ref, 20_000);
  await change(ref, "cancel");
  const second = await addOrder(app, { reference: ref, number: 2 });
  const deal = async () => (await deskCall(app, cookie, `GET quote?ref=${ref}`)).body;
  expect(await deal()).toMatchObject({
    owed_back: [{ invoice_number: first.invoice_number, cents: 20_000 }],
    order: { invoice_number: second.invoice_number, balance_cents: 20_000 },
  });
  expect(await pay(ref, -20_000)).toMatchObject({ body: { balance_cents: 20_000, state: "cancelled" } });
  expect(await deal()).toMatchObject({ owed_back: [], order: { balance_cents: 20_000 } });
  expect(await pay(ref, 20_000)).toMatchObject({ body: { balance_cents: 0, state: "paid" } });
  expect(await money()).toEqual({ short: [], over: [], late: [], to_refund: [] });
});

test("money that goes out counts for the last order if the cancelled one before it holds less", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const { pay, change, money } = await orderDesk(app);
  await pay(ref, 10_000);
  await change(ref, "cancel");
  await addOrder(app, { reference: ref, number: 2 });
  await pay(ref, 20_000);
  expect(await pay(ref, -20_000)).toMatchObject({
    body: { balance_cents: 20_000, state: "awaiting_payment" },
  });
  expect(await money()).toMatchObject({ to_refund: [{ ref, amount_cents: 10_000 }] });
  expect(await pay(ref, -10_000)).toMatchObject({ body: { state: "cancelled" } });
  expect(await money()).toMatchObject({ to_refund: [], short: [{ ref, amount_cents: 20_000 }] });
});

test("of two cancelled orders that hold money, staff see both, and each can be paid back first", async () => {
  const app = await buildTestApp({ startAt: monday });
  const first = await addOrder(app);
  const { ref_number: ref } = first;
  const { cookie, pay, change, money } = await orderDesk(app);
  await pay(ref, 5000);
  await change(ref, "cancel");
  const second = await addOrder(app, { reference: ref, number: 2 });
  await pay(ref, 8000);
  await change(ref, "cancel");
  await addOrder(app, { reference: ref, number: 3 });
  await pay(ref, 20_000);
  const owedBack = async () => (await deskCall(app, cookie, `GET quote?ref=${ref}`)).body["owed_back"];
  const ofSecond = { invoice_number: second.invoice_number, cents: 8000 };
  expect(await owedBack()).toEqual([{ invoice_number: first.invoice_number, cents: 5000 }, ofSecond]);
  expect(await pay(ref, -8000)).toMatchObject({ body: { state: "cancelled" } });
  expect(await money()).toMatchObject({ to_refund: [{ ref, amount_cents: 5000 }], short: [] });
  expect(await pay(ref, -5000)).toMatchObject({ body: { state: "cancelled" } });
  expect([await owedBack(), await money()]).toMatchObject([[], { to_refund: [], short: [] }]);
});

test("of two cancelled orders, the last one too, money that goes back counts for the one that holds exactly as much", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const { pay, change, money } = await orderDesk(app);
  await pay(ref, 20_000);
  await change(ref, "cancel");
  await addOrder(app, { reference: ref, number: 2 });
  await pay(ref, 5000);
  await change(ref, "cancel");
  await pay(ref, -5000);
  expect(await money()).toMatchObject({ to_refund: [{ ref, amount_cents: 20_000 }] });
  await pay(ref, -20_000);
  expect(await money()).toMatchObject({ to_refund: [] });
});

test("a cancelled order that was paid back takes no more of the money that goes out", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const { cookie, pay, change } = await orderDesk(app);
  await pay(ref, 10_000);
  await change(ref, "cancel");
  await pay(ref, -10_000);
  await addOrder(app, { reference: ref, number: 2 });
  await pay(ref, 20_000);
  expect((await deskCall(app, cookie, `GET quote?ref=${ref}`)).body).toMatchObject({ owed_back: [] });
  expect(await pay(ref, -20_000)).toMatchObject({ body: { state: "awaiting_payment" } });
});
