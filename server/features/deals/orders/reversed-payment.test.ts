import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { addOrder } from "#tests/deal-examples.ts";
import { deskCall } from "#tests/staff.ts";

const startAt = new Date("2026-08-02T22:00:00.000Z");

test("an order whose payment was reversed waits for money again in the lists, and for packing once it is there", async () => {
  const app = await buildTestApp({ startAt });
  const { ref_number: ref } = await addOrder(app);
  const cookie = await app.signIn();
  const pay = (amount_cents: number) =>
    deskCall(app, cookie, "POST payment", {
      ref,
      amount_cents,
      method: "transfer",
      received_on: "2026-08-03",
    });
  const steps: unknown[] = [];
  for (const cents of [20_000, -20_000, 20_000]) {
    expect(await pay(cents)).toMatchObject({ status: 200, body: { state: "paid" } });
    steps.push((await app.rows("quote_requests"))[0]?.["next_step"]);
  }
  expect(steps).toEqual(["pack", "pay", "pack"]);
});
