import { expect, test } from "vitest";

import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder, exampleLine, monday } from "#tests/deal-examples.ts";
import { dealPage, visit } from "#tests/deal-visit.ts";
import { orderDesk } from "#tests/order-desk.ts";

const nothing = { short: [], over: [], late: [], to_refund: [], to_match: [], more: false };

/** With $15.00 of freight. */
function orderOf(app: TestApp, cents: number) {
  return addOrder(app, { lines: [exampleLine({ unit_cents: cents - 1500 })] });
}

async function rowsOf(app: TestApp) {
  const rows = await app.rows("payments");
  return rows.map(({ method, amount_cents: cents }) => `${String(method)} ${String(cents)}`).toSorted();
}

type Paid = readonly [method: string, cents: number];

test.for<[total: number, paid: Paid[], left: [balance: number, state: string], rounded: number[]]>([
  [23_573, [["cash", 23_570]], [0, "paid"], [3]],
  [23_575, [["cash", 23_570]], [0, "paid"], [5]],
  [23_578, [["cash", 23_580]], [0, "paid"], [-2]],
  [23_570, [["cash", 23_560]], [0, "paid"], [10]],
  [23_570, [["cash", 23_580]], [0, "paid"], [-10]],
  [23_570, [["cash", 23_559]], [11, "awaiting_payment"], []],
  [23_570, [["cash", 23_570]], [0, "paid"], []],
  [23_573, [["transfer", 23_570]], [3, "awaiting_payment"], []],
  [23_573, [["card", 23_580]], [-7, "paid"], []],
  [
    23_573,
    [
      ["transfer", 10_000],
      ["cash", 13_570],
    ],
    [0, "paid"],
    [3],
  ],
  [
    23_578,
    [
      ["transfer", 30_000],
      ["cash", -6420],
    ],
    [0, "paid"],
    [-2],
  ],
  [
    23_573,
    [
      ["cash", 23_570],
      ["cash", -23_570],
    ],
    [23_573, "paid"],
    [3, -3],
  ],
  [
    23_573,
    [
      ["cash", 23_570],
      ["transfer", -23_570],
    ],
    [23_573, "paid"],
    [3, -3],
  ],
  [
    23_578,
    [
      ["cash", 23_580],
      ["correction", -23_580],
    ],
    [23_578, "paid"],
    [-2, 2],
  ],
  [
    23_578,
    [
      ["transfer", 23_578],
      ["cash", -23_570],
    ],
    [23_578, "paid"],
    [-8],
  ],
])(
  "of $%i cents, %j leaves %j, and %j is rounded",
  async ([total, paid, [balance_cents, state], rounded]) => {
    const app = await buildTestApp({ startAt: monday });
    const { ref_number: ref } = await orderOf(app, total);
    const { pay } = await orderDesk(app);
    const answers = [];
    for (const [method, cents] of paid) answers.push(await pay(ref, cents, { method }));
    expect(answers.at(-1)).toEqual({ status: 200, body: { balance_cents, state } });
    const rounding = rounded.map((cents) => `rounding ${cents}`);
    const entered = paid.map(([method, cents]) => `${method} ${cents}`);
    expect(await rowsOf(app)).toEqual([...entered, ...rounding].toSorted());
  },
);

test("cash that can't be exact settles the order: it is in no list, nobody is asked for cents, and the papers say so", async () => {
  const { app, mail } = await appWithMailServer("accept", { startAt: monday });
  const { ref_number: ref } = await orderOf(app, 23_573);
  const desk = await orderDesk(app);
  await desk.pay(ref, 23_570, { method: "cash" });
  expect(await desk.money()).toMatchObject(nothing);
  await app.app.run("outbox");
  const subjects = mail.messages.map(({ subject }) => subject ?? "");
  expect(subjects.filter((subject) => subject.startsWith("Paid, thank you"))).toHaveLength(1);
  expect(subjects.filter((subject) => subject.includes("missing"))).toEqual([]);
  const { text } = await visit(app, `${dealPage(app, ref)}/invoice`);
  expect(text.replaceAll("\n", " ")).toContain("Paid $235.70 Cash rounding $0.03 Due $0.00");
  expect((await desk.change(ref, "packed")).status).toBe(200);
});

test("a cancelled order that was paid by transfer is settled by cash in coins, and holds nothing then", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await orderOf(app, 23_578);
  const { pay, change, money } = await orderDesk(app);
  await pay(ref, 23_578);
  await change(ref, "cancel");
  expect((await pay(ref, -23_570, { method: "cash" })).status).toBe(200);
  expect(await money()).toMatchObject(nothing);
});

const unpaid = "Invoice 1001 holds no money: nothing can be paid back";
const coins = "Cash is paid out in coins of 10 cents: round it down";
const some = "Invoice 1001 holds $200.00: no more can be paid back";

test.for<[what: string, paid: number, ending: string | null, back: Paid, error: string]>([
  ["by transfer", 0, null, ["transfer", -5000], unpaid],
  ["by a correction", 0, null, ["correction", -5000], unpaid],
  ["by transfer", 20_000, null, ["transfer", -20_001], some],
  ["in cash", 20_000, null, ["cash", -20_010], some],
  ["in cash", 20_009, null, ["cash", -20_010], some],
  ["in cash", 20_009, null, ["cash", -20_005], coins],
  ["in cash", 20_009, null, ["cash", -20_009], coins],
  ["by card", 20_000, null, ["card", -25_000], some],
  ["by a correction", 20_000, null, ["correction", -20_001], some],
  ["of a cancelled order", 20_000, "cancel", ["transfer", -20_001], some],
])(
  "no more than the order holds is paid back %s: %i, %s, %j",
  async ([, paid, ending, [method, cents], error]) => {
    const app = await buildTestApp({ startAt: monday });
    const { ref_number: ref } = await addOrder(app);
    const { pay, change } = await orderDesk(app);
    if (paid > 0) await pay(ref, paid);
    if (ending !== null) await change(ref, ending);
    const before = await rowsOf(app);
    expect(await pay(ref, cents, { method })).toMatchObject({ status: 422, body: { error } });
    expect(await rowsOf(app)).toEqual(before);
  },
);

test("a correction counts like money and mails nobody, even if the order is paid by it", async () => {
  const { app, mail } = await appWithMailServer("accept", { startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const { pay, money } = await orderDesk(app);
  const correct = async (cents: number) => (await pay(ref, cents, { method: "correction" })).body;
  expect(await correct(5000)).toEqual({ balance_cents: 15_000, state: "awaiting_payment" });
  expect(await money()).toMatchObject({ short: [{ ref, amount_cents: 15_000 }] });
  expect(await correct(15_000)).toEqual({ balance_cents: 0, state: "paid" });
  expect(await correct(-20_000)).toEqual({ balance_cents: 20_000, state: "paid" });
  await app.app.run("outbox");
  expect(
    mail.messages.map(({ subject }) => subject).filter((each) => /paid|payment has/i.test(each ?? "")),
  ).toEqual([]);
});

test("each line of the lists of money says whose it is, and by which invoice", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref, invoice_number } = await addOrder(app);
  const { pay, money } = await orderDesk(app);
  await pay(ref, 5000);
  expect(await money()).toMatchObject({ short: [{ ref, name: "Aroha Ngata", invoice_number }] });
});
