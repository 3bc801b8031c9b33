import { expect, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder, exampleLine, monday } from "#tests/deal-examples.ts";
import { dealsInEveryStage } from "#tests/deals-in-every-stage.ts";
import { account, offerDesk } from "#tests/offer-desk.ts";
import { orderDesk } from "#tests/order-desk.ts";
import { examplePurchase } from "#tests/purchase-example.ts";
import { addStaff, deskCall } from "#tests/staff.ts";
import { stockDesk } from "#tests/stock-desk.ts";

import { seenFromYard } from "./yard-view.ts";

/** A user of the yard, and what their calls answer as text. */
async function yardUser(app: TestApp) {
  const { cookie } = await addStaff(app, { desk_role: "yard" });
  const call = (name: Parameters<typeof deskCall>[2], body?: object, key?: string) =>
    deskCall(app, cookie, name, body, key === undefined ? undefined : { key });
  const text = async (name: Parameters<typeof deskCall>[2]) => JSON.stringify((await call(name)).body);
  return { cookie, call, text };
}

/** All names of fields at any depth, with the amounts of those that end in `cents`. */
function fieldsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(Array.isArray(value) ? [] : [name]),
    ...fieldsIn(inner),
  ]);
}

const ofMoney =
  /^(?:payments|documents|balance_cents|paid_cents|credited_cents|paid_at|pay_by|payment_code|link|draft|taken_back|bank_account|paid_by|gst|sold_cents|left_cents|cost_cents|amount_cents)$/;

test("whatever stage a deal is in, the yard sees its lines and prices, and nothing of its money", async () => {
  const app = await buildTestApp({ startAt: monday });
  const pages = Object.values(await dealsInEveryStage(app));
  const [yard, owner] = [await yardUser(app), await app.signIn()];
  const hidden = new Set<string>();
  for (const page of pages) {
    const [, , ref, key = ""] = page.split("/");
    for (const call of [`GET desk-record?reference=${ref}`, `GET quote?ref=${ref}`] as const) {
      const { status, body } = await yard.call(call);
      expect([call, status, fieldsIn(body).filter((name) => ofMoney.test(name))]).toEqual([call, 200, []]);
      const seen = JSON.stringify(body);
      expect(seen).not.toContain(key);
      expect(seen).not.toMatch(/"type":"(?:payment|refund)"|"kind":"(?:paid|pay|part|refund)"/);
      const all = fieldsIn((await deskCall(app, owner, call)).body);
      for (const name of all.filter((one) => ofMoney.test(one))) hidden.add(name);
    }
  }
  // Else these deals would prove nothing.
  expect(hidden.size).toBeGreaterThan(8);
  const sent = pages.at(-1)?.split("/")[2];
  expect((await yard.call(`GET quote?ref=${sent}`)).body).toMatchObject({ stage: expect.any(String) });
});

test("the yard pulls, packs and hands over a paid order, and changes nothing else of it", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app, { lines: [exampleLine({ unit_cents: 26_500 })] });
  const desk = await orderDesk(app);
  const { call } = await yardUser(app);
  await desk.pay(ref, 28_000);
  expect((await call("GET pack")).body).toMatchObject({ orders: [{ sold: [{ unit_cents: 26_500 }] }] });
  expect((await call(`GET quote?ref=${ref}`)).body).toMatchObject({
    next: null,
    others: ["packed", "collected"],
  });
  expect((await call("POST pulled", { ref, line: "diff", pulled: true })).status).toBe(200);
  for (const change of ["cancel", "close", "revive", "seen", "take_back"])
    expect((await call("POST order", { ref, change, note: null })).status).toBe(403);
  const packed = await call("POST order", { ref, change: "packed", note: null }, "once");
  expect(packed).toMatchObject({ status: 200, body: { order: { state: "packed" } } });
  expect(await call("POST order", { ref, change: "packed", note: null }, "once"), "again").toEqual(packed);
  expect(fieldsIn(packed.body).filter((name) => ofMoney.test(name))).toEqual([]);
});

test("the yard sees an accepted offer's amount until the machine is here, and never the seller's account", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { reference: ref, send, accept } = await offerDesk(app);
  const { cookie, call, text } = await yardUser(app);
  const seen = async () =>
    (await text(`GET offer?ref=${ref}`)) + (await text(`GET desk-record?reference=${ref}`));
  const purchase = { ref, ...examplePurchase, price_cents: 123_456 };
  await send({ amount_cents: 123_456, words: "We pay $1,234.56." });
  expect(await seen()).not.toMatch(/123456|1,234\.56/);
  expect(await call("POST purchase", purchase)).toMatchObject({ status: 409 });
  await accept();
  expect(await seen()).toMatch(/"amount_cents":123456/);
  expect(await seen()).not.toContain(account);
  const bought = await call("POST purchase", purchase, "at the gate");
  expect(bought).toMatchObject({ status: 200, body: { machine: { number: 1 } } });
  expect(await call("POST purchase", purchase, "at the gate"), "the same call again").toEqual(bought);
  const { id } = bought.body;
  expect(await call("POST purchase", { ...purchase, corrects: id })).toMatchObject({ status: 403 });
  const all = [
    JSON.stringify(bought.body),
    await seen(),
    await text("GET yard"),
    await text("GET teardown?machine=1"),
  ];
  expect(all.join()).not.toMatch(/123456|1,234\.56|second-hand/);
  expect((await app.fetch(`/functions/v1/purchase-record?ref=${ref}`, { headers: { cookie } })).status).toBe(
    403,
  );
});

test("what a seller wants instead is not for the yard, nor what staff note beside money", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { reference: ref, path, send } = await offerDesk(app);
  await send();
  await app.fetch(`${path}/offer/counter`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ amount: "1777", words: "I want $1,777" }),
  });
  const { text } = await yardUser(app);
  const owner = JSON.stringify((await deskCall(app, await app.signIn(), `GET offer?ref=${ref}`)).body);
  expect(owner).toContain("1,777");
  expect(await text(`GET desk-record?reference=${ref}`)).not.toMatch(/1,777|177700/);
  const event = (type: string, at: string) => ({
    type,
    at,
    becomes: null,
    note: type === "note" ? at : null,
  });
  const events = [event("money_seen", "9:00"), event("note", "9:00"), event("note", "9:05")];
  expect(seenFromYard({ events })).toEqual({ events: events.slice(2) });
});

test("a request that the yard enters has no link for them, and a machine's price is only asked of its parts", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { cookie, call, text } = await yardUser(app);
  const fields = { full_name: "Hana", phone: "021 555 0101", part_needed: "Front diff" };
  const entered = await call("POST new-request", {
    channel: "phone",
    vehicle: false,
    from: null,
    receipt: false,
    fields,
  });
  expect(entered).toMatchObject({ status: 201, body: { ref: expect.stringMatching(/^QK-/) } });
  expect(entered.body).not.toHaveProperty("link");
  const { machine, written } = await stockDesk(app, cookie);
  await written(await machine(), { price_cents: 18_500 });
  expect(await text("GET stock")).toContain('"price_cents":18500');
  expect(await text("GET yard")).not.toContain("_cents");
});
