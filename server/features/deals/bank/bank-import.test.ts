import { expect, test } from "vitest";

import type { Order } from "#domain/deals/deal.ts";
import { formatCents } from "#domain/deals/money.ts";
import { paymentCode } from "#domain/deals/typed-numbers.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { addOrderOf, bankDesk, statementFile, tsbFile } from "#tests/bank-desk.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { monday } from "#tests/deal-examples.ts";
import { addStaff, deskCall } from "#tests/staff.ts";

import { confirmImport } from "./bank-import.ts";

const dayMs = 24 * 60 * 60_000;

/** The three orders of the samples' story, which wait for their payment. */
async function bankStory() {
  const app = await buildTestApp({ startAt: monday });
  const orders: Order[] = [];
  for (const cents of [23_575, 123_450, 15_100]) orders.push(await addOrderOf(app, cents));
  return { app, orders, refs: orders.map(({ ref_number: ref }) => ref), desk: await bankDesk(app) };
}

test("a statement says what it will do, and stores nothing before it is confirmed", async () => {
  const { app, refs, desk } = await bankStory();
  const { status, body } = await desk.read(await statementFile("asb.csv"));
  const days = { from: "2026-08-04", to: "2026-08-12", account: "12-3141-0123456-00" };
  const counts = { rows: 7, credits: 5, known: 0, matched: 2, to_match: 3, taken_back: 0, problems: [] };
  const payments = [
    { ref: refs[0], name: "Aroha Ngata", amount_cents: 23_575 },
    { ref: refs[1], name: "Aroha Ngata", amount_cents: 123_450 },
  ];
  expect({ status, body }).toEqual({
    status: 200,
    body: { import: expect.any(String), ...days, ...counts, payments },
  });
  expect([await app.rows("bank_lines"), await app.rows("payments")]).toEqual([[], []]);
  expect((await desk.confirm(body["import"])).body).toEqual({ matched: 2, to_match: 3 });
  expect(await app.rows("bank_lines")).toHaveLength(5);
  const entered = (await app.rows("payments")).map(({ amount_cents, received_on, method, source }) => [
    amount_cents,
    received_on,
    method,
    String(source).slice(0, 5),
  ]);
  expect(entered.toSorted()).toEqual([
    [123_450, "2026-08-04", "transfer", "bank:"],
    [23_575, "2026-08-04", "transfer", "bank:"],
  ]);
  const states = (await app.rows("orders")).map(({ ref_number: ref, state }) => [ref, state]);
  expect(new Map(states as [string, string][])).toEqual(
    new Map([
      [refs[0], "paid"],
      [refs[1], "paid"],
      [refs[2], "awaiting_payment"],
    ]),
  );
  expect((await desk.confirm("gone")).status).toBe(404);
});

test("the same money is stored once: again, overlapping, in another order or shape, saved by a spreadsheet", async () => {
  const { app, desk } = await bankStory();
  const asb = (await statementFile("asb.csv")).toString();
  await desk.take(asb.replace(/^.*QUAD PARTS.*\r?\n/m, ""));
  expect(await desk.take(asb)).toMatchObject({ credits: 5, known: 4, matched: 0, to_match: 1 });
  const lines = asb.split("\r\n");
  const backwards = [...lines.slice(0, 8), ...lines.slice(8).toReversed()].join("\r\n");
  const others = [asb, backwards];
  for (const name of ["asb-running-balance.csv", "asb-saved-by-a-spreadsheet.csv"])
    others.push((await statementFile(name)).toString());
  for (const file of others) expect(await desk.take(file)).toMatchObject({ matched: 0, to_match: 0 });
  expect(await app.rows("bank_lines")).toHaveLength(5);
  expect(await app.rows("payments")).toHaveLength(2);
});

test("Kiwibank's short file is the same money as its full one", async () => {
  const { app, desk } = await bankStory();
  await desk.take(await statementFile("kiwibank-short.csv"));
  expect(await desk.take(await statementFile("kiwibank-full.csv"))).toMatchObject({ known: 2, to_match: 1 });
  expect(await app.rows("payments")).toHaveLength(2);
});

