import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { sql } from "kysely";
import { expect, test, vi } from "vitest";

import { nzInstant } from "#domain/nz-time.ts";
import { ordersBoundary, ordersKeptUntil } from "#domain/retention.ts";
import { recordPayment } from "#server/features/deals/orders/payments.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder, addQuote, exampleLine } from "#tests/deal-examples.ts";
import { press } from "#tests/deal-visit.ts";
import { deliveredOrder } from "#tests/delivered-deals.ts";
import { addMoneyRows } from "#tests/money-rows.ts";
import { orderDesk } from "#tests/order-desk.ts";
import { person } from "#tests/person-command.ts";
import { deskCall } from "#tests/staff.ts";
import { addRecord, quoteRequestExample } from "#tests/submission-examples.ts";

// Commands are processes of their own, which take their time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const email = "moana.tahi@example.co.nz";
const startAt = nzInstant("2026-08-03", "14:00");

/** A request with a superseded quote, an approved one, a question, a payment, a parcel, a return and what card and bank said. */
async function addWholeDeal(app: TestApp): Promise<string> {
  const reference = await addRecord(app, quoteRequestExample, { email, full_name: "Moana Tahi" });
  await app.app.services.mailStep.settled();
  await addQuote(app, { reference });
  const order = await addOrder(app, { reference, number: 2 });
  const { database, now } = app.app.services;
  const user_id = String((await app.rows("users"))[0]?.["id"]);
  const at = now().toISOString();
  const payment = {
    ref: reference,
    amount_cents: 20_000,
    method: "transfer",
    received_on: "2026-08-03",
  } as const;
  await recordPayment(app.app.services, { ...payment, note: null, userId: user_id, callKey: null });
  await addMoneyRows(app, order);
  await database.write(async (tx) => {
    const sent = {
      carrier: "NZ Post",
      tracking: "AB1",
      state: "delivered",
      sent_at: at,
      delivered_at: at,
    } as const;
    await tx
      .insertInto("parcels")
      .values({ id: "parcel", order_id: order.id, user_id, ...sent })
      .execute();
    const asked = { kind: "question", words: "Moana asks", number: 1, user_id: null, answers: null } as const;
    await tx
      .insertInto("deal_messages")
      .values({ id: "message", ref_number: reference, at, ...asked })
      .execute();
    await tx
      .insertInto("quote_drafts")
      .values({ ref_number: reference, version: 1, draft: "{}", updated_at: at, user_id })
      .execute();
    await tx
      .insertInto("deals")
      .values({ ref_number: reference, generation: 2, reminders_stopped_at: null })
      .execute();
  });
  return reference;
}

async function counts(app: TestApp, ...tables: string[]): Promise<number[]> {
  return Promise.all(tables.map(async (table) => (await app.rows(table)).length));
}

const gone = [
  "quote_requests",
  "deals",
  "quote_drafts",
  "deal_messages",
  "staff_digests",
  "outbox",
  "returns",
];
const money = ["documents", "payments", "card_sessions", "card_refunds", "bank_lines"];
const lawful = ["orders", "quote_versions", "parcels", ...money];

test("an export has quotes, questions, orders with their buyer, documents, returns, money and parcels", async () => {
  const app = await buildTestApp({ startAt });
  const reference = await addWholeDeal(app);
  await addOrder(app);
  const held = JSON.parse(await person(app, "export", email));
  expect(held).toMatchObject({
    quote_drafts: [{ version: 1, draft: {} }],
    quote_versions: [{ number: 1 }, { number: 2, content: { lines: [{ text: "Front diff" }] } }],
    deal_messages: [{ words: "Moana asks" }],
    orders: [{ ref_number: reference, customer: { email, full_name: "Moana Tahi" }, state: "paid" }],
    payments: [{ amount_cents: 20_000 }],
    parcels: [{ tracking: "AB1" }],
    documents: [{ number: "INV-1001", content: { total_cents: 20_000, reference } }],
    returns: [{ kind: "faulty", lines: ["diff"], words: "Moana says it whines" }],
    card_sessions: [{ amount_cents: 20_000 }],
    card_refunds: [{ error: "Expired card" }],
    bank_lines: [{ text: "PARTS" }],
  });
});

