import { sql } from "kysely";
import { expect, test } from "vitest";

import { formatDay, nzDate } from "#domain/nz-time.ts";
import { removeRecords } from "#server/features/retention/remove-records.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder, addQuote, approveQuote, exampleLine, monday } from "#tests/deal-examples.ts";
import { deskOf } from "#tests/desk-calls.ts";
import { startMailServer } from "#tests/mail-server.ts";
import { deskCall, type DeskResponse } from "#tests/staff.ts";
import { addRecord, quoteRequestExample } from "#tests/submission-examples.ts";

const dayMs = 24 * 60 * 60_000;

type Pay = (reference: string, cents: number, key?: string) => Promise<DeskResponse>;

async function payingStaff(app: TestApp): Promise<{ readonly cookie: string; readonly pay: Pay }> {
  const cookie = await app.signIn();
  const pay: Pay = async (ref, amount_cents, key) => {
    const body = { ref, amount_cents, method: "transfer", received_on: "2026-08-03" };
    const answer = await app.postJson("/functions/v1/payment", body, {
      cookie,
      ...(key === undefined ? {} : { "idempotency-key": key }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  return { cookie, pay };
}

async function mailKeys(app: TestApp): Promise<string[]> {
  return (await app.rows("outbox")).map(({ key }) => String(key)).toSorted();
}

async function recordOf(app: TestApp, reference: string): Promise<Record<string, unknown>> {
  const records = await app.rows("quote_requests");
  return records.find((one) => one["ref_number"] === reference) ?? {};
}

async function lapse(app: TestApp, id: string): Promise<void> {
  const { database, now } = app.app.services;
  await database.write(async (tx) => {
    const lapsed_at = now().toISOString();
    await tx.updateTable("orders").set({ state: "lapsed", lapsed_at }).where("id", "=", id).execute();
    await tx.updateTable("order_items").set({ held: false }).where("order_id", "=", id).execute();
  });
}

test("a payment in full makes an order paid and thanks once; what comes on top is listed as over", async () => {
  const mailServer = await startMailServer();
  const app = await buildTestApp({ startAt: monday, environment: { MAIL_URL: mailServer.url } });
  const order = await addOrder(app);
  const { cookie, pay } = await payingStaff(app);
  expect(await pay(order.ref_number, 20_000)).toEqual({
    status: 200,
    body: { balance_cents: 0, state: "paid" },
  });
  expect(await pay(order.ref_number, 20_000)).toMatchObject({
    body: { balance_cents: -20_000, state: "paid" },
  });
  expect(await mailKeys(app)).toContain(`paid/${order.id}`);
  await app.app.sendMails();
  const thanks = mailServer.messages.filter(({ subject }) => subject?.startsWith("Paid, thank you"));
  expect(thanks).toHaveLength(1);
  expect(thanks[0]?.envelope.to).toEqual(["aroha@example.co.nz"]);
  const { body } = await deskCall(app, cookie, "GET money");
  const over = [{ ref: order.ref_number, amount_cents: 20_000, since: app.app.services.now().toISOString() }];
  expect(body).toEqual({ short: [], over, late: [], to_refund: [] });
});

test("each short payment is answered with what is missing, and is listed as short until all is there", async () => {
  const mailServer = await startMailServer();
  const app = await buildTestApp({ startAt: monday, environment: { MAIL_URL: mailServer.url } });
  const order = await addOrder(app);
  const { cookie, pay } = await payingStaff(app);
  expect(await pay(order.ref_number, 5000)).toMatchObject({
    body: { balance_cents: 15_000, state: "awaiting_payment" },
  });
  expect(await pay(order.ref_number, 14_000)).toMatchObject({ body: { balance_cents: 1000 } });
  const { body } = await deskCall(app, cookie, "GET money");
  expect(body["short"]).toMatchObject([{ ref: order.ref_number, amount_cents: 1000 }]);
  await app.app.sendMails();
  const parts = mailServer.messages.filter(({ subject }) => subject?.startsWith("Part of your payment"));
  const missing = parts.map(({ text }) => /\$[\d.]+ of \$200\.00 is still missing/.exec(text ?? "")?.[0]);
  expect(missing.toSorted()).toEqual([
    "$10.00 of $200.00 is still missing",
    "$150.00 of $200.00 is still missing",
  ]);
  expect(parts[0]?.text).toContain(`by ${formatDay(nzDate(new Date(Date.parse(order.pay_by) - 1)))}`);
  expect(await pay(order.ref_number, 1000)).toMatchObject({ body: { balance_cents: 0, state: "paid" } });
  expect((await deskCall(app, cookie, "GET money")).body).toMatchObject({ short: [], over: [] });
});

test("the same payment sent twice with one key is one row", async () => {
  const app = await buildTestApp({ startAt: monday });
  const order = await addOrder(app);
  const { pay } = await payingStaff(app);
  const answers = [
    await pay(order.ref_number, 5000, "press-1"),
    await pay(order.ref_number, 5000, "press-1"),
    await pay(order.ref_number, 5000, "press-2"),
  ];
  expect(answers.map(({ body }) => body["balance_cents"])).toEqual([15_000, 15_000, 10_000]);
  expect(await app.rows("payments")).toHaveLength(2);
});

test("money for a lapsed order revives it if its part is free, else it waits as late", async () => {
  const app = await buildTestApp({ startAt: monday });
  const part = [exampleLine({ item_label: "D-17" })];
  const first = await addOrder(app, { lines: part });
  await lapse(app, first.id);
  app.advance(10 * dayMs);
  const { cookie, pay } = await payingStaff(app);
  expect(await pay(first.ref_number, 5000)).toMatchObject({ body: { state: "awaiting_payment" } });
  const [revived] = await app.rows("orders");
  expect(Date.parse(String(revived?.["pay_by"]))).toBeGreaterThan(app.app.services.now().getTime());
  await lapse(app, first.id);
  const second = await addOrder(app, { lines: part });
  expect(await pay(first.ref_number, 15_000)).toMatchObject({ body: { balance_cents: 0, state: "lapsed" } });
  const { body } = await deskCall(app, cookie, "GET money");
  expect(body).toMatchObject({ late: [{ ref: first.ref_number, amount_cents: 20_000 }], short: [] });
  const revive = { ref: first.ref_number, change: "revive" };
  expect((await deskCall(app, cookie, "POST order", revive)).status).toBe(409);
  await deskCall(app, cookie, "POST order", { ref: second.ref_number, change: "cancel" });
  expect((await deskCall(app, cookie, "POST order", revive)).body).toMatchObject({
    order: { state: "paid" },
  });
  expect(await mailKeys(app)).toContain(`paid/${first.id}`);
});

test("a cancelled order keeps its number, frees its part, and its money waits to be refunded", async () => {
  const app = await buildTestApp({ startAt: monday });
  const order = await addOrder(app, { lines: [exampleLine({ item_label: "D-17" })] });
  const { cookie, pay } = await payingStaff(app);
  await pay(order.ref_number, 20_000);
  const note = "Frame is cracked";
  const answer = await deskCall(app, cookie, "POST order", { ref: order.ref_number, change: "cancel", note });
  expect(answer.body).toMatchObject({ order: { state: "cancelled", invoice_number: order.invoice_number } });
  expect(await recordOf(app, order.ref_number)).toMatchObject({ next_step: "done" });
  expect(await pay(order.ref_number, 100)).toMatchObject({ body: { state: "cancelled" } });
  const lists = async () => (await deskCall(app, cookie, "GET money")).body;
  expect(await lists()).toMatchObject({ to_refund: [{ ref: order.ref_number, amount_cents: 20_100 }] });
  await pay(order.ref_number, -20_100);
  expect(await lists()).toMatchObject({ to_refund: [], over: [], short: [] });
  expect(await app.rows("payments")).toHaveLength(3);
  const events = await app.rows("record_events");
  expect(events.find(({ type }) => type === "order_cancelled")).toMatchObject({ was: "paid" });
  expect(events.find(({ type }) => type === "note")).toMatchObject({ note });
  const other = await addOrder(app, { lines: [exampleLine({ item_label: "D-17" })] });
  expect(other.invoice_number).toBe(order.invoice_number + 1);
});

test("money that goes back counts for the cancelled order before it counts for the one that followed", async () => {
  const app = await buildTestApp({ startAt: monday });
  const first = await addOrder(app);
  const { ref_number: ref } = first;
  const { cookie, pay } = await payingStaff(app);
  await pay(ref, 20_000);
  await deskCall(app, cookie, "POST order", { ref, change: "cancel" });
  const second = await addOrder(app, { reference: ref, number: 2 });
  const deal = async () => (await deskCall(app, cookie, `GET quote?ref=${ref}`)).body;
  expect(await deal()).toMatchObject({
    owed_back: { invoice_number: first.invoice_number, cents: 20_000 },
    order: { invoice_number: second.invoice_number, balance_cents: 20_000 },
  });
  expect(await pay(ref, -20_000)).toMatchObject({ body: { balance_cents: 20_000, state: "cancelled" } });
  expect(await deal()).toMatchObject({ owed_back: null, order: { balance_cents: 20_000 } });
  expect(await pay(ref, 20_000)).toMatchObject({ body: { balance_cents: 0, state: "paid" } });
  const { body } = await deskCall(app, cookie, "GET money");
  expect(body).toEqual({ short: [], over: [], late: [], to_refund: [] });
});

test("the day of a payment is today or in the last year: it can never be changed", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const { cookie } = await payingStaff(app);
  const pay = async (received_on: string) => {
    const body = { ref, amount_cents: 5000, method: "transfer", received_on };
    return (await deskCall(app, cookie, "POST payment", body)).status;
  };
  expect(await pay("2062-08-03")).toBe(400);
  expect(await pay("2026-08-04")).toBe(400);
  expect(await pay("2016-08-03")).toBe(400);
  expect(await app.rows("payments")).toEqual([]);
  expect(await pay("2026-08-03")).toBe(200);
});

test("staff take an approval back while nothing is paid, and the customer can approve again", async () => {
  const app = await buildTestApp({ startAt: monday });
  const quote = await addQuote(app);
  const order = await approveQuote(app, quote);
  const { cookie, pay } = await payingStaff(app);
  const takeBack = () => deskCall(app, cookie, "POST order", { ref: quote.reference, change: "take_back" });
  expect((await takeBack()).body).toMatchObject({ order: { id: order.id, state: "cancelled" } });
  const record = await recordOf(app, quote.reference);
  expect([record["next_step"], Boolean(record["order_placed"])]).toEqual(["waiting", false]);
  const second = await approveQuote(app, quote);
  expect(second.invoice_number).toBe(order.invoice_number + 1);
  await pay(quote.reference, 100);
  expect(await takeBack()).toMatchObject({
    status: 409,
    body: { error: "Only an approval that nothing was paid for can be taken back: cancel the order instead" },
  });
});

test("nothing leaves before the money, and each step follows the one before it", async () => {
  const app = await buildTestApp({ startAt: monday });
  const order = await addOrder(app);
  const { cookie, pay } = await payingStaff(app);
  const { ref_number: ref } = order;
  const change = async (step: string) => {
    const { status, body } = await deskCall(app, cookie, "POST order", { ref, change: step });
    return status === 200 ? (body["order"] as { state: string }).state : body["error"];
  };
  const send = (tracking: string) =>
    deskCall(app, cookie, "POST parcel", { ref, carrier: "NZ Post", tracking });
  expect(await change("packed")).toBe("Only a paid order can be packed");
  expect((await send("AB1")).body).toMatchObject({ success: false, error: "Only a paid order can be sent" });
  await pay(ref, 20_000);
  await pay(ref, -100);
  expect(await change("packed")).toBe("Only a paid order can be packed");
  await pay(ref, 100);
  expect(await change("close")).toBe("Only a delivered order can be closed");
  expect(await change("revive")).toBe("Only a lapsed order can be revived");
  expect(await change("packed")).toBe("packed");
  expect((await send("AB1")).status).toBe(200);
  expect(await change("cancel")).toBe("Only an order that has not been sent can be cancelled");
});

test("once there is an order, nobody ticks by hand whether one was placed", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { reference } = await addQuote(app);
  const desk = await deskOf(app);
  expect((await desk.change(reference, { order_placed: true })).status).toBe(200);
  await addOrder(app, { reference, number: 2 });
  const refused = await desk.change(reference, { order_placed: false });
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { error: "Its order decides whether an order was placed: cancel or revive the order instead" },
  ]);
  expect((await desk.open(reference)).record).toMatchObject({ order_placed: true });
});

