import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { addOrder, monday } from "#tests/deal-examples.ts";
import { dealPage, visit } from "#tests/deal-visit.ts";
import { deskOf } from "#tests/desk-calls.ts";
import { orderDesk } from "#tests/order-desk.ts";
import { deskCall } from "#tests/staff.ts";

test("the page of an order still says what was promised: the fit, and what staff wrote", async () => {
  const app = await buildTestApp();
  const content = { fitment: "Fits the TRX420FM of 2015.", words: "Ninety days warranty." };
  const { ref_number: reference } = await addOrder(app, { content });
  const { text } = await visit(app, dealPage(app, reference));
  expect(text).toContain(" Fits the TRX420FM of 2015.");
  expect(text).toContain("Ninety days warranty.");
});

test("until the order is packed, its page says where it goes; staff put right what is wrong", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const desk = await deskOf(app);
  const page = async () => (await visit(app, dealPage(app, ref))).text;
  expect(await page()).toContain("12 Ōtaika Road RD 4 Whangārei 0174 Wrong? Tell us");
  await desk.correct(ref, { delivery_address: "12 Ōtaika Road\nRD 5\nWhangārei 0175" });
  expect(await page()).toContain("12 Ōtaika Road RD 5 Whangārei 0175 Wrong? Tell us");
  const { pay, change } = await orderDesk(app);
  await pay(ref, 20_000, { method: "cash" });
  expect(await page()).toContain("Wrong? Tell us");
  await change(ref, "packed");
  expect(await page()).not.toContain("Ōtaika Road");
  await app.stop();
  expect(JSON.stringify(app.logLines)).not.toMatch(/Ōtaika|Aroha/);
});

test("a cancelled order that holds money says that it is paid back, until it is", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const cookie = await app.signIn();
  const pay = (amount_cents: number) =>
    deskCall(app, cookie, "POST payment", {
      ref,
      amount_cents,
      method: "transfer",
      received_on: "2026-08-03",
    });
  await pay(20_000);
  await deskCall(app, cookie, "POST order", { ref, change: "cancel" });
  const text = async () => (await visit(app, dealPage(app, ref))).text;
  expect(await text()).toContain("You owe nothing, and we will pay back what you have paid.");
  await pay(-20_000);
  expect(await text()).toContain("You don’t need to do anything, and you owe nothing.");
});

test("money of an order cancelled earlier is promised back after the next order is cancelled too", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const cookie = await app.signIn();
  const cancel = { ref, change: "cancel" };
  const payment = { ref, amount_cents: 20_000, method: "cash", received_on: "2026-08-03" };
  await deskCall(app, cookie, "POST payment", payment);
  await deskCall(app, cookie, "POST order", cancel);
  await addOrder(app, { reference: ref, number: 2 });
  expect(await deskCall(app, cookie, "POST order", cancel)).toMatchObject({ status: 200 });
  expect((await visit(app, dealPage(app, ref))).text).toContain("we will pay back what you have paid.");
});