test("two payments that say the same are two", async () => {
  const { app, desk } = await bankStory();
  const row = ["2026-08-04", "PAYER", "20.00"] as const;
  await desk.take(tsbFile(row));
  expect(await desk.take(tsbFile(row, row))).toMatchObject({ credits: 2, known: 1, to_match: 1 });
  expect(await desk.take(tsbFile(row, row))).toMatchObject({ known: 2, to_match: 0 });
  expect(await app.rows("bank_lines")).toHaveLength(2);
});

test("a second payment for the same order sees what is still owed", async () => {
  const { app, orders, desk } = await bankStory();
  const code = paymentCode(orders[0]?.invoice_number ?? 0);
  const twice = tsbFile(["2026-08-04", `A ${code}`, "235.75"], ["2026-08-05", `A ${code}`, "235.75"]);
  expect(await desk.take(twice)).toMatchObject({ matched: 1, to_match: 1 });
  expect(await app.rows("payments")).toHaveLength(1);
});

test("a transfer that staff have entered already, and one that the bank took back, wait for staff", async () => {
  const { app, orders, refs, desk } = await bankStory();
  const [first, second] = orders.map(({ invoice_number: number }) => paymentCode(number));
  const half = { ref: refs[0], amount_cents: 11_800, method: "transfer", received_on: "2026-08-03" };
  await deskCall(app, await app.signIn(), "POST payment", { ...half, amount_cents: 11_775 });
  await deskCall(app, await app.signIn(), "POST payment", { ...half, method: "cash", amount_cents: 20 });
  const owed = formatCents(23_575 - 11_795);
  expect(await desk.take(tsbFile(["2026-08-04", `A ${first}`, owed]))).toMatchObject({ matched: 1 });
  await deskCall(app, await app.signIn(), "POST payment", { ...half, ref: refs[1], amount_cents: 61_725 });
  const again = tsbFile(["2026-08-04", `B ${second}`, "617.25"]);
  expect(await desk.take(again), "it may be the one that was entered").toMatchObject({
    matched: 0,
    to_match: 1,
  });
  const third = paymentCode(orders[2]?.invoice_number ?? 0);
  const back = tsbFile(
    ["2026-08-04", `C ${third}`, "151.00"],
    ["2026-08-05", `DISHONOUR ${third}`, "-151.00"],
  );
  expect(await desk.take(back)).toMatchObject({ matched: 0, to_match: 1 });
});

test("a stray quote that joins lines, or an unquoted amount with thousands, is named and nothing is read", async () => {
  const { desk } = await bankStory();
  const head = "Type,Details,Particulars,Code,Reference,Amount,Date,ForeignCurrencyAmount,ConversionCharge";
  const row = (details: string, amount = "20.00") => `Bill Payment,${details},,,,${amount},04/08/2026,,`;
  const joined = await desk.read([head, row('"SMITH'), row("JONES"), row('BROWN"')].join("\n"));
  expect([joined.status, JSON.stringify(joined.body)]).toEqual([422, expect.stringContaining("Line 2")]);
  const thousands = await desk.read("Date,Description,Amount,Balance\n04/08/2026,SMITH,2,650.00,9.00");
  expect([thousands.status, JSON.stringify(thousands.body)]).toEqual([
    422,
    expect.stringContaining("more than the 4 columns"),
  ]);
});

test.each([
  ["two codes", "QK010019 QK010024"],
  ["a wrong check digit", "QK010018"],
  ["no code", "PAYER ONE"],
])("%s: the payment waits", async (_, text) => {
  const { app, desk } = await bankStory();
  expect(await desk.take(tsbFile(["2026-08-04", text, "235.75"]))).toMatchObject({ matched: 0, to_match: 1 });
  expect(await app.rows("payments")).toEqual([]);
});

