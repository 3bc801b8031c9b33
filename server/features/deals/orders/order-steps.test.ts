import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { addOrder, addQuote, monday } from "#tests/deal-examples.ts";
import { deskOf } from "#tests/desk-calls.ts";
import { orderDesk } from "#tests/order-desk.ts";
import { deskCall } from "#tests/staff.ts";
import { addRecord, quoteRequestExample } from "#tests/submission-examples.ts";

test("nothing leaves before the money, and each step follows the one before it", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const { cookie, pay, change } = await orderDesk(app);
  const changed = async (step: string) => {
    const { status, body } = await change(ref, step);
    return status === 200 ? (body["order"] as { state: string }).state : body["error"];
  };
  const send = (tracking: string) =>
    deskCall(app, cookie, "POST parcel", { ref, carrier: "NZ Post", tracking, anyway: true });
  expect(await changed("packed")).toBe("Only a paid order can be packed");
  expect((await send("AB1")).body).toMatchObject({ success: false, error: "Only a paid order can be sent" });
  await pay(ref, 20_000);
  await pay(ref, -100);
  expect(await changed("packed")).toBe("$1.00 is still missing: nothing leaves before it is paid");
  await pay(ref, 100);
  expect(await changed("close")).toBe("Only a delivered order can be closed");
  expect(await changed("revive")).toBe("Only a lapsed order can be revived");
  expect(await changed("packed")).toBe("packed");
  expect((await send("AB1")).status).toBe(200);
  expect(await changed("cancel")).toBe("Only an order that has not been sent can be cancelled");
});

test("once there is an order, nobody ticks by hand whether one was placed; other records change beside it", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { reference } = await addQuote(app);
  const desk = await deskOf(app);
  expect((await desk.change(reference, { order_placed: true })).status).toBe(200);
  await addOrder(app, { reference, number: 2 });
  const other = await addRecord(app, quoteRequestExample);
  const changes = await Promise.all(
    [reference, other].map(async (one) => {
      const { version } = (await desk.open(one)).record;
      return { reference: one, version, order_placed: one === other };
    }),
  );
  const { body } = await deskCall(app, await app.signIn(), "PATCH desk-record", { changes });
  const why = "The order decides whether one was placed: cancel or revive the order instead";
  expect(body["outcomes"]).toMatchObject([
    { reference, kind: "refused", version: changes[0]?.version, why },
    { reference: other, kind: "changed" },
  ]);
  for (const one of [reference, other])
    expect((await desk.open(one)).record).toMatchObject({ order_placed: true });
});

test("a request that staff close needs no quote; opened again, it does", async () => {
  const app = await buildTestApp({ startAt: monday });
  const reference = await addRecord(app, quoteRequestExample);
  const desk = await deskOf(app);
  await desk.setStatus(reference, "cancelled");
  expect(await app.rows("quote_requests")).toMatchObject([{ next_step: "done" }]);
  await desk.change(reference, { status: "in_progress" });
  expect(await app.rows("quote_requests")).toMatchObject([{ next_step: "quote" }]);
});
