import { expect, test } from "vitest";

import { paymentCode } from "#domain/deals/payment-code.ts";
import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder, monday } from "#tests/deal-examples.ts";
import { dealPage, press, visit } from "#tests/deal-visit.ts";
import { orderDesk } from "#tests/order-desk.ts";
import { deskCall } from "#tests/staff.ts";

const bank = { BANK_ACCOUNT: "12-3456-0123459-00", BANK_ACCOUNT_NAME: "QuadKea Example Limited" };

const dayMs = 24 * 60 * 60_000;

async function stepOf(app: TestApp): Promise<unknown> {
  return (await app.rows("quote_requests"))[0]?.["next_step"];
}

test("an order whose payment is taken back waits for money again, in the lists and on its page, until it is there", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const { pay, change } = await orderDesk(app);
  await pay(ref, 20_000);
  expect((await change(ref, "packed")).status).toBe(200);
  app.advance(3 * dayMs);
  const later = await orderDesk(app); // Its session is newer.
  expect(await later.pay(ref, -20_000)).toMatchObject({
    body: { balance_cents: 20_000, state: "awaiting_payment" },
  });
  expect(await stepOf(app)).toBe("pay");
  expect(await later.money()).toMatchObject({ short: [{ ref, amount_cents: 20_000 }] });
  const page = await visit(app, dealPage(app, ref));
  expect(page.heading).toBe("Approved: now the payment");
  expect(page.text).toContain("Amount $200.00");
  expect(page.text).toContain("Please pay by the end of Tuesday 11 August.");
  expect((await later.change(ref, "packed")).status).toBe(409);
  expect(await later.pay(ref, 20_000)).toMatchObject({ body: { balance_cents: 0, state: "paid" } });
  expect(await stepOf(app)).toBe("pack");
  expect((await visit(app, dealPage(app, ref))).heading).toBe("Paid: we are packing it");
});

test("a goodwill refund leaves a paid order paid: it can be sent, and no list asks for the money", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const { pay, change, money } = await orderDesk(app);
  await pay(ref, 20_000);
  expect(await pay(ref, -2000, { method: "goodwill" })).toMatchObject({
    body: { balance_cents: 0, state: "paid" },
  });
  expect(await money()).toEqual({ short: [], over: [], late: [], to_refund: [] });
  expect((await visit(app, dealPage(app, ref))).heading).toBe("Paid: we are packing it");
  expect(await stepOf(app)).toBe("pack");
  expect((await change(ref, "packed")).status).toBe(200);
  expect((await change(ref, "cancel")).status).toBe(200);
  expect(await money()).toMatchObject({ to_refund: [{ ref, amount_cents: 18_000 }] });
});

test("a goodwill refund counts for the last order, also while a cancelled one waits to be paid back", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const { pay, change, money } = await orderDesk(app);
  await pay(ref, 20_000);
  await change(ref, "cancel");
  await addOrder(app, { reference: ref, number: 2 });
  await pay(ref, 20_000);
  expect(await pay(ref, -2000, { method: "goodwill" })).toMatchObject({
    body: { balance_cents: 0, state: "paid" },
  });
  expect(await money()).toMatchObject({ to_refund: [{ ref, amount_cents: 20_000 }] });
});

test("money that goes back after the parcel is missing to staff until it is entered as goodwill; the invoice never asks for it", async () => {
  const app = await buildTestApp({ startAt: monday, environment: bank });
  const { ref_number: ref, invoice_number: number } = await addOrder(app);
  const { cookie, pay, money } = await orderDesk(app);
  await pay(ref, 20_000);
  await deskCall(app, cookie, "POST parcel", { ref, carrier: "NZ Post", tracking: "AB123" });
  await press(app, `${dealPage(app, ref)}/received`, { confirm: "on" });
  const invoice = async () => (await visit(app, `${dealPage(app, ref)}/invoice`)).text;
  await pay(ref, -5000);
  expect(await money()).toMatchObject({ short: [{ ref, amount_cents: 5000 }] });
  expect(await invoice()).toContain("Paid $150.00");
  expect(await invoice()).not.toMatch(/Due|bank transfer/);
  expect(await invoice()).not.toContain(paymentCode(number));
  await pay(ref, -5000, { method: "goodwill" });
  await pay(ref, 5000);
  expect(await money()).toEqual({ short: [], over: [], late: [], to_refund: [] });
  expect(await invoice()).toContain("Paid $200.00 Due $0.00");
});

test("goodwill is money that goes out, and pays nothing", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const { pay } = await orderDesk(app);
  expect(await pay(ref, 2000, { method: "goodwill" })).toMatchObject({
    status: 400,
    body: { error: "amount_cents: Enter a goodwill refund with a minus: -20" },
  });
  await pay(ref, 5000);
  expect(await pay(ref, -5000, { method: "goodwill" })).toMatchObject({
    body: { balance_cents: 15_000, state: "awaiting_payment" },
  });
});

test("a payment that is taken back keeps its thank-you mail from leaving; the order is thanked for once", async () => {
  const { app, mail: mailServer } = await appWithMailServer("accept", { startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const { pay } = await orderDesk(app);
  const thanked = async () => {
    await app.app.run("outbox");
    return mailServer.messages.filter(({ subject }) => subject?.startsWith("Paid, thank you")).length;
  };
  await app.app.run("outbox");
  mailServer.setMode("defer-data");
  await pay(ref, 20_000);
  await app.app.run("outbox");
  await pay(ref, -20_000);
  mailServer.setMode("accept");
  expect(await thanked()).toBe(0);
  await pay(ref, 20_000);
  expect(await thanked()).toBe(1);
  await pay(ref, -20_000);
  await pay(ref, 20_000);
  expect(await thanked()).toBe(1);
});

test("the history says that a payment was taken back, or that money was given back", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const { pay } = await orderDesk(app);
  await pay(ref, 20_000);
  await pay(ref, -500, { method: "goodwill" });
  await pay(ref, -19_500);
  const events = (await app.rows("record_events")).filter(({ type }) => type === "payment");
  expect(events.map(({ was, becomes }) => [was, becomes])).toEqual([
    [null, "20000"],
    [null, "-500"],
    ["paid", "-19500"],
  ]);
});
