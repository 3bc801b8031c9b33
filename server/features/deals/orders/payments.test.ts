import { sql } from "kysely";
import { expect, test } from "vitest";

import { formatDay, nzDate } from "#domain/nz-time.ts";
import { removeRecords } from "#server/features/retention/person-tables.ts";
import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { addOrder, monday } from "#tests/deal-examples.ts";
import { orderDesk } from "#tests/order-desk.ts";
import { addStaff, deskCall } from "#tests/staff.ts";
import { quoteRequestExample } from "#tests/submission-examples.ts";

test("a payment in full makes an order paid and thanks once; what comes on top is listed as over", async () => {
  const { app, mail: mailServer } = await appWithMailServer("accept", { startAt: monday });
  const { id, ref_number: ref } = await addOrder(app);
  const { pay, money } = await orderDesk(app);
  expect(await pay(ref, 20_000)).toEqual({ status: 200, body: { balance_cents: 0, state: "paid" } });
  expect(await pay(ref, 20_000)).toMatchObject({ body: { balance_cents: -20_000, state: "paid" } });
  expect((await app.rows("outbox")).map(({ key }) => key)).toContain(`paid/${id}`);
  await app.app.run("outbox");
  const thanks = mailServer.messages.filter(({ subject }) => subject?.startsWith("Paid, thank you"));
  expect(thanks).toHaveLength(1);
  expect(thanks[0]?.envelope.to).toEqual(["aroha@example.co.nz"]);
  const whose = { invoice_number: 1001, name: "Aroha Ngata" };
  const over = [{ ref, amount_cents: 20_000, since: app.app.services.now().toISOString(), ...whose }];
  expect(await money()).toMatchObject({ short: [], over, late: [], to_refund: [] });
});

test("each short payment is answered with what is missing, and is listed as short until all is there", async () => {
  const { app, mail: mailServer } = await appWithMailServer("accept", { startAt: monday });
  const { ref_number: ref, pay_by } = await addOrder(app);
  const { pay, money } = await orderDesk(app);
  expect(await pay(ref, 5000)).toMatchObject({
    body: { balance_cents: 15_000, state: "awaiting_payment" },
  });
  expect(await pay(ref, 14_000)).toMatchObject({ body: { balance_cents: 1000 } });
  expect((await money())["short"]).toMatchObject([{ ref, amount_cents: 1000 }]);
  await app.app.run("outbox");
  const parts = mailServer.messages.filter(({ subject }) => subject?.startsWith("Part of your payment"));
  const missing = parts.map(({ text }) => /\$[\d.]+ of \$200\.00 is still missing/.exec(text ?? "")?.[0]);
  expect(missing.toSorted()).toEqual([
    "$10.00 of $200.00 is still missing",
    "$150.00 of $200.00 is still missing",
  ]);
  expect(parts[0]?.text).toContain(`by ${formatDay(nzDate(new Date(Date.parse(pay_by) - 1)))}`);
  expect(await pay(ref, 1000)).toMatchObject({ body: { balance_cents: 0, state: "paid" } });
  expect(await money()).toMatchObject({ short: [], over: [] });
});

test("the same payment sent twice with one key is one row", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const { pay } = await orderDesk(app);
  const answers = [
    await pay(ref, 5000, { key: "press-1" }),
    await pay(ref, 5000, { key: "press-1" }),
    await pay(ref, 5000, { key: "press-2" }),
  ];
  expect(answers.map(({ body }) => body["balance_cents"])).toEqual([15_000, 15_000, 10_000]);
  expect(await app.rows("payments")).toHaveLength(2);
});

test("a payment that looks entered already is asked about, and entered if it is meant", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const [hana, mere] = [await app.signIn(), (await addStaff(app)).cookie];
  const first = { ref, amount_cents: 5000, method: "transfer", received_on: "2026-08-03", note: null };
  const enter = (cookie: string, change: object = {}) =>
    deskCall(app, cookie, "POST payment", { ...first, ...change });
  expect((await enter(mere)).status).toBe(200);
  app.advance(5 * 60_000);
  const asks = {
    status: 409,
    body: {
      error: "A payment of $50.00 for this day is already there, entered by Mere 5 min ago",
      field: "again",
    },
  };
  expect(await enter(hana), "by somebody else").toMatchObject(asks);
  expect(await enter(mere, { again: false }), "at the desk, in a second tab").toMatchObject(asks);
  for (const other of [{ amount_cents: 5001 }, { method: "card" }, { received_on: "2026-08-02" }])
    expect(await enter(hana, other)).toMatchObject({ status: 200 });
  expect((await enter(hana, { again: true })).status, "meant").toBe(200);
  expect((await enter(mere)).status, "by a script of the same user").toBe(409);
  expect(await app.rows("payments")).toHaveLength(5);
});

test("money that went back may come again on the same day; paid back twice is asked about", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const cookie = await app.signIn();
  const enter = async (amount_cents: number) => {
    const payment = { ref, amount_cents, method: "transfer", received_on: "2026-08-03", again: false };
    const { status, body } = await deskCall(app, cookie, "POST payment", payment);
    return status === 200 ? status : body["error"];
  };
  const outcomes = [];
  for (const cents of [20_000, -20_000, 20_000, -5000, -5000]) outcomes.push(await enter(cents));
  expect(outcomes.slice(0, 4)).toEqual([200, 200, 200, 200]);
  expect(outcomes[4]).toMatch(/^A refund of \$50\.00 for this day is already there, entered by .+ just now$/);
});

test("the day of a payment is today or in the last year: it can never be changed", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const cookie = await app.signIn();
  const pay = async (received_on: string) => {
    const body = { ref, amount_cents: 5000, method: "transfer", received_on };
    return (await deskCall(app, cookie, "POST payment", body)).status;
  };
  expect(await pay("2062-08-03")).toBe(400);
  expect(await pay("2026-08-04")).toBe(400);
  expect(await pay("2016-08-03")).toBe(400);
  expect(await app.rows("payments")).toEqual([]);
  expect(await pay("2026-08-03")).toBe(200);
});

test("money for an order whose enquiry was erased is a row and in a list all the same, once for one key", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const { database } = app.app.services;
  await database.write((tx) =>
    removeRecords(tx, quoteRequestExample.submission, sql`ref_number = ${ref}`, 1),
  );
  const { pay, money } = await orderDesk(app);
  const late = { status: 200, body: { balance_cents: 15_000, state: "awaiting_payment" } };
  expect(await pay(ref, 5000, { key: "press-1" })).toEqual(late);
  expect(await pay(ref, 5000, { key: "press-1" })).toEqual(late);
  const { ref_number: other } = await addOrder(app);
  await pay(other, 5000);
  expect(await money()).toMatchObject({
    short: [
      { ref, amount_cents: 15_000, is_record_gone: true },
      expect.not.objectContaining({ is_record_gone: true }),
    ],
  });
  expect((await pay("QK-222222-2222", 5000)).status).toBe(404);
});
