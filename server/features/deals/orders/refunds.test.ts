import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { stages } from "#domain/deals/stage.ts";
import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder, exampleLine, monday } from "#tests/deal-examples.ts";
import { visit } from "#tests/deal-visit.ts";
import { deliveredOrder, sentOrder } from "#tests/delivered-deals.ts";
import { orderDesk } from "#tests/order-desk.ts";
import { queuedSources } from "#tests/queued-mails.ts";
import { deskCall } from "#tests/staff.ts";

async function credits(app: TestApp) {
  const documents = (await app.rows("documents")).filter(({ kind }) => kind === "credit");
  return documents.map(({ number, total_cents: cents, gst_cents: gst }) => [number, cents, gst]);
}

test("a part of the money goes back with its credit note and a mail, and the stage stays; with the rest, all is refunded", async () => {
  const { app, mail } = await appWithMailServer("accept", { startAt: monday });
  const part = [exampleLine({ item_label: "D-17" })];
  const { order, path, sendBack, settle, refund, quote } = await deliveredOrder(app, { lines: part });
  await sendBack("faulty", "diff");
  await settle("received");
  const note = "Sorry about the <b>seal</b>";
  const some = await refund(5000, { note, lines: ["diff", "freight"] });
  expect(some).toEqual({ status: 200, body: { balance_cents: 0, state: "delivered", credit: "CN-1001" } });
  const page = await visit(app, path);
  expect(page.heading).toBe(stages.return_received.title);
  expect(page.text).toContain("It is back with us, and we have paid money back to you.");
  expect(page.text).toMatch(/Refunded by bank transfer \w+ \d+ August \$50\.00/);
  expect(await app.rows("quote_requests")).toMatchObject([{ next_step: "close_return" }]);
  await app.app.run("outbox");
  const [paid] = (await app.rows("payments")).filter(({ amount_cents: cents }) => cents === -5000);
  const told = mail.messages.find(({ name }) => name === `refund-${String(paid?.["id"])}`);
  expect(told?.subject).toBe(`Refunded ${order.ref_number}: $50.00`);
  expect(told?.text).toContain("We have refunded $50.00 by bank transfer.");
  expect(told?.text).toContain("CN-1001");
  expect(told?.html).toContain("Sorry about the &lt;b&gt;seal");
  expect(String(told?.html).match(/href="/g)).toHaveLength(1);
  const [credit] = (await app.rows("documents")).filter(({ kind }) => kind === "credit");
  expect(JSON.parse(String(credit?.["content"]))).toMatchObject({
    lines: [{ text: "Refunded: Front diff, Freight", cents: 5000 }],
    corrects: { number: "INV-1001" },
  });
  expect(await refund(15_000)).toMatchObject({ body: { balance_cents: 0, state: "refunded" } });
  expect((await visit(app, path)).heading).toBe(stages.refunded.title);
  // 20,000 cents hold 2,609 of GST, 15,000 hold 1,957.
  expect(await credits(app)).toEqual([
    ["CN-1001", 5000, 652],
    ["CN-1002", 15_000, 1957],
  ]);
  expect(await app.rows("returns")).toMatchObject([{ state: "closed" }]);
  const [request] = await app.rows("quote_requests");
  expect(request).toMatchObject({ status: "completed", next_step: "done" });
  expect(Boolean(request?.["order_placed"])).toBe(false);
  expect(await quote()).toMatchObject({ order: { state: "refunded", paid_cents: 0 } });
  expect((await addOrder(app, { lines: part })).state).toBe("awaiting_payment");
  expect(await sendBack("faulty", "diff")).toBe(409);
});

test("no more goes back than the order holds, and nothing half of it", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { refund } = await deliveredOrder(app);
  const error = "Invoice 1001 holds $200.00: no more can be paid back";
  expect(await refund(20_001)).toMatchObject({ status: 422, body: { error } });
  expect(await refund(100, { lines: ["hub"] })).toMatchObject({ status: 400 });
  expect(await refund(100, { method: "card" })).toMatchObject({
    status: 422,
    body: { error: "Nothing was paid by card: pay back by transfer or in cash" },
  });
  for (const cents of [0, -100, 1.5]) expect((await refund(cents)).status).toBe(400);
  expect([await credits(app), await app.rows("payments")]).toMatchObject([[], [{ amount_cents: 20_000 }]]);
});

test("the same press again gets the same answer, and of ten at once one pays back", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { order, cookie } = await deliveredOrder(app);
  const body = { ref: order.ref_number, amount_cents: 15_000, method: "transfer" };
  const call = (key?: string) =>
    app.postJson("/functions/v1/refund", body, {
      cookie,
      ...(key === undefined ? {} : { "idempotency-key": key }),
    });
  expect((await call()).status).toBe(428);
  const key = randomUUID();
  const same = await Promise.all([1, 2, 3].map(async () => (await call(key)).text()));
  expect(new Set(same).size).toBe(1);
  const others = await Promise.all(Array.from({ length: 10 }, async () => (await call(randomUUID())).status));
  expect(others).toEqual(others.map(() => 422));
  expect(await credits(app)).toHaveLength(1);
});

