import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";

import { dayMs } from "#domain/durations.ts";
import { nzInstant } from "#domain/nz-time.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder } from "#tests/deal-examples.ts";
import { orderDesk } from "#tests/order-desk.ts";
import { addVehicle, yardDesk } from "#tests/purchase-example.ts";
import { deskCall } from "#tests/staff.ts";

const startAt = nzInstant("2026-08-03", "14:00");
const august = "from=2026-08-01&to=2026-08-31";

async function gst(app: TestApp, days = august) {
  const { body } = await deskCall(app, await app.signIn(), `GET gst?${days}`);
  return body as Record<"payments" | "invoices", Record<string, unknown>> & { purchases: unknown };
}

async function sheet(app: TestApp, as: string): Promise<Record<string, string>[]> {
  const headers = { cookie: await app.signIn() };
  const answer = await app.fetch(`/functions/v1/accounts?${august}&as=${as}`, { headers });
  return parse(await answer.text(), { columns: true, bom: true });
}

test("who owes: what is left of orders, by the age of the invoice in New Zealand days, unless they lapsed or were cancelled", async () => {
  const app = await buildTestApp({ startAt });
  const lapsed = await addOrder(app);
  await (await orderDesk(app)).pay(lapsed.ref_number, 5000);
  app.advance(10 * dayMs);
  await app.app.run("deals");
  expect(await app.rows("orders")).toMatchObject([{ state: "lapsed", paid_cents: 5000 }]);
  const desk = await orderDesk(app);
  const paid = await addOrder(app);
  await desk.pay(paid.ref_number, 20_000);
  const refunded = { method: "transfer", note: null, lines: [] };
  const refund = { ref: paid.ref_number, amount_cents: 5000, ...refunded };
  expect((await deskCall(app, desk.cookie, "POST refund", refund)).status).toBe(200);
  await desk.pay(paid.ref_number, -1000, { method: "correction" });
  const cancelled = await addOrder(app);
  await desk.pay(cancelled.ref_number, 5000);
  await desk.change(cancelled.ref_number, "cancel");
  const part = await addOrder(app);
  await desk.pay(part.ref_number, 5000);
  for (const days of [29, 1, 29, 1]) {
    app.advance(days * dayMs);
    await addOrder(app);
  }
  app.advance(30 * dayMs);
  const owners = await deskCall(app, await app.signIn(), "GET debtors");
  const row = (invoice: string, days: number, cents = 20_000) => ({ invoice, days, cents });
  expect(owners).toMatchObject({
    status: 200,
    body: {
      rows: [
        { ref: paid.ref_number, name: "Aroha Ngata", since: "2026-08-13", ...row("INV-1002", 90, 1000) },
        { ref: part.ref_number, ...row("INV-1004", 90, 15_000) },
        row("INV-1005", 61),
        row("INV-1006", 60),
        row("INV-1007", 31),
        row("INV-1008", 30),
      ],
      ages: { "0-30": 20_000, "31-60": 40_000, "61-90": 36_000, "over-90": 0 },
    },
  });
  app.advance(nzInstant("2026-11-12", "00:00").getTime() - app.app.services.now().getTime());
  const { body } = await deskCall(app, await app.signIn(), "GET debtors");
  expect(body["ages"], "a day is over at midnight in New Zealand").toEqual({
    "0-30": 0,
    "31-60": 40_000,
    "61-90": 40_000,
    "over-90": 16_000,
  });
});

test("purchases of the period have 3/23 of what was paid as their credit, rounded each, and none without GST; a correction counts", async () => {
  const app = await buildTestApp({ startAt });
  const yard = await yardDesk(app);
  await yard.bought({ price_cents: 12 });
  await yard.bought({ price_cents: 11, gst: "taxable-theirs" });
  await yard.bought({ price_cents: 45_000, gst: "taxable-ours", bought_on: "2026-08-01" });
  await yard.bought({ price_cents: 75_000, gst: "none" });
  await yard.bought({ bought_on: "2026-07-31" });
  const row = { day: "2026-08-03", gst: "second-hand" };
  const bought = [
    { ...row, number: 3, day: "2026-08-01", gst: "taxable-ours", cents: 45_000, credit_cents: 5870 },
    { ...row, number: 1, cents: 12, credit_cents: 2 },
    { ...row, number: 2, gst: "taxable-theirs", cents: 11, credit_cents: 1 },
    { ...row, number: 4, gst: "none", cents: 75_000, credit_cents: 0 },
  ];
  expect((await gst(app)).purchases).toEqual(bought);
  const [first] = await app.rows("purchases");
  const corrected = { price_cents: 50_000, corrects: first?.["id"] };
  expect((await yard.buy(String(first?.["ref_number"]), corrected)).status).toBe(200);
  const counted = { ...bought[1], cents: 50_000, credit_cents: 6522 };
  expect((await gst(app)).purchases).toEqual([bought[0], counted, ...bought.slice(2)]);
});

