import { expect, test } from "vitest";

import { paymentCode } from "#domain/deals/payment-code.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { addQuote } from "#tests/deal-examples.ts";
import { dealPage, press, visit } from "#tests/deal-visit.ts";
import { addRecord, quoteRequestExample } from "#tests/submission-examples.ts";

test("the page is there from the request on, and says that the price is coming", async () => {
  const app = await buildTestApp();
  const reference = await addRecord(app, quoteRequestExample);
  const page = await visit(app, dealPage(app, reference));
  expect([page.status, page.heading]).toEqual([200, "We are pricing it"]);
  expect(page.text).toContain("Front diff");
});

test("quote, tick, approve, payment code: the whole way with native forms", async () => {
  const app = await buildTestApp({
    environment: { BANK_ACCOUNT: "12-3456-0123456-00", BANK_ACCOUNT_NAME: "QuadKea Example Limited" },
  });
  const { reference, number, hash } = await addQuote(app);
  const path = dealPage(app, reference);
  const quote = await visit(app, path);
  expect(quote.heading).toBe("Your quote is ready");
  expect(quote.text).toContain("Approve for $200.00");
  expect(quote.text).toContain("includes GST of $26.09");
  const approval = { version: String(number), hash, accept: "on" };
  const approved = await press(app, `${path}/approve`, approval);
  expect([approved.status, approved.headers.get("location")]).toEqual([303, path]);
  const paying = await visit(app, path);
  expect(paying.heading).toBe("Approved: now the payment");
  for (const detail of ["$200.00", paymentCode(1001), "QuadKea Example Limited", "12-3456-0123456-00"])
    expect(paying.html).toContain(`<dd>${detail}</dd>`);
});
