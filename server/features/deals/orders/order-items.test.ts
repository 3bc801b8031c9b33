import { sql } from "kysely";
import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { addOrder, addQuote, exampleLine, ordersIn } from "#tests/deal-examples.ts";
import { approveOn, dealPage, press } from "#tests/deal-visit.ts";

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
    await sql`alter table deal_calls drop column call`.execute(tx);
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

test("a part that somebody else has just ordered is not sold twice, and staff are told", async () => {
  const app = await buildTestApp();
  const lines = [exampleLine({ item_label: "GB-17" })];
  const [first, second] = [await addQuote(app, { lines }), await addQuote(app, { lines })];
  expect((await approveOn(app, first)).status).toBe(303);
  const page = await approveOn(app, second);
  expect([page.status, page.heading]).toEqual([409, "Your quote is ready"]);
  expect(page.text).toContain("Front diff, grade B: sold minutes ago");
  expect((await approveOn(app, second)).status).toBe(409);
  expect(await ordersIn(app)).toEqual([[first.reference, "awaiting_payment", 1001]]);
  expect(await app.rows("staff_digests")).toHaveLength(2);
});

test("staff are told again if the part of a newer version is sold once more", async () => {
  const app = await buildTestApp();
  const lines = [exampleLine({ item_label: "GB-17" })];
  const [first, second] = [await addQuote(app, { lines }), await addQuote(app, { lines })];
  await approveOn(app, first);
  expect((await approveOn(app, second)).status).toBe(409);
  await press(app, `${dealPage(app, first.reference)}/take-back`, { confirm: "on" });
  app.advance(60_000);
  const newer = await addQuote(app, { reference: second.reference, number: 2, lines });
  await approveOn(app, await addQuote(app, { lines }));
  const tellings = async () =>
    (await app.rows("record_events")).filter(({ type }) => type === "quote_sold").length;
  expect((await approveOn(app, newer)).status).toBe(409);
  expect(await tellings()).toBe(2);
  expect((await approveOn(app, newer)).status).toBe(409);
  expect(await tellings()).toBe(2);
});

test("a cancelled order frees its part for the other customer", async () => {
  const app = await buildTestApp();
  const lines = [exampleLine({ item_label: "GB-17" })];
  const [first, second] = [await addQuote(app, { lines }), await addQuote(app, { lines })];
  await approveOn(app, first);
  await press(app, `${dealPage(app, first.reference)}/take-back`, { confirm: "on" });
  expect((await approveOn(app, second)).status).toBe(303);
});
