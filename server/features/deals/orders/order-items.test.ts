import { expect, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder, exampleLine } from "#tests/deal-examples.ts";

import { heldElsewhere, holdItemsAgain } from "./order-items.ts";

/** An order that holds its part under the label as typed, as orders did at first. */
async function addFormerOrder(app: TestApp, typed: string): Promise<string> {
  const { id } = await addOrder(app, { lines: [exampleLine({ item_label: typed })] });
  await app.app.services.database.write((tx) =>
    tx.updateTable("order_items").set({ item_label: typed }).where("order_id", "=", id).execute(),
  );
  return id;
}

test.for([
  ["Shelf-12", "SHELF-12"],
  ["shelf-12", "Shelf-12"],
  ["Pūtāruru  3", "PŪTĀRURU 3"],
])("a part that an older order holds as %s is not sold again as %s", async ([former = "", typed = ""]) => {
  const app = await buildTestApp();
  const { database } = app.app.services;
  const id = await addFormerOrder(app, former);
  const lines = [exampleLine({ item_label: typed }), exampleLine({ item_label: "D-17" })];
  const held = await database.write((tx) => heldElsewhere(tx, database, lines));
  expect(held).toEqual(lines.slice(0, 1));
  await database.write((tx) => tx.updateTable("order_items").set({ held: false }).execute());
  const other = await addFormerOrder(app, typed);
  expect(await database.write((tx) => holdItemsAgain(tx, database, id))).toEqual([typed]);
  await database.write((tx) => tx.deleteFrom("order_items").where("order_id", "=", other).execute());
  expect(await database.write((tx) => holdItemsAgain(tx, database, id))).toEqual([]);
});
