import { expect, test } from "vitest";

import type { OrderToPack } from "#domain/deals/sold.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder, exampleLine, monday } from "#tests/deal-examples.ts";
import { orderDesk } from "#tests/order-desk.ts";
import { deskCall } from "#tests/staff.ts";

const lines = [
  exampleLine({ item_label: "D-17" }),
  exampleLine({ id: "mirror", text: "Left mirror", machine: null, unit_cents: 4000, quantity: 2 }),
];

/** A paid order of two parts, $265.00 and $15.00 freight. */
async function paidOrder(app: TestApp) {
  const { ref_number: ref } = await addOrder(app, { lines });
  const { cookie, pay, change } = await orderDesk(app);
  await pay(ref, 28_000);
  const call = (name: Parameters<typeof deskCall>[2], body?: object) => deskCall(app, cookie, name, body);
  const pull = (line: string, pulled = true) => call("POST pulled", { ref, line, pulled });
  const toPack = async () => (await call("GET pack")).body["orders"] as OrderToPack[];
  return { ref, cookie, call, change, pull, toPack };
}

test("the list has every part of a paid order, what it comes off and who has pulled it", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref, pull, toPack } = await paidOrder(app);
  await addOrder(app); // Not paid.
  const [order, ...others] = await toPack();
  expect(others).toEqual([]);
  expect(order).toMatchObject({ ref, invoice_number: 1001, state: "paid", waits: null });
  expect(order?.sold).toMatchObject([
    { line: "diff", text: "Front diff", grade: "B", machine: "from a Honda TRX420FM 2015", label: "D-17" },
    { line: "mirror", text: "Left mirror", machine: null, label: null, quantity: 2, pulled_at: null },
  ]);
  const { status, body } = await pull("mirror");
  expect(status).toBe(200);
  expect(body["sold"]).toMatchObject([
    { pulled_by: null },
    { pulled_at: expect.any(String), pulled_by: expect.any(String) },
  ]);
  expect((await toPack())[0]?.sold).toEqual(body["sold"]);
  expect((await pull("gearbox")).status).toBe(404);
});

test("the first who pulls a part stays named; it goes back until the order is packed", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref, call, pull, change, toPack } = await paidOrder(app);
  const first = (await pull("diff")).body["sold"];
  app.advance(60_000);
  expect(await pull("diff")).toMatchObject({ status: 200, body: { sold: first } });
  expect((await pull("diff", false)).body["sold"]).toMatchObject([{ pulled_at: null }, {}]);
  await pull("diff");
  await pull("mirror");
  expect((await call("POST order", { ref, change: "packed" })).status).toBe(200);
  expect(await pull("diff", false)).toMatchObject({
    status: 409,
    body: { error: "The order is packed already: it stays pulled" },
  });
  expect(await toPack()).toMatchObject([{ ref, state: "packed" }]);
  await call("POST parcel", { ref, carrier: "NZ Post", tracking: "AB1" });
  expect(await toPack()).toEqual([]);
  expect(await change(ref, "cancel")).toMatchObject({ status: 409 });
});

test("packing or sending what was not pulled names the parts, and is done anyway if staff say so", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref, call, pull } = await paidOrder(app);
  const packed = (more = {}) => call("POST order", { ref, change: "packed", ...more });
  const parcel = { ref, carrier: "NZ Post", tracking: "AB1" };
  const asks = (error: string) => ({ status: 409, body: { error, field: "anyway" } });
  expect(await packed()).toMatchObject(asks("Not pulled yet: Front diff; Left mirror"));
  await pull("diff");
  expect(await packed()).toMatchObject(asks("Not pulled yet: Left mirror"));
  expect(await call("POST parcel", parcel)).toMatchObject(asks("Not pulled yet: Left mirror"));
  expect((await packed({ anyway: true })).status).toBe(200);
  expect((await call("POST parcel", parcel)).status).toBe(200);
});

test("what is collected was pulled, unless staff say that it is so anyway", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref, pull, call } = await paidOrder(app);
  await pull("diff");
  const collect = (said: object) => call("POST order", { ref, change: "collected", ...said });
  const error = "Not pulled yet: Left mirror";
  expect(await collect({})).toMatchObject({ status: 409, body: { error, field: "anyway" } });
  expect(await collect({ anyway: true })).toMatchObject({ body: { order: { state: "delivered" } } });
});

test("the record says what was quoted, then what was chosen, and nothing after a cancellation; the list says it too", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref, call, change, pull } = await paidOrder(app);
  const sold = async () => (await call(`GET quote?ref=${ref}`)).body["sold"];
  const listed = async () => (await app.rows("quote_requests"))[0]?.["sold_text"];
  expect(await sold()).toMatchObject([{ line: "diff" }, { line: "mirror" }]);
  expect(await listed()).toBe("Front diff; Left mirror, 2 of them");
  await pull("diff");
  await change(ref, "cancel");
  expect([await sold(), await listed()]).toEqual([[], null]);
  expect((await pull("diff")).status).toBe(409);
});
