import { sql } from "kysely";
import { expect, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder } from "#tests/deal-examples.ts";
import { deskCall } from "#tests/staff.ts";

const startAt = new Date("2026-08-02T22:00:00.000Z");

async function paying(app: TestApp) {
  const cookie = await app.signIn();
  return (ref: string, amount_cents: number) =>
    deskCall(app, cookie, "POST payment", {
      ref,
      amount_cents,
      method: "transfer",
      received_on: "2026-08-03",
    });
}

test("an order whose payment was reversed waits for money again in the lists, and for packing once it is there", async () => {
  const app = await buildTestApp({ startAt });
  const { ref_number: ref } = await addOrder(app);
  const pay = await paying(app);
  const steps: unknown[] = [];
  for (const cents of [20_000, -20_000, 20_000]) {
    expect(await pay(ref, cents)).toMatchObject({ status: 200, body: { state: "paid" } });
    steps.push((await app.rows("quote_requests"))[0]?.["next_step"]);
  }
  expect(steps).toEqual(["pack", "pay", "pack"]);
});

test("after an upgrade an order whose payment was reversed before it waits for money, and a paid one for packing", async () => {
  const app = await buildTestApp({ startAt });
  const [reversed, paid] = [await addOrder(app), await addOrder(app)];
  const pay = await paying(app);
  for (const [order, cents] of [
    [reversed, 20_000],
    [reversed, -20_000],
    [paid, 20_000],
  ] as const)
    await pay(order.ref_number, cents);
  await app.app.services.database.write(async (tx) => {
    await tx.updateTable("quote_requests").set({ next_step: "pack" }).execute();
    await sql`delete from kysely_migration where name >= '030'`.execute(tx);
  });
  const rows = await (await app.restart()).rows("quote_requests");
  const steps = new Map(rows.map((row) => [row["ref_number"], row["next_step"]]));
  expect([reversed, paid].map((order) => steps.get(order.ref_number))).toEqual(["pay", "pack"]);
});
