import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { hourMs } from "#domain/durations.ts";
import { addOrderOf, bankDesk, tsbFile } from "#tests/bank-desk.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { monday } from "#tests/deal-examples.ts";
import { dealPage, visit } from "#tests/deal-visit.ts";
import { deskCall } from "#tests/staff.ts";

/** Two orders that wait for their payment, and a line of $300.00 that names neither. */
async function withLine(amount = "300.00") {
  const app = await buildTestApp({ startAt: monday });
  const [one, two] = [await addOrderOf(app, 20_000), await addOrderOf(app, 10_000)];
  const desk = await bankDesk(app);
  await desk.take(tsbFile(["2026-08-03", "KING J DIFF", amount]));
  const [{ line }] = (await desk.money())["to_match"] as [{ line: string }];
  const { cookie } = desk;
  const call = (body: object, key = randomUUID()) =>
    app.postJson("/functions/v1/bank-match", { line, ...body }, { cookie, "idempotency-key": key });
  const part = (order: typeof one, amount_cents: number) => ({ ref: order.ref_number, amount_cents });
  const read = async (ref: string) => (await deskCall(app, cookie, `GET quote?ref=${ref}`)).body;
  const sums = async () => (await app.rows("payments")).map(({ amount_cents }) => amount_cents).toSorted();
  return { app, one, two, desk, line, call, part, read, sums, cookie };
}

test("a line on the wrong order is taken back: the order waits for its payment again, the line for its order, nobody is mailed", async () => {
  const { app, one, two, desk, line, call, read } = await withLine("200.00");
  expect((await desk.match(line, one.ref_number)).status).toBe(200);
  expect(await read(one.ref_number)).toMatchObject({ order: { state: "paid" }, payments: [{ line }] });
  const mails = (await app.rows("outbox")).length;
  app.advance(1000);
  const undone = await Promise.all([call({ undo: true }), call({ undo: true })]);
  expect(
    undone.map(({ status }) => status),
    "two desks at once",
  ).toEqual([200, 200]);
  expect(await read(one.ref_number)).toMatchObject({
    order: { state: "awaiting_payment", paid_at: null, balance_cents: 20_000 },
    payments: [
      { amount_cents: 20_000, received_on: "2026-08-03" },
      { amount_cents: -20_000, received_on: "2026-08-03", method: "correction" },
    ],
    stage: "Approved: now the payment",
  });
  const page = await visit(app, dealPage(app, one.ref_number));
  expect(page.heading).toContain("Approved");
  expect(page.text).not.toContain("did not stay with us");
  expect(await app.rows("quote_requests")).toContainEqual(
    expect.objectContaining({ ref_number: one.ref_number, next_step: "pay" }),
  );
  expect((await app.rows("outbox")).length, "“Paid”, which had not left, is withdrawn").toBe(mails - 1);
  expect(await desk.money()).toMatchObject({ to_match: [{ line }] });
  expect((await desk.match(line, two.ref_number)).status, "then on the right one").toBe(200);
  expect(await read(two.ref_number)).toMatchObject({ order: { state: "paid", paid_cents: 20_000 } });
});

test("once the parcel has left, nothing is taken back", async () => {
  const { app, one, desk, line, call, sums, cookie } = await withLine("200.00");
  await desk.match(line, one.ref_number);
  const parcel = { ref: one.ref_number, carrier: "NZ Post", tracking: "AB1", anyway: true };
  expect((await deskCall(app, cookie, "POST parcel", parcel)).status).toBe(200);
  expect((await call({ undo: true })).status).toBe(409);
  expect(await sums()).toEqual([20_000]);
});

test("what has been paid back since is not taken back a second time", async () => {
  const { app, one, desk, line, call, sums, cookie } = await withLine("200.00");
  await desk.match(line, one.ref_number);
  const ref = one.ref_number;
  await deskCall(app, cookie, "POST order", { ref, change: "cancel" });
  await deskCall(app, cookie, "POST refund", { ref, amount_cents: 20_000, method: "transfer" });
  expect((await call({ undo: true })).status).toBe(409);
  expect(await sums()).toEqual([-20_000, 20_000]);
});