test("an erasure leaves the order that tax law requires, names it, and leaves no readable name", async () => {
  const app = await buildTestApp({ startAt });
  const reference = await addWholeDeal(app);
  expect(await person(app, "erase", email)).toContain("Kept, because an order was placed: 1");
  expect(await counts(app, "orders", "deal_messages")).toEqual([1, 1]);
  const report = await person(app, "erase", email, "--orders");
  expect(report).toContain(
    "Kept, because tax law requires it (Tax Administration Act 1994, section 22, and Goods and Services Tax Act 1985, section 75)",
  );
  expect(report).toContain("their invoices and credit notes");
  expect(report).toContain(`  invoice 1001 of ${reference}, until 2034-03-31`);
  expect(await counts(app, ...gone)).toEqual(gone.map(() => 0));
  // The order had not left: it is cancelled, with a credit note.
  expect(await counts(app, ...lawful)).toEqual(lawful.map((table) => (table === "documents" ? 2 : 1)));
  expect(await app.rows("quote_versions")).toMatchObject([{ number: 2, state: "approved" }]);
  for (const text of ["moana.tahi", "Moana"]) {
    const search = promisify(execFile)("grep", ["-rlai", text, "."], { cwd: app.dataDir });
    await expect(search).rejects.toMatchObject({ code: 1, stdout: "" });
  }
  const held = JSON.parse(await person(app, "export", email));
  expect(held).toMatchObject({ quote_requests: [], orders: [{ customer: { email } }] });
});

test("an erasure by phone removes the mails of a deal from the mail folder too", async () => {
  const app = await buildTestApp({ startAt });
  await addOrder(app);
  await app.app.run("outbox");
  const mails = async () =>
    (await readdir(join(app.dataDir, "mail"))).filter((name) => name.endsWith(".eml"));
  expect(await mails()).toEqual(expect.arrayContaining([expect.stringMatching(/-order-.*QK-/)]));
  await person(app, "erase", String(quoteRequestExample.values["phone"]), "--orders");
  expect(await mails()).toEqual([]);
});

test("what staff ticked as ordered without an order of ours goes when an order would", async () => {
  const app = await buildTestApp({ startAt });
  await app.app.run("retention");
  await addRecord(app, quoteRequestExample);
  const { database } = app.app.services;
  await database.write((tx) => tx.updateTable("quote_requests").set({ order_placed: true }).execute());
  const night = async (date: string) => {
    app.advance(nzInstant(date, "04:00").getTime() - app.app.services.now().getTime());
    await app.app.run("retention");
    return (await app.rows("quote_requests")).length;
  };
  expect([await night("2029-08-05"), await night("2034-03-31"), await night("2034-04-01")]).toEqual([
    1, 1, 0,
  ]);
});

test("an unpaid order of an erased person is cancelled: it would hold its part for ever", async () => {
  const app = await buildTestApp({ startAt });
  const part = [exampleLine({ item_label: "D-17" })];
  await addOrder(app, { lines: part });
  expect(await person(app, "erase", "aroha@example.co.nz", "--orders")).toContain("invoice 1001");
  expect(await app.rows("orders")).toMatchObject([{ state: "cancelled" }]);
  expect((await app.rows("documents")).map(({ number }) => number)).toEqual(["INV-1001", "CN-1001"]);
  expect((await addOrder(app, { lines: part })).invoice_number).toBe(1002);
});

test.for(["paid", "packed"])(
  "a %s order of an erased person frees its part, and its money waits to be paid back",
  async (state) => {
    const app = await buildTestApp({ startAt });
    const part = [exampleLine({ item_label: "D-17" })];
    const { ref_number: reference } = await addOrder(app, { lines: part });
    const desk = await orderDesk(app);
    await desk.pay(reference, 20_000);
    if (state === "packed") await desk.change(reference, "packed");
    expect(await app.rows("orders")).toMatchObject([{ state }]);
    const report = await person(app, "erase", "aroha@example.co.nz", "--orders");
    expect(report).toContain(`paid back`);
    expect(report).toContain(`  invoice 1001 of ${reference}: $200.00`);
    const owed = { ref: reference, amount_cents: 20_000, is_record_gone: true };
    expect(await desk.money()).toMatchObject({ to_refund: [owed] });
    expect((await addOrder(app, { lines: part })).invoice_number).toBe(1002);
    expect((await desk.pay(reference, -20_000)).status).toBe(200);
    expect(await desk.money()).toMatchObject({ to_refund: [] });
  },
);

test("an order of an erased person that was sent stays as it is", async () => {
  const app = await buildTestApp({ startAt });
  const { ref_number: reference } = await addOrder(app);
  const desk = await orderDesk(app);
  await desk.pay(reference, 20_000);
  const parcel = { ref: reference, carrier: "NZ Post", tracking: "AB1", anyway: true };
  expect((await deskCall(app, desk.cookie, "POST parcel", parcel)).status).toBe(200);
  expect(await person(app, "erase", "aroha@example.co.nz", "--orders")).not.toContain("paid back");
  expect(await app.rows("orders")).toMatchObject([{ state: "sent" }]);
});

