import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { addQuote, exampleLine, ordersIn } from "#tests/deal-examples.ts";
import { approveOn, dealPage, press } from "#tests/deal-visit.ts";

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