test("one transfer for two orders is split, and taken back as a whole", async () => {
  const { one, two, call, part, read, sums } = await withLine();
  const key = randomUUID();
  const refs = [part(one, 20_000), part(two, 10_000)];
  expect((await call({ refs }, key)).status).toBe(200);
  expect((await call({ refs }, key)).status, "its answer was lost").toBe(200);
  expect((await call({ refs })).status, "another desk").toBe(409);
  expect(await sums()).toEqual([10_000, 20_000]);
  for (const { ref_number: ref } of [one, two])
    expect(await read(ref)).toMatchObject({ order: { state: "paid", balance_cents: 0 } });
  expect((await call({ undo: true })).status).toBe(200);
  expect((await sums()).reduce((sum, cents) => Number(sum) + Number(cents), 0)).toBe(0);
  for (const { ref_number: ref } of [one, two])
    expect(await read(ref)).toMatchObject({ order: { state: "awaiting_payment" } });
});

test("a split transfer that the bank takes back is missing on each of its orders", async () => {
  const { app, one, two, desk, call, part } = await withLine();
  await call({ refs: [part(one, 20_000), part(two, 10_000)] });
  await desk.take(tsbFile(["2026-08-05", "KING J DIFF", "-300.00"]));
  expect((await app.rows("taken_back")).map((row) => [row["ref_number"], row["amount_cents"]])).toEqual(
    expect.arrayContaining([
      [one.ref_number, 20_000],
      [two.ref_number, 10_000],
    ]),
  );
});

test("two desks that split and match a line at once enter it once", async () => {
  const { one, two, desk, line, call, part, sums } = await withLine();
  const [split, matched] = await Promise.all([
    call({ refs: [part(two, 10_000), part(one, 20_000)] }),
    desk.match(line, one.ref_number),
  ]);
  expect([split.status, matched.status].toSorted()).toEqual([200, 409]);
  expect((await sums()).reduce((sum, cents) => Number(sum) + Number(cents), 0)).toBe(30_000);
});

test.for<[what: string, cents: readonly [number, number], status: number]>([
  ["too little", [20_000, 9999], 422],
  ["too much", [20_000, 10_001], 422],
  ["nothing for one", [30_000, 0], 422],
  ["less than nothing", [40_000, -10_000], 422],
  ["half a cent", [20_000.5, 9999.5], 422],
])("a split into %s does nothing", async ([, [first, second], status]) => {
  const { one, two, call, part, sums } = await withLine();
  expect((await call({ refs: [part(one, first), part(two, second)] })).status).toBe(status);
  expect(await sums()).toEqual([]);
});

test("a split that names a record twice, or one without an order, does nothing", async () => {
  const { one, call, part, sums } = await withLine();
  expect((await call({ refs: [part(one, 20_000), part(one, 10_000)] })).status).toBe(422);
  const refs = [part(one, 20_000), { ref: "QK-222222-2222", amount_cents: 10_000 }];
  expect((await call({ refs })).status).toBe(409);
  expect(await sums()).toEqual([]);
});

test("after a line is taken back the customer is reminded again, for the day that counts then", async () => {
  const { app, one, two, line } = await withLine("200.00");
  const change = async (body: object) =>
    deskCall(app, await app.signIn(), "POST bank-match", { line, ...body });
  const reminders = async (ref: string) => {
    await app.app.run("deals");
    const mails = (await app.rows("outbox")).filter(
      (row) => row["kind"] === "pay" && row["ref_number"] === ref,
    );
    return mails.map(({ key }) => key).toSorted();
  };
  app.advance(49 * hourMs); // Wednesday, 11:00: both are to be paid by the end of Thursday.
  expect(await reminders(one.ref_number)).toEqual([`pay/${one.id}`]);
  await change({ ref: one.ref_number });
  await change({ undo: true });
  expect(await reminders(one.ref_number), "on the same day").toEqual([
    `pay/${one.id}`,
    `pay/${one.id}/2026-08-06`,
  ]);
  await change({ ref: two.ref_number });
  app.advance(96 * hourMs); // Sunday, after the last day.
  await change({ undo: true });
  expect(await reminders(two.ref_number)).toEqual([`pay/${two.id}`]);
  app.advance(48 * hourMs); // Tuesday: by the end of Wednesday.
  for (let time = 0; time < 2; time += 1)
    expect(await reminders(two.ref_number)).toEqual([`pay/${two.id}`, `pay/${two.id}/2026-08-12`]);
});
