import { expect, test } from "vitest";

import { dayMs } from "#domain/durations.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { addQuote, approveQuote, monday, ordersIn } from "#tests/deal-examples.ts";
import { approveOn, dealPage, press, visit } from "#tests/deal-visit.ts";
import { orderDesk } from "#tests/order-desk.ts";
import { deskCall } from "#tests/staff.ts";

test("an approval is taken back until money arrives; the number stays used and the quote is good again", async () => {
  const app = await buildTestApp({ startAt: monday });
  const quote = await addQuote(app);
  const path = dealPage(app, quote.reference);
  await approveOn(app, quote);
  expect((await press(app, `${path}/take-back`)).status).toBe(400);
  expect((await press(app, `${path}/take-back`, { confirm: "on" })).status).toBe(303);
  expect((await visit(app, path)).heading).toBe("Your quote is ready");
  expect((await press(app, `${path}/take-back`, { confirm: "on" })).status).toBe(303);
  expect((await app.rows("record_events")).filter(({ type }) => type === "taken_back")).toHaveLength(1);
  await approveOn(app, quote);
  expect(await ordersIn(app)).toEqual([
    [quote.reference, "cancelled", 1001],
    [quote.reference, "awaiting_payment", 1002],
  ]);
  const { pay } = await orderDesk(app);
  expect((await pay(quote.reference, 100)).status).toBe(200);
  const page = await press(app, `${path}/take-back`, { confirm: "on" });
  expect([page.status, page.heading]).toEqual([409, "Approved: now the payment"]);
});

test("an approval taken back after the last day leaves an expired quote", async () => {
  const app = await buildTestApp({ startAt: monday });
  const quote = await addQuote(app, { validDays: 1 });
  const path = dealPage(app, quote.reference);
  await approveOn(app, quote);
  app.advance(2 * dayMs);
  await press(app, `${path}/take-back`, { confirm: "on" });
  expect((await visit(app, path)).heading).toBe("This quote has expired");
});

test("whoever has the link can approve and take back five times a day; staff can go on", async () => {
  const app = await buildTestApp();
  const quote = await addQuote(app);
  const path = dealPage(app, quote.reference);
  for (let times = 0; times < 5; times += 1) {
    expect((await approveOn(app, quote)).status).toBe(303);
    expect((await press(app, `${path}/take-back`, { confirm: "on" })).status).toBe(303);
  }
  const refused = await approveOn(app, quote);
  expect([refused.status, refused.heading]).toEqual([429, "Your quote is ready"]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await app.rows("orders")).toHaveLength(5);
  const byStaff = { ref: quote.reference, number: 1, how: "phone", selection: {}, note: "Rang" };
  expect((await deskCall(app, await app.signIn(), "POST quote-approve", byStaff)).status).toBe(200);
});

test("staff take an approval back while nothing is paid, and the customer can approve again", async () => {
  const app = await buildTestApp({ startAt: monday });
  const quote = await addQuote(app);
  const order = await approveQuote(app, quote);
  const { pay, change } = await orderDesk(app);
  const takeBack = () => change(quote.reference, "take_back");
  expect((await takeBack()).body).toMatchObject({ order: { id: order.id, state: "cancelled" } });
  const [record] = await app.rows("quote_requests");
  expect([record?.["next_step"], Boolean(record?.["order_placed"])]).toEqual(["waiting", false]);
  const second = await approveQuote(app, quote);
  expect(second.invoice_number).toBe(order.invoice_number + 1);
  await pay(quote.reference, 100);
  expect(await takeBack()).toMatchObject({
    status: 409,
    body: { error: "Only an approval that nothing was paid for can be taken back: cancel the order instead" },
  });
});
