import { createHash } from "node:crypto";
import { brotliDecompressSync } from "node:zlib";

import { expect, test } from "vitest";

import { stages } from "#domain/deals/stage.ts";
import { paymentCode } from "#domain/deals/typed-numbers.ts";
import { firm } from "#domain/firm.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { addOrder, addQuote, exampleLine, monday } from "#tests/deal-examples.ts";
import { dealPage, expectPrivate, visit } from "#tests/deal-visit.ts";
import { dealsInEveryStage } from "#tests/deals-in-every-stage.ts";
import { quoteDesk } from "#tests/quote-desk.ts";
import { deskCall } from "#tests/staff.ts";

const bank = { BANK_ACCOUNT: "12-3456-0123459-00", BANK_ACCOUNT_NAME: "QuadKea Example Limited" };

test("every stage has its heading, weighs at most 30 KB and runs, loads and leaks nothing", async () => {
  const app = await buildTestApp({ startAt: monday, environment: bank });
  const paths = await dealsInEveryStage(app);
  for (const [stage, path] of Object.entries(paths)) {
    const page = await visit(app, path);
    expect([page.status, page.heading]).toEqual([200, stages[stage as keyof typeof stages].title]);
    expect(page.html.length).toBeLessThan(21_000); // The font for headings is another 8.5 KB.
    expect(page.text).toContain(`GST number ${firm.gst_number}`);
    expect(page.text).toContain("Consumer Guarantees Act");
    const hasLeft = ["sent", "delivered", "refunded"].includes(stage) || stage.startsWith("return_");
    const isUnpacked = !hasLeft && !["declined", "withdrawn", "cancelled", "collect"].includes(stage);
    const where = "Delivery address Aroha Ngata 12 Ōtaika Road RD 4 Whangārei 0174 Wrong? Tell us";
    expect([stage, page.text.includes(where)]).toEqual([stage, isUnpacked]);
    const invoices = page.html.match(/href="[^"]*\/invoice">Invoice 10\d\d</g) ?? [];
    const isOrdered = hasLeft || ["approved", "overdue", "paid", "collect", "cancelled"].includes(stage);
    expect([stage, invoices.length]).toEqual([stage, isOrdered ? 1 : 0]);
    expectPrivate(page);
  }
});

test("what the customer has to pay can be copied line by line, and only the page has the account", async () => {
  const app = await buildTestApp({ environment: bank });
  const order = await addOrder(app);
  const page = await visit(app, dealPage(app, order.ref_number));
  for (const detail of ["$200.00", paymentCode(1001), bank.BANK_ACCOUNT, bank.BANK_ACCOUNT_NAME])
    expect(page.html).toContain(`<dd>${detail}</dd>`);
  app.advance(60_000);
  await app.app.run("outbox");
  const mails = await app.mails();
  expect(mails.some(({ subject }) => subject?.startsWith("Order confirmed"))).toBe(true);
  expect(JSON.stringify(mails)).not.toContain(bank.BANK_ACCOUNT);
});

test("without a bank account in the settings, the page says that staff send the details", async () => {
  const app = await buildTestApp();
  const order = await addOrder(app);
  const page = await visit(app, dealPage(app, order.ref_number));
  expect(page.text).toContain("We will send you the payment details by text message, or ring you");
  expect(page.text).toContain(paymentCode(1001));
});

test("of a part payment, the page says what has arrived and what is missing", async () => {
  const app = await buildTestApp({ startAt: monday, environment: bank });
  const order = await addOrder(app);
  const pay = { ref: order.ref_number, amount_cents: 15_000, method: "transfer", received_on: "2026-08-03" };
  await deskCall(app, await app.signIn(), "POST payment", pay);
  const page = await visit(app, dealPage(app, order.ref_number));
  expect(page.text).toContain("$150.00 of $200.00 has arrived");
  expect(page.html).toContain("<dd>$50.00</dd>");
});

test("a line shows part, machine, grade with its meaning, measurements and price; freight names the rural address", async () => {
  const app = await buildTestApp();
  const line = exampleLine({ evidence: ["Backlash 0.15 mm <measured>"], quantity: 2 });
  const { reference } = await addQuote(app, { lines: [line], content: { words: "Kia ora\n<b>Aroha</b>" } });
  const page = await visit(app, dealPage(app, reference));
  for (const shown of [
    "Front diff $370.00",
    "2 at $185.00 each",
    "From a Honda TRX420FM 2015",
    "Grade B light wear: no mark longer than 10 cm",
    "Backlash 0.15 mm <measured>",
    "Freight to the gate Courier, North Island, rural delivery $15.00",
    "includes GST of $50.22",
    "Approve for $385.00",
  ])
    expect(page.text).toContain(shown);
  expect(page.html).toContain("Kia ora\n&lt;b&gt;Aroha&lt;/b&gt;");
});

