import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { addQuote, exampleLine, ordersIn } from "#tests/deal-examples.ts";
import { approveOn, dealPage, press } from "#tests/deal-visit.ts";
import { deliveredOrder } from "#tests/delivered-deals.ts";

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

/** An order of two parts, of which the visitor sends one back. */
async function withReturn() {
  const app = await buildTestApp();
  const hub = exampleLine({ id: "hub", text: "Rear hub", unit_cents: 8000, item_label: "IT-B" });
  const deal = await deliveredOrder(app, { lines: [exampleLine({ item_label: "IT-A" }), hub] });
  await deal.sendBack("changed-mind", "hub");
  const free = async () => {
    const rows = await app.rows("order_items");
    return rows.filter(({ held }) => held === 0).map(({ item_label: label }) => label);
  };
  return { app, hub, free, ...deal };
}

test("a part that has come back and is paid back can be sold again, though the freight is kept and the other part is not back", async () => {
  const { app, hub, free, settle, refund } = await withReturn();
  await settle("received");
  expect(await free(), "it is not paid back").toEqual([]);
  expect((await refund(8000, { lines: ["hub"] })).status).toBe(200);
  await settle("close");
  const sold = await approveOn(app, await addQuote(app, { lines: [exampleLine({ item_label: "IT-A" })] }));
  expect(sold.status).toBe(409);
  expect((await approveOn(app, await addQuote(app, { lines: [hub] }))).status).toBe(303);
});

test("it is free whichever comes first, whoever names the lines, and not for a part of its price", async () => {
  const early = await withReturn();
  await early.refund(8000);
  expect(await early.free(), "it is not back").toEqual([]);
  await early.settle("received");
  expect(await early.free()).toEqual(["IT-B"]);
  const partly = await withReturn();
  await partly.settle("received");
  await partly.refund(1500, { lines: ["freight"] });
  await partly.refund(4000);
  expect(await partly.free()).toEqual([]);
  await partly.refund(4000);
  expect(await partly.free()).toEqual(["IT-B"]);
});
