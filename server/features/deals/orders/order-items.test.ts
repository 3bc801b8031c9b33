import { sql } from "kysely";
import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { addOrder, exampleLine } from "#tests/deal-examples.ts";

import { heldElsewhere } from "./order-items.ts";

test("after an upgrade a part that an order holds as typed is not sold again, and two orders keep theirs", async () => {
  const app = await buildTestApp();
  const former: { readonly typed: string; readonly order: { readonly id: string } }[] = [];
  for (const typed of ["Shelf-12", "b-3", "B-3"]) {
    const line = exampleLine({ item_label: `${former.length}` });
    former.push({ typed, order: await addOrder(app, { lines: [line] }) });
  }
  await app.app.services.database.write(async (tx) => {
    for (const { typed, order } of former)
      await tx
        .updateTable("order_items")
        .set({ item_label: typed })
        .where("order_id", "=", order.id)
        .execute();
    await sql`delete from kysely_migration where name >= '030'`.execute(tx);
  });
  const again = await app.restart();
  const labels = (await again.rows("order_items")).map((item) => item["item_label"]);
  expect(labels.toSorted()).toEqual(["B-3", "SHELF-12", "b-3"]);
  const { database } = again.app.services;
  const lines = ["shelf-12", "D-17"].map((label) => exampleLine({ item_label: label }));
  const held = await database.write((tx) => heldElsewhere(tx, database, lines));
  expect(held).toEqual(lines.slice(0, 1));
});