test("what a customer wrote about a return is exported and erased, and the money of the order can still go back, without a mail", async () => {
  const app = await buildTestApp({ startAt });
  const { path, refund, mails } = await deliveredOrder(app);
  await press(app, `${path}/return`, { kind: "faulty", line: "diff", words: "It whines" });
  const held = JSON.parse(await person(app, "export", "aroha@example.co.nz"));
  expect(held).toMatchObject({ returns: [{ kind: "faulty", lines: ["diff"], words: "It whines" }] });
  await person(app, "erase", "aroha@example.co.nz", "--orders");
  expect(await counts(app, "returns", "orders")).toEqual([0, 1]);
  expect((await refund(5000, { lines: ["diff"] })).body).toMatchObject({
    state: "delivered",
    credit: "CN-1001",
  });
  expect((await refund(15_000)).body).toMatchObject({ state: "refunded", credit: "CN-1002" });
  expect((await refund(1)).status).toBe(422);
  expect(await mails()).toEqual([]);
});

test("what led to no order goes after 24 months; an order goes seven years after its tax year, then its request", async () => {
  const app = await buildTestApp({ startAt });
  await app.app.run("retention");
  await addWholeDeal(app);
  const { reference } = await addQuote(app);
  const night = async (date: string) => {
    app.advance(nzInstant(date, "04:00").getTime() - app.app.services.now().getTime());
    await app.app.run("retention");
  };
  await night("2028-08-05");
  expect(await counts(app, "quote_requests", "orders")).toEqual([1, 1]);
  const versions = await app.rows("quote_versions");
  expect(versions.map((version) => version["ref_number"])).not.toContain(reference);
  await night("2034-03-31");
  expect(await counts(app, "orders", "payments")).toEqual([1, 1]);
  await night("2034-04-01");
  const parts = ["orders", "parcels", "order_items", "returns", ...money];
  expect(await counts(app, ...parts)).toEqual(parts.map(() => 0));
  await night("2034-04-02");
  expect(await counts(app, ...gone, ...lawful)).toEqual([...gone, ...lawful].map(() => 0));
});

test("money on the account that is nobody's is kept as long as an order would be", async () => {
  const app = await buildTestApp({ startAt });
  await app.app.run("retention");
  const user_id = String((await app.rows("users"))[0]?.["id"]);
  const line = {
    id: "stray",
    account: "00",
    day: "2026-08-03",
    amount_cents: 700,
    text: "A PERSON",
    user_id,
  };
  const state = { state: "ignored", order_id: null, ref_number: null, at: startAt.toISOString() } as const;
  await app.app.services.database.write((tx) =>
    tx
      .insertInto("bank_lines")
      .values({ ...line, ...state })
      .execute(),
  );
  const night = async (date: string) => {
    app.advance(nzInstant(date, "04:00").getTime() - app.app.services.now().getTime());
    await app.app.run("retention");
    return (await app.rows("bank_lines")).length;
  };
  expect([await night("2034-03-31"), await night("2034-04-01")]).toEqual([1, 0]);
});

test.for(["total_cents = 1", "gst_cents = 0", "content = '{}'", "corrects = 'INV-1'", "number = 'INV-9'"])(
  "an invoice takes no change: %s",
  async (change) => {
    const app = await buildTestApp({ startAt });
    await addOrder(app);
    const before = await app.rows("documents");
    const { database } = app.app.services;
    const write = database.write((tx) => sql`update documents set ${sql.raw(change)}`.execute(tx));
    await expect(write).rejects.toThrow("invoices and credit notes cannot be changed");
    expect(await app.rows("documents")).toEqual(before);
  },
);

test("the tax year ends on 31 March in New Zealand", () => {
  expect(ordersKeptUntil(nzInstant("2027-03-31", "23:59"))).toBe("2034-03-31");
  expect(ordersKeptUntil(nzInstant("2027-04-01", "00:00"))).toBe("2035-03-31");
  expect(ordersBoundary(nzInstant("2034-03-31", "23:59"))).toEqual(nzInstant("2026-04-01", "00:00"));
  expect(ordersBoundary(nzInstant("2034-04-01", "00:00"))).toEqual(nzInstant("2027-04-01", "00:00"));
});
