import { expect, test } from "vitest";

import { dayMs } from "#domain/durations.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { addNewRequest, addOrder, exampleLine, monday } from "#tests/deal-examples.ts";
import { orderDesk } from "#tests/order-desk.ts";
import { stockDesk } from "#tests/stock-desk.ts";

test("a machine shows what it brought and what is asked for the rest; the money page the shelves, and what is not there", async () => {
  const app = await buildTestApp({ startAt: monday });
  let stock = await stockDesk(app);
  const machine = await stock.machine({ model: "TRX500" });
  await stock.written(
    machine,
    { name: "Rear diff", price_cents: 18_500 },
    { name: "CDI", price_cents: 9000, quantity: 3 },
    { name: "Radiator", state: "on_machine" },
  );
  const row = async () => ((await stock.call("GET yard")).body["machines"] as object[])[0];
  const ours = exampleLine({ id: "ours", kind: "choice", group: "part", machine_number: machine });
  const lines = [
    { ...ours, item_label: "P1" },
    { ...ours, id: "better", unit_cents: 30_000 },
  ];
  const selection = { choices: { part: "ours" }, options: [] };
  const { ref_number: ref } = await addOrder(app, { lines, selection });
  expect(await row()).toMatchObject({ sold_cents: 0, left: 3, left_cents: 18_500 + 3 * 9000 });
  app.advance(3 * dayMs);
  stock = await stockDesk(app); // The session has ended.
  const orders = await orderDesk(app);
  await orders.pay(ref, 20_000);
  await stock.call("POST parcel", { anyway: true, ref, carrier: "NZ Post", tracking: "1" });
  expect(await row()).toMatchObject({ sold_cents: 18_500, left: 2, left_cents: 3 * 9000 });
  const figures = { shelved: 3, shelved_cents: 3 * 9000, sold: 1, shelf_days: 3 };
  const asked = { part: expect.any(String), machine: expect.any(String) };
  expect((await orders.money())["stock"]).toEqual({ ...figures, not_in_stock: [{ ...asked, asked: 1 }] });
  await addNewRequest(app);
  expect((await orders.money())["stock"]).toMatchObject({ not_in_stock: [{ asked: 2 }] });
  const [request] = await app.rows("quote_requests");
  const wanted = { make: String(request!["make"]), model: String(request!["model"]) };
  await stock.written(null, {
    name: String(request!["part_needed"]),
    fits: [{ ...wanted, from: null, to: null }],
  });
  expect((await orders.money())["stock"]).toMatchObject({ not_in_stock: [] });
  const { ref_number: other } = await addOrder(app, { lines: [exampleLine({ machine_number: machine })] });
  await orders.pay(other, 20_000);
  expect(await row()).toMatchObject({ sold_cents: 2 * 18_500 });
  await orders.change(other, "cancel", "No longer needed");
  expect(await row()).toMatchObject({ sold_cents: 18_500 });
});
