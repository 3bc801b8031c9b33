import { expect, test } from "vitest";

import { business } from "#domain/business.ts";
import { paymentCode } from "#domain/deals/typed-numbers.ts";
import { forgetLinkSecret } from "#server/platform/secrets/installation-secrets.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { addOrder, addQuote, approveQuote, monday } from "#tests/deal-examples.ts";
import { dealPage, expectPrivate, press, visit } from "#tests/deal-visit.ts";

const bank = { BANK_ACCOUNT: "12-3456-0123459-00", BANK_ACCOUNT_NAME: "QuadKea Example Limited" };

test("the invoice has everything that the highest tier of the GST rules asks for, and says what is due", async () => {
  const app = await buildTestApp({ startAt: monday, environment: bank });
  const order = await addOrder(app);
  const path = dealPage(app, order.ref_number);
  const invoice = await visit(app, `${path}/invoice`);
  expect(invoice.heading).toBe("Tax invoice 1001");
  for (const shown of [
    "Date: Monday 3 August 2026",
    `${business.legalName} trading as ${business.name}`,
    `GST number ${business.gstNumber}`,
    business.street,
    "Aroha Ngata",
    "12 Ōtaika Road RD 4 Whangārei 0174",
    "aroha@example.co.nz",
    "Front diff second-hand, grade B, from Honda TRX420FM 2015 $185.00",
    "Freight Courier, North Island, rural delivery $15.00",
    "Total includes GST of $26.09 $200.00",
    "Paid $0.00",
    "Due $200.00",
    paymentCode(1001),
  ])
    expect(invoice.text.replaceAll("\n", " ")).toContain(shown);
  expectPrivate(invoice);
  await press(app, `${path}/take-back`, { confirm: "on" });
  const cancelled = await visit(app, `${path}/invoice`);
  expect(cancelled.text).toContain("Cancelled on Monday 3 August 2026");
  expect(cancelled.text).toContain("Nothing is due.");
});

test("the invoice of an order whose payment time has passed asks for nothing", async () => {
  const app = await buildTestApp({ startAt: monday, environment: bank });
  const order = await addOrder(app);
  app.advance(30 * 24 * 60 * 60_000);
  const { text } = await visit(app, `${dealPage(app, order.ref_number)}/invoice`);
  expect(text).toContain("Payment time passed at the end of Thursday 6 August. Nothing is due.");
  expect(text).not.toContain(paymentCode(order.invoice_number));
});

test("after a take-back and a second approval, both invoices are there; none exists before", async () => {
  const app = await buildTestApp();
  const quote = await addQuote(app);
  const path = dealPage(app, quote.reference);
  expect((await visit(app, `${path}/invoice`)).status).toBe(404);
  await approveQuote(app, quote);
  await press(app, `${path}/take-back`, { confirm: "on" });
  await approveQuote(app, quote);
  expect((await visit(app, `${path}/invoice`)).heading).toBe("Tax invoice 1002");
  const first = await visit(app, `${path}/invoice?number=1001`);
  expect([first.heading, first.text.includes("Cancelled on")]).toEqual(["Tax invoice 1001", true]);
  expect((await visit(app, `${path}/invoice?number=999`)).status).toBe(404);
});

test("after LINK_SECRET was changed, the invoice names the buyer as the request does", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  await forgetLinkSecret(app.app.services.database);
  const changed = await app.restart({ LINK_SECRET: "another link secret, of the same good length" });
  const invoice = await visit(changed, `${dealPage(changed, ref)}/invoice`);
  expect([invoice.status, invoice.heading]).toEqual([200, "Tax invoice 1001"]);
  expect(invoice.text).toContain("To Aroha Ngata 12 Ōtaika Road RD 4 Whangārei 0174");
});