test("a request that staff close needs no quote; opened again, it does", async () => {
  const app = await buildTestApp({ startAt: monday });
  const reference = await addRecord(app, quoteRequestExample);
  const desk = await deskOf(app);
  await desk.setStatus(reference, "cancelled");
  expect(await recordOf(app, reference)).toMatchObject({ next_step: "done" });
  await desk.change(reference, { status: "in_progress" });
  expect(await recordOf(app, reference)).toMatchObject({ next_step: "quote" });
});

test("money for an order whose enquiry was erased is a row and in a list all the same, once for one key", async () => {
  const app = await buildTestApp({ startAt: monday });
  const order = await addOrder(app);
  const { database } = app.app.services;
  const { ref_number: ref } = order;
  await database.write((tx) =>
    removeRecords(tx, quoteRequestExample.submission, sql`ref_number = ${ref}`, 1),
  );
  const { cookie, pay } = await payingStaff(app);
  const late = { status: 200, body: { balance_cents: 15_000, state: "awaiting_payment" } };
  expect(await pay(ref, 5000, "press-1")).toEqual(late);
  expect(await pay(ref, 5000, "press-1")).toEqual(late);
  expect((await deskCall(app, cookie, "GET money")).body).toMatchObject({
    short: [{ ref, amount_cents: 15_000 }],
  });
  expect((await pay("QK-222222-2222", 5000)).status).toBe(404);
});