test("cash goes back in coins: nothing stands then, and the credit note takes all of the invoice off", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app, { lines: [exampleLine({ unit_cents: 22_073 })] });
  const { cookie, pay, money } = await orderDesk(app);
  await pay(ref, 23_570, { method: "cash" });
  const body = { ref, amount_cents: 23_570, method: "cash", note: "車".repeat(1000) };
  expect(await deskCall(app, cookie, "POST refund", body)).toMatchObject({ body: { state: "refunded" } });
  expect(await credits(app)).toEqual([["CN-1001", 23_573, 3075]]);
  const mails = await queuedSources(app, "refund");
  expect(mails.map((source) => Buffer.byteLength(source) <= 30_000)).toEqual([true]);
  expect(await money()).toMatchObject({ short: [], over: [], to_refund: [] });
});

test("what was paid too much goes back without a credit note, and the order goes on", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const { cookie, pay, money } = await orderDesk(app);
  await pay(ref, 25_000);
  const refund = (amount_cents: number) =>
    deskCall(app, cookie, "POST refund", { ref, amount_cents, method: "transfer" });
  expect((await refund(5000)).body).toEqual({ balance_cents: 0, state: "paid", credit: null });
  expect(await credits(app)).toEqual([]);
  expect(await money()).toMatchObject({ over: [], short: [] });
  expect((await refund(20_000)).body).toMatchObject({ state: "refunded", credit: "CN-1001" });
});

test("a lost parcel that is paid back ends in Refunded, and so does an order that was never sent", async () => {
  const app = await buildTestApp({ startAt: monday });
  const lost = await sentOrder(app);
  const [parcel] = await app.rows("parcels");
  await deskCall(app, lost.cookie, "PATCH parcel", { id: parcel?.["id"], state: "lost" });
  expect((await lost.refund(20_000)).body).toMatchObject({ state: "refunded" });
  expect((await visit(app, lost.path)).heading).toBe(stages.refunded.title);
  const { ref_number: ref } = await addOrder(app);
  const { cookie, pay, change } = await orderDesk(app);
  await pay(ref, 20_000);
  await change(ref, "packed");
  const answer = await deskCall(app, cookie, "POST refund", { ref, amount_cents: 20_000, method: "cash" });
  expect(answer.body).toMatchObject({ state: "refunded", credit: "CN-1002" });
});

test("an order that waits for the rest is cancelled first: its money needs no other credit note then", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref, invoice_number } = await addOrder(app);
  const { cookie, pay, change, money } = await orderDesk(app);
  await pay(ref, 5000);
  const refund = (sent = {}) =>
    deskCall(app, cookie, "POST refund", { ref, amount_cents: 5000, method: "transfer", ...sent });
  expect(await refund()).toMatchObject({
    status: 409,
    body: { error: "The order still waits for its payment: cancel it, then pay back" },
  });
  await change(ref, "cancel");
  await addOrder(app, { reference: ref, number: 2 });
  expect((await refund({ invoice_number })).body).toEqual({
    balance_cents: 20_000,
    state: "cancelled",
    credit: null,
  });
  expect(await credits(app)).toEqual([["CN-1001", 20_000, 2609]]);
  expect(await money()).toMatchObject({ to_refund: [] });
});

test("money that came for a lapsed order goes back, and it stays lapsed", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  app.advance(8 * 24 * 60 * 60_000);
  await app.app.run("deals");
  const { cookie, pay } = await orderDesk(app);
  await pay(ref, 20_000);
  const answer = await deskCall(app, cookie, "POST refund", {
    ref,
    amount_cents: 20_000,
    method: "transfer",
  });
  expect(answer.body).toMatchObject({ state: "lapsed", credit: null });
});

test("a negative correction is held to the same limit and mails nobody, even if the balance becomes 0", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const { pay } = await orderDesk(app);
  await pay(ref, 25_000);
  const before = await app.rows("outbox");
  const correct = (cents: number) => pay(ref, cents, { method: "correction" });
  expect((await correct(-25_001)).status).toBe(422);
  expect((await correct(-5000)).body).toEqual({ balance_cents: 0, state: "paid" });
  expect(await app.rows("outbox")).toEqual(before);
});
