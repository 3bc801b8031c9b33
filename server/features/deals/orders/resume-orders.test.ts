import { expect, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder, monday, ordersIn } from "#tests/deal-examples.ts";
import { dealPage, visit } from "#tests/deal-visit.ts";
import { orderDesk } from "#tests/order-desk.ts";

import { resumeOrders } from "./order-chores.ts";

const dayMs = 24 * 60 * 60_000;

/** As a restore does, before the server starts. */
function resume({ app: { services } }: TestApp) {
  return services.database.write((tx) => resumeOrders(tx, services, services.now()));
}

test("a restore gives unpaid orders ten business days in which their payment can be entered again", async () => {
  const app = await buildTestApp({ startAt: monday });
  const [unpaid, paid] = [await addOrder(app), await addOrder(app)];
  await (await orderDesk(app)).pay(paid.ref_number, 20_000);
  app.advance(7 * dayMs);
  expect(await resume(app)).toMatchObject({ waiting: 1, payBy: new Date("2026-08-24T12:00:00.000Z") });
  await app.app.run("deals");
  const states = async () =>
    Object.fromEntries((await ordersIn(app)).map(([reference, state]) => [reference, state]));
  const [first, second] = [unpaid.ref_number, paid.ref_number];
  expect(await states()).toEqual({ [first]: "awaiting_payment", [second]: "paid" });
  const page = await visit(app, dealPage(app, unpaid.ref_number));
  expect(page.text).toContain("Please pay by the end of Monday 24 August.");
  const [request] = (await app.rows("quote_requests")).filter(({ next_step: step }) => step === "pay");
  expect(request).toMatchObject({
    ref_number: unpaid.ref_number,
    step_until: expect.stringMatching(/^2026-08-24/),
  });
  app.advance(15 * dayMs);
  await app.app.run("deals");
  expect(await states()).toEqual({ [first]: "lapsed", [second]: "paid" });
});

test("a restore keeps a later day to pay, and needs no order to leave out invoice numbers", async () => {
  const app = await buildTestApp({ startAt: monday, environment: { PAY_WITHIN_DAYS: "20" } });
  expect(await resume(app)).toMatchObject({ nextInvoice: 2001, waiting: 0 });
  const order = await addOrder(app);
  expect(await resume(app)).toMatchObject({ nextInvoice: 3002, waiting: 1 });
  const [row] = await app.rows("orders");
  expect(row).toMatchObject({ invoice_number: 2001, pay_by: order.pay_by, changed_at: order.changed_at });
});
