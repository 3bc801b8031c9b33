import { expect, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder, monday } from "#tests/deal-examples.ts";
import { addStaff } from "#tests/staff.ts";

const day = { received_on: "2026-08-03", method: "transfer" };

async function caller(app: TestApp, cookie: string) {
  return async (call: `${"POST" | "PATCH"} ${string}`, body: object, key?: string) => {
    const [method = "", name = ""] = call.split(" ");
    const answer = await app.fetch(`/functions/v1/${name}`, {
      method,
      headers: {
        cookie,
        "content-type": "application/json",
        ...(key === undefined ? {} : { "idempotency-key": key }),
      },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  };
}

test("a key stands for one call: the same again gets its response, and any other call is refused and does nothing", async () => {
  const app = await buildTestApp({ startAt: monday });
  const [one, other] = [await addOrder(app), await addOrder(app)];
  const call = await caller(app, await app.signIn());
  const payment = { ref: one.ref_number, amount_cents: 20_000, ...day };
  const first = await call("POST payment", payment, "k");
  expect(first).toEqual({ status: 200, body: { balance_cents: 0, state: "paid" } });
  expect(await call("POST payment", payment, "k")).toEqual(first);
  const parcel = { ref: one.ref_number, carrier: "NZ Post", tracking: "AB123", anyway: true };
  const sent = await call("POST parcel", parcel, "p");
  expect(sent.status).toBe(200);
  const { id } = (sent.body as { parcel: { id: string } }).parcel;
  const before = [await app.rows("payments"), await app.rows("parcels")];
  for (const [name, body, key] of [
    ["POST payment", { ...payment, ref: other.ref_number }, "k"],
    ["POST payment", { ...payment, amount_cents: -20_000 }, "k"],
    ["POST payment", { ...payment, note: "again" }, "k"],
    ["POST order", { ref: one.ref_number, change: "cancel" }, "k"],
    ["PATCH parcel", { id, state: "delivered" }, "p"],
  ] as const)
    expect(await call(name, body, key)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("This key belongs to another call") },
    });
  expect([await app.rows("payments"), await app.rows("parcels")]).toEqual(before);
});

test("one user's key is not another's", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const payment = { ref, amount_cents: 5000, ...day };
  const mine = await caller(app, await app.signIn());
  const theirs = await caller(app, (await addStaff(app)).cookie);
  const other = { ...payment, amount_cents: 4000 };
  const balances = [await mine("POST payment", payment, "k"), await theirs("POST payment", other, "k")];
  expect(balances).toMatchObject([{ body: { balance_cents: 15_000 } }, { body: { balance_cents: 11_000 } }]);
});

test("keys of 255 characters differ to the last one; a longer key is refused", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const call = await caller(app, await app.signIn());
  const pay = async (key: string) =>
    (await call("POST payment", { ref, amount_cents: 5000, ...day }, key)).status;
  const long = "k".repeat(254);
  expect([await pay(`${long}1`), await pay(`${long}2`), await pay(`${long}12`)]).toEqual([200, 200, 400]);
  expect(await app.rows("payments")).toHaveLength(2);
});

test.for([
  ["payment", { amount_cents: 5000, ...day }],
  ["parcel", { carrier: "NZ Post", tracking: "AB123" }],
] as const)("a %s without a key is refused", async ([name, body]) => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const call = await caller(app, await app.signIn());
  expect(await call(`POST ${name}`, { ref, ...body })).toMatchObject({
    status: 428,
    body: { error: expect.stringContaining("Idempotency-Key") },
  });
});

test("of two calls for different orders with one key at the same time, one is done and the other refused", async () => {
  const app = await buildTestApp({ startAt: monday });
  const call = await caller(app, await app.signIn());
  for (let round = 0; round < 5; round++) {
    const orders = [await addOrder(app), await addOrder(app)];
    const calls = orders.map(({ ref_number: ref }) =>
      call("POST payment", { ref, amount_cents: 5000, ...day }, `k${round}`),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
    expect(await app.rows("payments")).toHaveLength(round + 1);
  }
});