test("with alternatives and options, every possible total is in the page", async () => {
  const app = await buildTestApp();
  const lines = [
    exampleLine({ id: "a", kind: "choice", group: "diff", grade: "A", unit_cents: 26_000 }),
    exampleLine({ id: "c", kind: "choice", group: "diff", grade: "C", unit_cents: 14_000 }),
    exampleLine({ id: "oil", kind: "option", text: "Diff oil", grade: null, unit_cents: 1890 }),
  ];
  const { reference } = await addQuote(app, { lines });
  const { text, html } = await visit(app, dealPage(app, reference));
  for (const total of ["$275.00", "$293.90", "$155.00", "$173.90"]) expect(text).toContain(total);
  expect(html).toContain('<button class="go">Approve</button>');
  expect(text).not.toContain("Approve for");
});

test("the largest quote is sent compressed: at most 30 KB, with every total", async () => {
  const app = await buildTestApp();
  const words = (index: number) => createHash("sha256").update(String(index)).digest("hex");
  const lines = Array.from({ length: 40 }, (_, index) =>
    exampleLine({ id: `line-${index}`, text: words(index), evidence: [words(-index)] }),
  );
  const options = Array.from({ length: 6 }, (_, index) =>
    exampleLine({ id: `option-${index}`, kind: "option", text: words(100 + index) }),
  );
  const { reference } = await addQuote(app, { lines: [...lines, ...options] });
  const headers = { "accept-encoding": "gzip, br" };
  const sent = await app.app.server.inject({ url: dealPage(app, reference), headers });
  expect(sent.headers).toMatchObject({ "content-encoding": "br", vary: "accept-encoding" });
  expect(sent.rawPayload.length).toBeLessThan(30_000);
  expect(
    brotliDecompressSync(sent.rawPayload)
      .toString()
      .match(/id="total-/g),
  ).toHaveLength(64);
});

test("a quote with more totals than a list can hold still says what each choice costs", async () => {
  const app = await buildTestApp();
  const options = Array.from({ length: 12 }, (_, index) => exampleLine({ id: `o${index}`, kind: "option" }));
  const { reference } = await addQuote(app, { lines: [exampleLine(), ...options] });
  const page = await visit(app, dealPage(app, reference));
  expect(page.text).toContain("The total is what you choose plus freight: from $200.00");
});

test("an older version is shown as it was sent, read-only; one in its undo time is not", async () => {
  const app = await buildTestApp();
  const { reference } = await addQuote(app);
  await addQuote(app, { reference, number: 2, lines: [exampleLine({ unit_cents: 9900 })] });
  const path = dealPage(app, reference);
  expect((await visit(app, path)).html).toContain(`href="${path}/version/1"`);
  const old = await visit(app, `${path}/version/1`);
  expect([old.status, old.heading]).toEqual([200, "Version 1"]);
  expect(old.text).toContain("$185.00");
  expect(old.text).toContain("This is not the current version");
  expect(old.html).not.toContain("<form");
  expectPrivate(old);
  for (const number of ["3", "0", "x", "1e0", "../"])
    expect((await visit(app, `${path}/version/${number}`)).status).toBe(404);
  await (await quoteDesk(app, { reference })).send();
  expect((await visit(app, `${path}/version/3`)).status).toBe(404);
  app.advance(10_000);
  expect((await visit(app, `${path}/version/3`)).status).toBe(200);
});

test("the preview of a draft is the page that the visitor will see", async () => {
  const app = await buildTestApp();
  const { reference } = await addQuote(app);
  const cookie = await app.signIn();
  const draft = {
    lines: [exampleLine({ text: "Rear diff" })],
    freight: { cents: 1500 },
    valid_days: 7,
    words: null,
    fitment: null,
  };
  const put = await app.fetch("/functions/v1/quote-draft", {
    method: "PUT",
    headers: { cookie, "content-type": "application/json", "if-match": '"0"' },
    body: JSON.stringify({ ref: reference, draft }),
  });
  expect(put.status).toBe(200);
  const { body } = await deskCall(app, cookie, `GET quote-preview?ref=${reference}`);
  expect(String(body["page"])).toContain("<h1>Your quote is ready</h1>");
  expect(String(body["page"])).toContain("Rear diff");
});
