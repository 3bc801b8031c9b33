import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { paymentCode } from "#domain/deals/typed-numbers.ts";
import { firm } from "#domain/firm.ts";
import { lapseOrders } from "#server/features/deals/orders/order-chores.ts";
import { forgetLinkSecret } from "#server/platform/secrets/installation-secrets.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder, addQuote, approveQuote, exampleLine, monday } from "#tests/deal-examples.ts";
import { dealPage, expectPrivate, press, visit } from "#tests/deal-visit.ts";
import { person } from "#tests/person-command.ts";
import { deskCall } from "#tests/staff.ts";

const bank = { BANK_ACCOUNT: "12-3456-0123459-00", BANK_ACCOUNT_NAME: "QuadKea Example Limited" };

test("the invoice has everything that the highest tier of the GST rules asks for, and says what is due", async () => {
  const app = await buildTestApp({ startAt: monday, environment: bank });
  const order = await addOrder(app);
  const path = dealPage(app, order.ref_number);
  const invoice = await visit(app, `${path}/invoice`);
  expect(invoice.heading).toBe("Tax invoice 1001");
  for (const shown of [
    "Number INV-1001 Date: Monday 3 August 2026",
    `${firm.legal_name} trading as ${firm.trading_name}`,
    `GST number ${firm.gst_number}`,
    firm.street,
    "Aroha Ngata",
    "12 Ōtaika Road RD 4 Whangārei 0174",
    "aroha@example.co.nz",
    "Front diff second-hand, grade B, from a Honda TRX420FM 2015 $185.00",
    "Freight Courier, North Island, rural delivery $15.00",
    "Total includes GST of $26.09 $200.00",
    "Paid $0.00",
    "Due $200.00",
    paymentCode(1001),
  ])
    expect(invoice.text.replaceAll("\n", " ")).toContain(shown);
  expectPrivate(invoice);
});

test("what was taken back is credited: the invoice says so, and the credit note names it with its GST", async () => {
  const app = await buildTestApp({ startAt: monday });
  const quote = await addQuote(app);
  const path = dealPage(app, quote.reference);
  expect((await visit(app, `${path}/invoice`)).status, "there is none yet").toBe(404);
  await approveQuote(app, quote);
  await press(app, `${path}/take-back`, { confirm: "on" });
  const invoice = await visit(app, `${path}/invoice`);
  expect(invoice.text).toContain("Cancelled on Monday 3 August 2026");
  expect(invoice.text).toContain("Nothing is due.");
  const credit = await visit(app, `${path}/credit/CN-1001`);
  expect(credit.heading).toBe("Credit note 1001");
  const text = credit.text.replaceAll("\n", " ");
  expect(text).toContain("Corrects tax invoice INV-1001 of Monday 3 August 2026");
  expect(text).toContain("The order was cancelled $200.00");
  expect(text).toContain("Total credited includes GST of $26.09 $200.00");

  await approveQuote(app, quote);
  expect((await visit(app, `${path}/invoice`)).heading).toBe("Tax invoice 1002");
  expect((await visit(app, `${path}/invoice?number=1001`)).heading).toBe("Tax invoice 1001");
});

test("an order that is revived has a new invoice; the old one says which", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  app.advance(5 * 24 * 60 * 60_000);
  const { services } = app.app;
  await lapseOrders({ ...services, log: { error: () => {} } }, services.now());
  await deskCall(app, await app.signIn(), "POST order", { ref, change: "revive" });
  const path = dealPage(app, ref);
  expect((await visit(app, `${path}/invoice`)).heading).toBe("Tax invoice 1002");
  const old = await visit(app, `${path}/invoice?number=INV-1001`);
  expect(old.text).toContain("Credited: invoice 1002 replaces it");
  expect(old.text).not.toContain(paymentCode(1001));
});

test("the invoice of an order whose payment time has passed asks for nothing", async () => {
  const app = await buildTestApp({ startAt: monday, environment: bank });
  const order = await addOrder(app);
  app.advance(30 * 24 * 60 * 60_000);
  const { text } = await visit(app, `${dealPage(app, order.ref_number)}/invoice`);
  expect(text).toContain("Payment time passed at the end of Thursday 6 August. Nothing is due.");
  expect(text).not.toContain(paymentCode(order.invoice_number));
});

