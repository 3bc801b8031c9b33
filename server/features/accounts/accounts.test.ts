import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";

import { nzInstant } from "#domain/nz-time.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder, addRequest, exampleLine } from "#tests/deal-examples.ts";
import { orderDesk } from "#tests/order-desk.ts";
import { deskCall } from "#tests/staff.ts";
import { addRecord, quoteRequestExample } from "#tests/submission-examples.ts";

const startAt = nzInstant("2026-08-03", "14:00");
const august = "from=2026-08-01&to=2026-08-31";

async function textOf(app: TestApp, cookie: string, query: string): Promise<string> {
  return (await app.fetch(`/functions/v1/accounts?${query}`, { headers: { cookie } })).text();
}

async function sheet(app: TestApp, cookie: string, query: string): Promise<Record<string, string>[]> {
  return parse(await textOf(app, cookie, query), { columns: true });
}

function moveTo(app: TestApp, at: Date): void {
  app.advance(at.getTime() - app.app.services.now().getTime());
}

test("Xero gets one row a line in its own columns, with GST inside, and a credit note as one negative row", async () => {
  const app = await buildTestApp({ startAt });
  const desk = await orderDesk(app);
  const lines = [
    exampleLine({ id: "two", text: "Front hub", machine: null, grade: "A", quantity: 2, unit_cents: 4550 }),
    exampleLine({ evidence: ["Backlash 0.2 mm"] }),
  ];
  const { ref_number: reference } = await addOrder(app, { lines });
  app.advance(1000);
  await desk.change(reference, "cancel");
  const answer = await app.fetch(`/functions/v1/accounts?${august}&as=xero`, {
    headers: { cookie: desk.cookie },
  });
  expect(answer.headers.get("content-type")).toContain("text/csv");
  expect(answer.headers.get("content-disposition")).toBe(
    'attachment; filename="accounts-xero-2026-08-01-to-2026-08-31.csv"',
  );
  const bytes = Buffer.from(await answer.arrayBuffer()).toString();
  expect(bytes.split("\r\n")[0]).toBe(
    "*ContactName,EmailAddress,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,POPostalCode,POCountry,*InvoiceNumber,Reference,*InvoiceDate,*DueDate,InventoryItemCode,*Description,*Quantity,*UnitAmount,Discount,*AccountCode,*TaxType,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2,Currency,BrandingTheme",
  );
  const rows = parse(bytes, { columns: true });
  const common = {
    "*ContactName": "Aroha Ngata",
    Reference: reference,
    "*InvoiceDate": "03/08/2026",
    "*AccountCode": "",
    "*TaxType": "15% GST on Income",
  };
  const invoice = { ...common, "*InvoiceNumber": "INV-1001", "*DueDate": "06/08/2026" };
  expect(rows).toMatchObject([
    {
      ...invoice,
      "*Description": "Front hub (second-hand, grade A)",
      "*Quantity": "2",
      "*UnitAmount": "45.50",
    },
    {
      ...invoice,
      "*Description": "Front diff (second-hand, grade B, from a Honda TRX420FM 2015, Backlash 0.2 mm)",
      "*Quantity": "1",
      "*UnitAmount": "185.00",
    },
    { ...invoice, "*Description": expect.stringMatching(/^Freight/), "*UnitAmount": "15.00" },
    {
      ...common,
      "*InvoiceNumber": "CN-1001",
      "*DueDate": "03/08/2026",
      "*Description": "INV-1001: The order was cancelled",
      "*Quantity": "1",
      "*UnitAmount": "-291.00",
    },
  ]);
  expect(rows).toHaveLength(4);
});

test("the plain file has one row a document, ISO days, two decimals and the GST printed on it", async () => {
  const app = await buildTestApp({ startAt });
  const desk = await orderDesk(app);
  const { ref_number: reference } = await addOrder(app);
  app.advance(1000);
  await desk.change(reference, "cancel");
  const row = { issued: "2026-08-03", customer: "Aroha Ngata", reference };
  expect(await sheet(app, desk.cookie, `${august}&as=csv`)).toEqual([
    { number: "INV-1001", kind: "invoice", ...row, total: "200.00", gst: "26.09", corrects: "" },
    { number: "CN-1001", kind: "credit", ...row, total: "-200.00", gst: "-26.09", corrects: "INV-1001" },
  ]);
});

test("both days belong to the period, in New Zealand time, and a long file has every document once", async () => {
  const app = await buildTestApp({ startAt: nzInstant("2026-08-31", "23:59") });
  const { cookie } = await orderDesk(app);
  const { services } = app.app;
  for (let order = 0; order < 101; order += 1) {
    await addRequest(services, `QK-MANY-${order}`);
    await addOrder(app, { reference: `QK-MANY-${order}` });
  }
  moveTo(app, nzInstant("2026-09-01", "00:00"));
  await addRequest(services, "QK-SEPT");
  await addOrder(app, { reference: "QK-SEPT" });
  const numbers = async (query: string) =>
    (await sheet(app, cookie, `${query}&as=csv`)).map(({ number }) => number);
  const inAugust = Array.from({ length: 101 }, (_, index) => `INV-${1001 + index}`);
  expect((await numbers("from=2026-08-31&to=2026-08-31")).toSorted()).toEqual(inAugust);
  expect(await numbers("from=2026-09-01&to=2026-09-01")).toEqual(["INV-1102"]);
  expect(await numbers("from=2026-08-01&to=2026-08-30")).toEqual([]);
});