test("bills are in both files with the sums of the purchases; a seller whose enquiry is gone is named by the machine", async () => {
  const app = await buildTestApp({ startAt });
  const yard = await yardDesk(app);
  const ref = await addVehicle(app);
  await yard.buy(ref, { price_cents: 123_456 });
  const other = await yard.bought({ price_cents: 75_000, gst: "none" });
  await addOrder(app);
  const { database } = app.app.services;
  const seller = { full_name: "=1+1 Wiremu" };
  await database.write((tx) =>
    tx.updateTable("vehicle_submissions").set(seller).where("ref_number", "=", ref).execute(),
  );
  const bills = await sheet(app, "xero-bills");
  expect(Object.keys(bills[0] ?? {}).join(",")).toBe(
    "*ContactName,EmailAddress,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,POPostalCode,POCountry,*InvoiceNumber,*InvoiceDate,*DueDate,InventoryItemCode,Description,*Quantity,*UnitAmount,*AccountCode,*TaxType,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2,Currency",
  );
  const bill = {
    "*InvoiceDate": "03/08/2026",
    "*DueDate": "03/08/2026",
    "*Quantity": "1",
    "*AccountCode": "",
  };
  expect(bills).toMatchObject([
    {
      ...bill,
      "*ContactName": "'=1+1 Wiremu",
      "*InvoiceNumber": "M-1",
      "*UnitAmount": "1234.56",
      "*TaxType": "15% GST on Expenses",
      Description: expect.stringMatching(/\. Bought from a private person/),
    },
    { ...bill, "*InvoiceNumber": "M-2", "*UnitAmount": "750.00", "*TaxType": "No GST" },
  ]);
  await database.write((tx) => tx.deleteFrom("vehicle_submissions").where("ref_number", "<>", ref).execute());
  const row = { kind: "bill", issued: "2026-08-03", corrects: "" };
  expect((await sheet(app, "csv")).filter(({ kind }) => kind !== "invoice")).toEqual([
    { ...row, number: "M-1", customer: "'=1+1 Wiremu", reference: ref, total: "1234.56", gst: "161.03" },
    {
      ...row,
      number: "M-2",
      customer: "Seller of machine 2",
      reference: other,
      total: "750.00",
      gst: "0.00",
    },
  ]);
  expect(await sheet(app, "xero")).toHaveLength(2);
  expect((await gst(app)).purchases).toMatchObject([{ credit_cents: 16_103 }, { credit_cents: 0 }]);
});

test("a second payment is overpaid, not sold, until it goes back, which is no refund", async () => {
  const app = await buildTestApp({ startAt });
  const desk = await orderDesk(app);
  const { ref_number: ref } = await addOrder(app);
  for (const cents of [15_000, 20_000]) {
    app.advance(1000);
    await desk.pay(ref, cents);
  }
  const sums = { sales_cents: 20_000, credits_cents: 0, gst_cents: 1957 + 652 };
  const { payments, invoices } = await gst(app);
  expect(payments).toMatchObject({
    ...sums,
    overpaid_cents: 15_000,
    rows: [
      { cents: 15_000, gst_cents: 1957 },
      { cents: 5000, gst_cents: 652, overpaid_cents: 15_000 },
    ],
  });
  expect(invoices).toMatchObject({ sales_cents: 20_000, overpaid_cents: 0 });
  app.advance(1000);
  const back = { ref, amount_cents: 18_000, method: "transfer", note: null, lines: [] };
  expect((await deskCall(app, desk.cookie, "POST refund", back)).body).toMatchObject({ credit: "CN-1001" });
  expect((await gst(app)).payments).toMatchObject({
    ...sums,
    credits_cents: 3000,
    gst_cents: 1957 + 652 - 391,
    overpaid_cents: 0,
  });
});

test("money for an order that has lapsed is overpaid until its new invoice asks for it", async () => {
  const app = await buildTestApp({ startAt });
  const { ref_number: ref } = await addOrder(app);
  app.advance(10 * dayMs);
  await app.app.run("deals");
  const desk = await orderDesk(app);
  await desk.pay(ref, 20_000);
  expect((await gst(app)).payments).toMatchObject({ sales_cents: 0, gst_cents: 0, overpaid_cents: 20_000 });
  app.advance(30 * dayMs);
  expect((await (await orderDesk(app)).change(ref, "revive")).status).toBe(200);
  expect((await gst(app)).payments).toMatchObject({ sales_cents: 0, overpaid_cents: 20_000 });
  expect((await gst(app, "from=2026-09-01&to=2026-09-30")).payments).toMatchObject({
    sales_cents: 20_000,
    gst_cents: 2609,
    overpaid_cents: -20_000,
    rows: [{ document: "INV-1002", method: "revived", day: "2026-09-12" }],
  });
});