test("a document of another deal, or one that there is not, is not found; staff open every one", async () => {
  const app = await buildTestApp({ startAt: monday });
  const [mine, theirs] = [await addOrder(app), await addOrder(app)];
  const path = dealPage(app, mine.ref_number);
  for (const end of ["invoice?number=1002", "invoice.pdf?number=INV-1002", "credit/CN-1001", "credit/x.pdf"])
    expect((await visit(app, `${path}/${end}`)).status).toBe(404);
  const cookie = await app.signIn();
  const open = (query: string) =>
    app.fetch(`/functions/v1/document?number=${query}`, { headers: { cookie } });
  const page = await open(`INV-${theirs.invoice_number}`);
  expect(await page.text()).toContain("Tax invoice 1002");
  const pdf = await open("INV-1002&as=pdf");
  expect(pdf.headers.get("content-disposition")).toBe('inline; filename="INV-1002.pdf"');
  expect(await (await open("INV-9")).json()).toMatchObject({ success: false });
  expect((await app.fetch("/functions/v1/document?number=INV-1002")).status).toBe(401);
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

test("a PDF is made once, and kept sealed until its enquiry is erased", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const pdf = async () =>
    Buffer.from(await (await app.fetch(`${dealPage(app, ref)}/invoice.pdf`)).arrayBuffer());
  const first = await pdf();
  const [kept] = await app.rows("document_pdfs");
  expect(kept).toMatchObject({ number: "INV-1001", ref_number: ref });
  expect(Buffer.from(kept!["sealed"] as Uint8Array).toString("latin1")).not.toContain("%PDF");
  expect((await pdf()).equals(first)).toBe(true);
  const other = app.app.services.linkKeys.sealBytes(Buffer.from("%PDF-kept"), "PDF of INV-1001");
  await app.app.services.database.write((tx) =>
    tx.updateTable("document_pdfs").set({ sealed: other }).execute(),
  );
  expect(String(await pdf()), "what is kept is what is sent").toBe("%PDF-kept");
  await person(app, "erase", "aroha@example.co.nz", "--orders");
  expect(await app.rows("document_pdfs")).toEqual([]);
  const headers = { cookie: await app.signIn() };
  const staffs = await app.fetch("/functions/v1/document?number=INV-1001&as=pdf", { headers });
  expect([staffs.status, await app.rows("document_pdfs")]).toEqual([200, []]);
});

test("a link opens 60 documents an hour, another one as many, and staff any number", async () => {
  const app = await buildTestApp({ startAt: monday });
  const [mine, theirs] = [await addOrder(app), await addOrder(app)];
  const open = (ref: string) => visit(app, `${dealPage(app, ref)}/invoice`);
  for (let opened = 0; opened < 60; opened += 1) expect((await open(mine.ref_number)).status).toBe(200);
  const refused = await open(mine.ref_number);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3600"]);
  expect(refused.text).toContain("Please wait 60 minutes and try again.");
  expect((await open(theirs.ref_number)).status).toBe(200);
  const headers = { cookie: await app.signIn() };
  expect((await app.fetch("/functions/v1/document?number=INV-1001", { headers })).status).toBe(200);
  app.advance(60 * 60_000);
  expect((await open(mine.ref_number)).status).toBe(200);
});

const hasReaders = spawnSync("qpdf", ["--version"]).status === 0 && spawnSync("pdfinfo", ["-v"]).status === 0;

function run(command: string, args: readonly string[], input: Buffer): string {
  const { stdout, status, stderr } = spawnSync(command, args, { input, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command}: ${stdout}${stderr}`);
  return stdout;
}

/** The invoice of an order with so many lines, twice. */
async function invoicePdf(app: TestApp, lines: readonly ReturnType<typeof exampleLine>[]): Promise<Buffer> {
  const { ref_number: ref } = await addOrder(app, { lines });
  const pdf = async () =>
    Buffer.from(await (await app.fetch(`${dealPage(app, ref)}/invoice.pdf`)).arrayBuffer());
  const first = await pdf();
  app.advance(60_000);
  expect((await pdf()).equals(first), "the same bytes at another time").toBe(true);
  expect(first.length).toBeLessThanOrEqual(60_000);
  return first;
}

test.skipIf(!hasReaders).for([1, 12, 40])(
  "the PDF of %i lines has each of them, tagged, with heading and page number on each page",
  async (count) => {
    const app = await buildTestApp({ startAt: monday, environment: bank });
    const parts = Array.from({ length: count }, (_, index) => `Part number ${index + 1} of Tāmaki`);
    const lines = parts.map((text, index) => exampleLine({ id: `l${index}`, text, item_label: null }));
    const pdf = await invoicePdf(app, lines);
    const text = run("pdftotext", ["-layout", "-", "-"], pdf);
    const pages = text.split("\f").slice(0, -1);
    for (const part of parts) expect(text.split(part)).toHaveLength(2);
    expect(text.match(/includes GST of/g)).toHaveLength(1);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Invoice 1001, page ${index + 1} of ${pages.length}`);
      expect(page.includes("Quantity") || index === pages.length - 1).toBe(true);
    }
    expect(pages[0], "the first page is not left empty").toContain("Part number 1 of Tāmaki");
    expect(text).not.toContain(bank.BANK_ACCOUNT);
    const info = run("pdfinfo", ["-"], pdf);
    expect(info).toMatch(/Title: +Tax invoice 1001/);
    expect(info).toMatch(/Tagged: +yes/);
    expect(info).toMatch(/Page size: +595.28 x 841.89 pts \(A4\)/);
    const tree = run("pdfinfo", ["-struct", "-"], pdf);
    expect(tree).toMatch(/^Document\n {2}H1/);
    expect(tree.match(/TR\b/g)).toHaveLength(count + 3);
    expect(tree.match(/\/Scope \/Column/g)).toHaveLength(4);
    expect(pdf.toString("latin1")).toContain("/Lang (en-NZ)");
    const file = join(app.dataDir, "invoice.pdf");
    writeFileSync(file, pdf);
    run("qpdf", ["--check", file], pdf);
  },
);

test.skipIf(!hasReaders)(
  "every word of a very long line is in the PDF, over the end of a page, and so is a Cyrillic name",
  async () => {
    const app = await buildTestApp({ startAt: monday });
    const words = Array.from({ length: 224 }, (_, index) => `word${String(index).padStart(4, "0")}`);
    const evidence = [0, 32, 64, 96, 128, 160, 192].map((from) => words.slice(from, from + 32).join(" "));
    const long = exampleLine({ text: "Gearbox for Ёжик and Đặng", evidence });
    const before = Array.from({ length: 14 }, (_, index) => exampleLine({ id: `l${index}` }));
    const text = run("pdftotext", ["-raw", "-", "-"], await invoicePdf(app, [...before, long]));
    for (const word of words) expect(text).toContain(word);
    expect(text).toContain("Ёжик and Đặng");
  },
);
