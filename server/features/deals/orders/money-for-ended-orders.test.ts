import { expect, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder, exampleLine, monday } from "#tests/deal-examples.ts";
import { orderDesk } from "#tests/order-desk.ts";

const dayMs = 24 * 60 * 60_000;

async function lapse(app: TestApp, id: string): Promise<void> {
  const { database, now } = app.app.services;
  await database.write(async (tx) => {
    const lapsed_at = now().toISOString();
    await tx.updateTable("orders").set({ state: "lapsed", lapsed_at }).where("id", "=", id).execute();
    await tx.updateTable("order_items").set({ held: false }).where("order_id", "=", id).execute();
  });
}

test("money for a lapsed order waits in the list, which says whether it can be revived", async () => {
  const app = await buildTestApp({ startAt: monday });
  const part = [exampleLine({ item_label: "D-17" })];
  const { id, ref_number: ref } = await addOrder(app, { lines: part });
  await lapse(app, id);
  app.advance(10 * dayMs);
  const { pay, change, money } = await orderDesk(app);
  expect(await pay(ref, 20_000)).toMatchObject({ body: { balance_cents: 0, state: "lapsed" } });
  expect(await money()).toMatchObject({ late: [{ ref, amount_cents: 20_000, are_items_free: true }] });
  const second = await addOrder(app, { lines: part });
  expect(await money()).toMatchObject({ late: [{ are_items_free: false }], short: [] });
  expect((await change(ref, "revive")).status).toBe(409);
  await change(second.ref_number, "cancel");
  expect((await change(ref, "revive")).body).toMatchObject({ order: { state: "paid" } });
  expect(await money()).toMatchObject({ late: [] });
});

test("a lapsed order that is revived before its money gets the full time to pay again", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { id, ref_number: ref } = await addOrder(app);
  await lapse(app, id);
  app.advance(10 * dayMs);
  const { change } = await orderDesk(app);
  expect((await change(ref, "revive")).body).toMatchObject({ order: { state: "awaiting_payment" } });
  const [revived] = await app.rows("orders");
  const mails = (await app.rows("outbox")).map(({ key, state }) => [key, state]);
  expect(mails).toContainEqual([`order/${id}/${String(revived?.["invoice_number"])}`, "queued"]);
  expect(Date.parse(String(revived?.["pay_by"]))).toBeGreaterThan(app.app.services.now().getTime());
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

test("money of an earlier order is paid back by its invoice number, whatever became of the order", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref, invoice_number } = await addOrder(app);
  const { pay, change, money } = await orderDesk(app);
  await pay(ref, 5000);
  await change(ref, "cancel");
  await addOrder(app, { reference: ref, number: 2 });
  await pay(ref, 20_000);
  expect((await pay(ref, -5001, { invoice_number })).status).toBe(422);
  expect(await pay(ref, -5000, { invoice_number })).toMatchObject({ body: { state: "cancelled" } });
  expect(await money()).toMatchObject({ short: [], over: [], late: [], to_refund: [] });
});

test("a payment that the bank took back leaves the order as it is, short, and nothing leaves", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const { pay, change, money } = await orderDesk(app);
  await pay(ref, 20_000);
  expect(await pay(ref, -20_000)).toMatchObject({ body: { balance_cents: 20_000, state: "paid" } });
  expect(await money()).toMatchObject({ short: [{ ref, amount_cents: 20_000 }] });
  expect((await change(ref, "packed")).status).toBe(409);
  expect(await app.rows("quote_requests")).toMatchObject([{ next_step: "pay" }]);
});