test("a code that a short field has cut in two is found, if what came is what is owed", async () => {
  const { app, refs, desk } = await bankStory();
  const header = "Date,Amount,Other Party,Description,Reference,Particulars,Analysis Code";
  await desk.take(`${header}\n2026-08-04,235.70,PAYER,DC,,INVOICE QK01,0019\n`);
  expect(await desk.money()).toMatchObject({ to_match: [{ suggestions: [{ ref: refs[0], why: "code" }] }] });
  expect(await desk.take(`${header}\n2026-08-05,235.75,PAYER,DC,,INVOICE QK01,0019\n`)).toMatchObject({
    matched: 1,
  });
  expect(await app.rows("payments")).toHaveLength(1);
});

test("money for a lapsed order waits, and an old code of a revived one still finds it", async () => {
  const { app, orders, refs, desk } = await bankStory();
  const [code, ref] = [paymentCode(orders[0]?.invoice_number ?? 0), refs[0] ?? ""];
  await app.app.services.database.write((tx) =>
    tx.updateTable("orders").set({ state: "lapsed" }).where("ref_number", "=", ref).execute(),
  );
  expect(await desk.take(tsbFile(["2026-08-04", code, "235.75"]))).toMatchObject({ matched: 0, to_match: 1 });
  expect(await desk.money()).toMatchObject({ to_match: [{ suggestions: [{ ref, why: "code" }] }] });
  await desk.change(ref, "revive");
  expect(await desk.take(tsbFile(["2026-08-04", code, "235.75"]))).toMatchObject({ known: 1, matched: 1 });
  expect((await app.rows("payments")).map(({ amount_cents }) => amount_cents)).toEqual([23_575]);
});

test("money of days far back or ahead is entered as the bank says", async () => {
  const { app, orders, desk } = await bankStory();
  const [one = 0, two = 0] = orders.map(({ invoice_number }) => invoice_number);
  await desk.take(
    tsbFile(["2020-01-31", paymentCode(one), "235.75"], ["2026-12-31", paymentCode(two), "1234.50"]),
  );
  const days = (await app.rows("payments")).map(({ received_on }) => received_on);
  expect(days.toSorted()).toEqual(["2020-01-31", "2026-12-31"]);
});

test("cut off between the lines and their payments, the same call again finishes it", async () => {
  const { app, desk } = await bankStory();
  const { body } = await desk.read(await statementFile("asb.csv"));
  const { services } = app.app;
  let writes = 0;
  const { reader, snapshot, lock, engine, notifications } = services.database;
  const parts = { reader, snapshot, engine, notifications, lock: lock.bind(services.database) };
  const database: DealContext["database"] = {
    ...parts,
    write: (job) => ((writes += 1) > 2 ? cutOff() : services.database.write(job)),
  };
  const user = await services.database.reader.selectFrom("users").select("id").executeTakeFirstOrThrow();
  const call = { import: String(body["import"]), userId: user.id, callKey: null };
  await expect(confirmImport({ ...services, database }, call)).rejects.toThrow("cut off");
  expect([(await app.rows("bank_lines")).length, (await app.rows("payments")).length]).toEqual([5, 1]);
  expect((await desk.confirm(body["import"])).body).toEqual({ matched: 2, to_match: 3 });
  expect((await desk.confirm(body["import"])).body).toEqual({ matched: 2, to_match: 3 });
  expect(await app.rows("payments")).toHaveLength(2);
});

function cutOff(): never {
  throw new Error("cut off");
}

test("two desks confirm and match at once: each payment is entered once", async () => {
  const { app, refs, desk } = await bankStory();
  const { body } = await desk.read(await statementFile("asb.csv"));
  const again = await desk.read(await statementFile("asb-running-balance.csv"));
  const ids = [body["import"], body["import"], again.body["import"]];
  await Promise.all(ids.map((id) => desk.confirm(id)));
  expect([(await app.rows("bank_lines")).length, (await app.rows("payments")).length]).toEqual([5, 2]);
  const { to_match: waiting } = (await desk.money()) as {
    to_match: { line: string; amount_cents: number }[];
  };
  const line = waiting.find(({ amount_cents: cents }) => cents === 28_100)?.line;
  const other = await addStaff(app);
  const calls = refs.map((ref) => deskCall(app, other.cookie, "POST bank-match", { line, ref }));
  const statuses = (await Promise.all([...calls, desk.ignore(line)])).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 409, 409, 409]);
  const entered = (await app.rows("payments")).filter(({ amount_cents: cents }) => cents === 28_100);
  expect(entered.length).toBe(statuses[3] === 200 ? 0 : 1);
});