test("a customer's name is no formula, and one that cannot be read any more is named by the invoice", async () => {
  const app = await buildTestApp({ startAt });
  const { cookie } = await orderDesk(app);
  const reference = await addRecord(app, quoteRequestExample, { full_name: "=1+1 Aroha" });
  await addOrder(app, { reference });
  expect(await textOf(app, cookie, `${august}&as=xero`)).toContain(`\n"'=1+1 Aroha",`);
  await app.app.services.database.write(async (tx) => {
    const { is_unsettled: _, ...order } = await tx.selectFrom("orders").selectAll().executeTakeFirstOrThrow();
    const changes = { id: "other", invoice_number: 1002, state: "cancelled" } as const;
    await tx
      .insertInto("orders")
      .values({ ...order, ...changes })
      .execute();
    const [document] = await tx.selectFrom("documents").selectAll().execute();
    const again = { number: "INV-1002", serial: 1002, order_id: "other" };
    await tx
      .insertInto("documents")
      .values({ ...document!, ...again })
      .execute();
  });
  expect((await sheet(app, cookie, `${august}&as=csv`)).map(({ customer }) => customer)).toEqual([
    "'=1+1 Aroha",
    "Customer of INV-1002",
  ]);
});

test("GST by what was invoiced takes credits off, and by what was paid is rounded for each payment", async () => {
  const app = await buildTestApp({ startAt });
  const desk = await orderDesk(app);
  const { ref_number: sold } = await addOrder(app);
  app.advance(1000);
  const { ref_number: gone } = await addOrder(app, { freightCents: 0 });
  app.advance(1000);
  await desk.pay(sold, 10_000);
  app.advance(1000);
  await desk.pay(sold, 9_995, { method: "cash" });
  app.advance(1000);
  await desk.pay(gone, 18_500);
  app.advance(1000);
  await desk.change(gone, "cancel");
  await desk.pay(gone, -18_500);
  const { body } = await deskCall(app, desk.cookie, `GET gst?${august}`);
  const day = "2026-08-03";
  expect(body["invoices"]).toEqual({
    sales_cents: 38_500,
    credits_cents: 18_500,
    gst_cents: 2609,
    overpaid_cents: 0,
    rows: [
      { document: "INV-1001", method: null, ref: sold, day, cents: 20_000, gst_cents: 2609 },
      { document: "INV-1002", method: null, ref: gone, day, cents: 18_500, gst_cents: 2413 },
      { document: "CN-1001", method: null, ref: gone, day, cents: -18_500, gst_cents: -2413 },
    ],
  });
  const paid = { document: "INV-1001", ref: sold, day };
  const back = { document: "INV-1002", ref: gone, day, method: "transfer" };
  expect(body["payments"]).toEqual({
    sales_cents: 38_500,
    credits_cents: 18_500,
    gst_cents: 1304 + 1304 + 1,
    overpaid_cents: 0,
    rows: [
      { ...paid, method: "transfer", cents: 10_000, gst_cents: 1304 },
      { ...paid, method: "cash", cents: 9_995, gst_cents: 1304 },
      { ...paid, method: "rounding", cents: 5, gst_cents: 1 },
      { ...back, cents: 18_500, gst_cents: 2413 },
      { ...back, cents: -18_500, gst_cents: -2413 },
    ],
  });
  const nothing = { sales_cents: 0, credits_cents: 0, gst_cents: 0, overpaid_cents: 0, rows: [] };
  expect((await deskCall(app, desk.cookie, "GET gst?from=2026-08-04&to=2026-09-30")).body).toEqual({
    payments: nothing,
    invoices: nothing,
    purchases: [],
  });
});

test("money in another currency is in no sum", async () => {
  const app = await buildTestApp({ startAt });
  const desk = await orderDesk(app);
  const { ref_number: reference, id } = await addOrder(app);
  await desk.pay(reference, 20_000);
  await app.app.services.database.write(async (tx) => {
    const payment = await tx.selectFrom("payments").selectAll().executeTakeFirstOrThrow();
    const foreign = { id: "foreign", order_id: id, currency: "AUD", source: "card:1" };
    await tx
      .insertInto("payments")
      .values({ ...payment, ...foreign })
      .execute();
  });
  const { body } = await deskCall(app, desk.cookie, `GET gst?${august}`);
  expect(body["payments"]).toMatchObject({ sales_cents: 20_000, rows: [{ cents: 20_000 }] });
});

test.for([
  ["accounts?to=2026-08-31&as=csv", "from: is missing"],
  ["accounts?from=2026-08-01&to=2026-08-31", "as: is missing"],
  ["accounts?from=2026-08-01&to=2026-08-31&as=xls", "as: must be xero, xero-bills or csv"],
  ["accounts?from=2026-02-30&to=2026-08-31&as=csv", "from: must be a day such as 2026-10-01"],
  ["accounts?from=2026-09-01&to=2026-08-31&as=csv", "The last day (to) is before the first (from)"],
  ["gst?from=1/8/2026&to=2026-08-31", "from: must be a day such as 2026-10-01"],
  ["gst?from=2026-08-01&to=9999-12-31", "to: must be a day such as 2026-10-01"],
  ["gst?from=0000-01-01&to=2026-08-31", "from: must be a day such as 2026-10-01"],
  ["gst?from=2026-08-01&from=2026-08-02&to=2026-08-31", "from: must be a day such as 2026-10-01"],
] as const)("%s is refused with the reason", async ([call, error]) => {
  const app = await buildTestApp();
  const { status, body } = await deskCall(app, await app.signIn(), `GET ${call}`);
  expect([status, body["error"]]).toEqual([400, error]);
});