test("staff match a line once, or put it aside; another desk reads who was first", async () => {
  const { app, refs, desk } = await bankStory();
  await desk.take(tsbFile(["2026-08-04", "PAYER", "100.00"], ["2026-08-05", "SAVINGS", "500.00"]));
  const { to_match: waiting } = (await desk.money()) as { to_match: { line: string }[] };
  const [payment, savings] = waiting.map(({ line }) => line);
  const [, , ref = "", otherRef = ""] = [...refs, refs[0]];
  const matched = { status: 200, body: { ref, balance_cents: 5100, state: "awaiting_payment" } };
  expect(await desk.match(payment, ref)).toEqual(matched);
  expect(await desk.match(payment, ref)).toEqual(matched);
  const first = await desk.match(payment, otherRef);
  expect([first.status, first.body["error"]]).toEqual([
    409,
    expect.stringContaining(`already in ${ref}, entered by`),
  ]);
  expect((await desk.ignore(savings)).status).toBe(200);
  expect((await desk.ignore(savings)).status).toBe(200);
  expect((await desk.match(savings, ref)).body["error"]).toContain("put aside");
  expect((await desk.ignore(payment)).status).toBe(409);
  expect((await desk.match(payment, "QK-000000-0000")).status).toBe(404);
  expect((await desk.match("no-line", ref)).status).toBe(404);
  expect((await desk.money())["to_match"]).toEqual([]);
  expect(await app.rows("payments")).toHaveLength(1);
});

test("an answer about a layout is kept once it is confirmed, and a statement nobody confirmed goes after a day", async () => {
  const { app, orders, desk } = await bankStory();
  const file = (day: string) =>
    `When,Who,Money,What\n${day},PAYER,235.75,${paymentCode(orders[0]?.invoice_number ?? 0)}\n`;
  const asked = await desk.read(file("04/08/2026"));
  expect(asked).toMatchObject({ status: 200, body: { columns: ["When", "Who", "Money", "What"] } });
  expect((await desk.read(file("04/08/2026"), "?map=date:x")).status).toBe(400);
  await desk.take(file("04/08/2026"), "?map=date:0,amount:2,text:1,3&order=dmy");
  expect((await desk.read(file("05/08/2026"))).body).toMatchObject({ from: "2026-08-05", known: 0 });
  app.advance(dayMs + 60_000);
  await app.app.run("old rows");
  expect(await app.rows("bank_imports")).toEqual([]);
});

test("1,000 made-up payments: each right code is matched, and none wrongly", async () => {
  const { app, desk } = await bankStory();
  let seed = 20_261_128;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const orders: Order[] = [];
  for (let index = 0; index < 40; index += 1) orders.push(await addOrderOf(app, 2000 + index * 100));
  const rows = Array.from({ length: 1000 }, (_, index) => {
    const order = orders[index % 25 === 0 ? index / 25 : -1];
    const code = paymentCode(order?.invoice_number ?? 5000 + random(90_000));
    const spelt = [
      code,
      code.toLowerCase(),
      code.replaceAll("0", "O"),
      `${code.slice(0, 5)} ${code.slice(5)}`,
    ];
    const text = `PAYER ${random(900)} ${order !== undefined || random(3) === 0 ? spelt[random(4)] : ""} PARTS`;
    const amount = formatCents(order?.total_cents ?? 2000 + random(40) * 100).replace("$", "");
    return ["2026-08-04", text, `"${amount}"`] as const;
  });
  expect(await desk.take(tsbFile(...rows))).toMatchObject({ credits: 1000, matched: 40, to_match: 960 });
  const payments = await app.rows("payments");
  const paid = new Map(payments.map(({ order_id, amount_cents }) => [order_id, amount_cents]));
  expect(paid).toEqual(new Map(orders.map(({ id, total_cents }) => [id, total_cents])));
});
