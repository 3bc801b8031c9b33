import { spawnSync } from "node:child_process";
import { setTimeout } from "node:timers/promises";

import * as v from "valibot";
import { expect, test } from "vitest";

import { nzDate } from "#domain/nz-time.ts";
import { recheckSessions } from "#server/features/deals/orders/card-sessions.ts";
import { lapseOrders } from "#server/features/deals/orders/order-chores.ts";
import { retryRefunds } from "#server/features/deals/orders/waiting-refunds.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { cardPage, chore, paidByCard, payments, shop, type Shop } from "#tests/card-shop.ts";
import { addOrder, monday } from "#tests/deal-examples.ts";
import { dealPage, press, visit } from "#tests/deal-visit.ts";
import { eventOf, signatureOf } from "#tests/fake-stripe.ts";
import { deskCall } from "#tests/staff.ts";

const state = async ({ app }: Shop) => (await app.rows("orders")).map((order) => order["state"]);

for (const when of ["before", "after", "twice"] as const)
  test(`a card payment makes the order paid once, if the event comes ${when}`, async () => {
    const here = await shop();
    const { app, stripe } = here;
    const { ref_number: ref } = await addOrder(app);
    const page = dealPage(app, ref);
    expect((await visit(app, page)).text).toContain("Pay $200.00 by card");
    const session = await cardPage(here, ref);
    stripe.eventTime = when === "after" ? "never" : when;
    expect(await stripe.pay(session)).toBe(true);
    expect((await visit(app, `${page}/paid`)).heading).toBe("Paid: we are packing it");
    const [event] = stripe.events;
    expect(event && (await stripe.deliver(event))).toBe(200);
    expect(await payments(here)).toEqual([[20_000, "card", "NZD"]]);
    expect(await state(here)).toEqual(["paid"]);
    expect((await visit(app, page)).text).not.toContain("by card");
  });

test("a link opens 20 card pages an hour; a payment of the last one is settled all the same", async () => {
  const here = await shop();
  const { app, stripe } = here;
  const { ref_number: ref } = await addOrder(app);
  const page = dealPage(app, ref);
  let session = "";
  for (let opened = 0; opened < 20; opened += 1) session = await cardPage(here, ref);
  const refused = await press(app, `${page}/pay-by-card`);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3600"]);
  stripe.eventTime = "never";
  await stripe.pay(session);
  expect((await visit(app, `${page}/paid`)).heading).toBe("Paid: we are packing it");
});

test("if neither an event nor the customer comes back, the chore finds the payment within five minutes", async () => {
  const here = await shop();
  const { app, stripe } = here;
  const { ref_number: ref } = await addOrder(app);
  const session = await cardPage(here, ref);
  stripe.eventTime = "never";
  await stripe.pay(session);
  await recheckSessions(chore(here));
  expect(await payments(here)).toEqual([]);
  app.advance(5 * 60_000);
  await recheckSessions(chore(here));
  await recheckSessions(chore(here));
  expect(await payments(here)).toEqual([[20_000, "card", "NZD"]]);
});

test("an event that is forged, old, dated ahead or about nobody's session changes nothing", async () => {
  const here = await shop();
  const { app, stripe } = here;
  const { ref_number: ref } = await addOrder(app);
  const session = stripe.sessions.get(await cardPage(here, ref)) ?? {};
  const now = app.app.services.now().getTime();
  const delivered = (body: string, at: number, secret?: string) =>
    stripe.deliver(body, signatureOf(body, at, secret));
  const sent = (at: number, secret?: string, about: object = session) =>
    delivered(eventOf("checkout.session.completed", about), at, secret);
  expect(await sent(now, "whsec_of_somebody_else")).toBe(400);
  expect(await sent(now - 301_000)).toBe(400);
  expect(await sent(now + 302_000)).toBe(400);
  expect(await stripe.deliver("{}", "")).toBe(400);
  const otherTill = { ...session, id: "cs_test_1", client_reference_id: null };
  expect(await sent(now, undefined, otherTill), "or Stripe would end our webhook").toBe(200);
  expect(app.logLines.map(({ msg }) => msg)).toContain("an event about a card page of somebody else");
  expect(await sent(now), "what it says is not believed: the session is read again").toBe(200);
  expect(await delivered(eventOf("customer.created", { id: "cus_1" }), now)).toBe(200);
  stripe.faults.push("500", "500");
  expect(await sent(now)).toBe(502);
  expect(await payments(here)).toEqual([]);
  expect(await state(here)).toEqual(["awaiting_payment"]);
});

test("two presses open one page; if its answer is lost, the next press opens the same; an event that comes first finds it", async () => {
  const here = await shop({ cardTimes: { timeoutMs: 300 } });
  const { app, stripe } = here;
  const { ref_number: ref } = await addOrder(app);
  stripe.faults.push("dropped", "dropped");
  const lost = await press(app, `${dealPage(app, ref)}/pay-by-card`, {});
  expect([lost.status, lost.text.includes("The card company does not answer")]).toEqual([503, true]);
  const [first] = stripe.sessions.keys();
  await stripe.pay(first ?? "");
  expect(await payments(here), "by its client reference").toEqual([[20_000, "card", "NZD"]]);

  const { ref_number: other } = await addOrder(app);
  const pages = await Promise.all([cardPage(here, other), cardPage(here, other)]);
  expect(new Set([...pages, await cardPage(here, other)]).size).toBe(1);
  expect(stripe.sessions.size).toBe(2);
});

test("another amount is entered as it is; another currency is listed, and never makes an order paid", async () => {
  const here = await shop();
  const { app, stripe, cookie } = here;
  const { ref_number: short } = await addOrder(app);
  await stripe.pay(await cardPage(here, short), { amount_total: 15_000 });
  const { ref_number: foreign } = await addOrder(app);
  await stripe.pay(await cardPage(here, foreign), { currency: "aud" });
  expect(await payments(here)).toEqual([
    [15_000, "card", "NZD"],
    [20_000, "card", "AUD"],
  ]);
  expect(await state(here)).toEqual(["awaiting_payment", "awaiting_payment"]);
  const { body } = await deskCall(app, cookie, `GET quote?ref=${foreign}`);
  expect(body).toMatchObject({ order: { balance_cents: 20_000 }, payments: [{ currency: "AUD" }] });
  const listed = await deskCall(app, cookie, "GET money");
  expect(listed.body).toMatchObject({ over: [{ ref: foreign, amount_cents: 20_000, currency: "AUD" }] });
  const back = { ref: foreign, method: "card", received_on: "2026-08-03", currency: "AUD" };
  expect((await deskCall(app, cookie, "POST payment", { ...back, amount_cents: -20_001 })).status).toBe(422);
  expect((await deskCall(app, cookie, "POST payment", { ...back, amount_cents: 100 })).status).toBe(422);
  expect((await deskCall(app, cookie, "POST payment", { ...back, amount_cents: -20_000 })).status).toBe(200);
  expect((await deskCall(app, cookie, "GET money")).body).toMatchObject({ over: [] });
});

test("a payment by transfer ends the open card page first; nobody can pay twice", async () => {
  const here = await shop();
  const { app, stripe, cookie } = here;
  const { ref_number: ref } = await addOrder(app);
  const session = await cardPage(here, ref);
  const transfer = { ref, amount_cents: 20_000, method: "transfer", received_on: "2026-08-03" };
  expect((await deskCall(app, cookie, "POST payment", transfer)).status).toBe(200);
  expect(await stripe.pay(session)).toBe(false);
  expect(await state(here)).toEqual(["paid"]);
});

test("events, the way back and the chore at the same moment: each is answered, and one payment is entered", async () => {
  const here = await shop();
  const { app, stripe } = here;
  const { ref_number: ref } = await addOrder(app);
  const session = await cardPage(here, ref);
  stripe.eventTime = "never";
  await stripe.pay(session);
  app.advance(5 * 60_000);
  const [event = ""] = stripe.events;
  const [pages, events] = await Promise.all([
    Promise.all([1, 2].map(async () => (await visit(app, `${dealPage(app, ref)}/paid`)).status)),
    Promise.all([1, 2, 3, 4].map(() => stripe.deliver(event))),
    recheckSessions(chore(here)),
  ]);
  expect([...pages, ...events]).toEqual([200, 200, 200, 200, 200, 200]);
  expect(await payments(here)).toEqual([[20_000, "card", "NZD"]]);
});

test("what is settled while a read hangs stays settled, and keeps no other payment from being found", async () => {
  const here = await shop({ cardTimes: { timeoutMs: 300 } });
  const { app, stripe } = here;
  const [one, other] = [await addOrder(app), await addOrder(app)];
  const [first, second] = [await cardPage(here, one.ref_number), await cardPage(here, other.ref_number)];
  stripe.eventTime = "never";
  await stripe.pay(first);
  app.advance(5 * 60_000);
  stripe.faults.push("slow");
  const hanging = recheckSessions(chore(here));
  await setTimeout(100);
  const [event = ""] = stripe.events;
  expect(await stripe.deliver(event)).toBe(200);
  stripe.faults.push("slow", "slow", "slow");
  await hanging;
  expect(await app.rows("card_sessions")).toEqual(
    expect.arrayContaining([expect.objectContaining({ session_id: first, state: "paid" })]),
  );
  stripe.faults.length = 0;
  await stripe.pay(second);
  app.advance(5 * 60_000);
  await recheckSessions(chore(here));
  expect(await state(here)).toEqual(["paid", "paid"]);
});

test("an event that names another order's page gives that order no money", async () => {
  const here = await shop({ cardTimes: { timeoutMs: 300 } });
  const { app, stripe } = here;
  const [one, other] = [await addOrder(app), await addOrder(app)];
  const first = await cardPage(here, one.ref_number);
  stripe.faults.push("dropped", "dropped"); // We don't know the second one's id.
  await press(app, `${dealPage(app, other.ref_number)}/pay-by-card`, {});
  const second = [...stripe.sessions.keys()].at(-1) ?? "";
  stripe.eventTime = "never";
  await stripe.pay(second);
  const mixed = {
    ...stripe.sessions.get(second),
    client_reference_id: stripe.sessions.get(first)?.client_reference_id,
  };
  expect(await stripe.deliver(eventOf("checkout.session.completed", mixed))).toBe(409);
  expect((await app.rows("orders")).find(({ id }) => id === one.id)).toMatchObject({
    state: "awaiting_payment",
    paid_cents: 0,
  });
});

test("a page that could not be ended when a transfer was entered is ended by the chore", async () => {
  const here = await shop({ cardTimes: { timeoutMs: 300, endTimeoutMs: 300 } });
  const { app, stripe, cookie } = here;
  const { ref_number: ref } = await addOrder(app);
  const session = await cardPage(here, ref);
  stripe.faults.push("500", "500", "500");
  const transfer = { ref, amount_cents: 5000, method: "transfer", received_on: "2026-08-03" };
  expect((await deskCall(app, cookie, "POST payment", transfer)).status).toBe(200);
  stripe.faults.length = 0;
  await recheckSessions(chore(here));
  expect(await stripe.pay(session)).toBe(false);
});

test("if the card page can't be ended, the change goes on, and what is paid on it waits for staff", async () => {
  const here = await shop({ cardTimes: { timeoutMs: 300, endTimeoutMs: 300 } });
  const { app, stripe, cookie } = here;
  const { ref_number: ref } = await addOrder(app);
  const session = await cardPage(here, ref);
  stripe.faults.push("500", "500", "500");
  expect((await deskCall(app, cookie, "POST order", { ref, change: "cancel" })).status).toBe(200);
  stripe.faults.length = 0;
  await stripe.pay(session);
  expect(await state(here)).toEqual(["cancelled"]);
  const { body } = await deskCall(app, cookie, "GET money");
  expect(body).toMatchObject({ to_refund: [{ ref, amount_cents: 20_000 }] });
});

test("a customer who has just paid is not cancelled: the change sees the money", async () => {
  const here = await shop();
  const { app, stripe } = here;
  const { ref_number: ref } = await addOrder(app);
  const session = await cardPage(here, ref);
  stripe.eventTime = "never";
  await stripe.pay(session);
  expect((await press(app, `${dealPage(app, ref)}/take-back`, { confirm: "on" })).status).toBe(409);
  expect(await state(here)).toEqual(["paid"]);
});

test("money on a page whose order lapsed waits in the list, with the parts still free", async () => {
  const here = await shop({ cardTimes: { timeoutMs: 300, endTimeoutMs: 300 } });
  const { app, stripe } = here;
  const { ref_number: ref } = await addOrder(app);
  const session = await cardPage(here, ref);
  app.advance(4 * 24 * 60 * 60_000);
  stripe.faults.push("500", "500", "500");
  await lapseOrders(chore(here), app.app.services.now());
  stripe.faults.length = 0;
  await stripe.pay(session);
  const { body } = await deskCall(app, await app.signIn(), "GET money");
  expect(body).toMatchObject({ late: [{ ref, amount_cents: 20_000, are_items_free: true }] });
});

test("what was paid on the page in time pays the order, though we hear of it when it is about to lapse", async () => {
  const here = await shop();
  const { app, stripe } = here;
  const { ref_number: ref } = await addOrder(app);
  const session = await cardPage(here, ref);
  stripe.eventTime = "never";
  await stripe.pay(session);
  app.advance(4 * 24 * 60 * 60_000);
  await lapseOrders(chore(here), app.app.services.now());
  expect(await state(here)).toEqual(["paid"]);
});

test("a start without cards loads nothing of the card company's library, and has no such routes", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const page = dealPage(app, ref);
  expect((await visit(app, page)).text).not.toContain("by card");
  expect((await press(app, `${page}/pay-by-card`, {})).status).toBe(404);
  const post = { method: "POST", body: "{}" };
  expect((await app.fetch("/hooks/stripe", post)).status).toBe(404);
  const loads = [
    "const seen = [];",
    'require("node:module").registerHooks({ load: (url, context, next) => { seen.push(url); return next(url, context); } });',
    'import("#server/app.ts").then(() => console.log(JSON.stringify(seen)));',
  ].join("\n");
  const { stdout } = spawnSync(process.execPath, ["-e", loads], { encoding: "utf8" });
  const modules = v.parse(v.array(v.string()), JSON.parse(stdout));
  expect(modules.some((url) => url.endsWith("/stripe-cards.ts"))).toBe(true);
  expect(modules.filter((url) => /node_modules\/(?:stripe|pdfkit)\//.test(url))).toEqual([]);
});

test("a refund to the card is done once, however often it is pressed, with its credit note", async () => {
  const here = await shop();
  const { app, stripe, cookie } = here;
  const ref = await paidByCard(here);
  const refund = { ref, amount_cents: 5000, method: "card", note: null, lines: ["diff"] };
  const key = { key: "one press" };
  stripe.slowMs = 500;
  stripe.faults.push("slow");
  const pressed = Array.from({ length: 10 }, () => deskCall(app, cookie, "POST refund", refund, key));
  const answers = [...(await Promise.all(pressed)), await deskCall(app, cookie, "POST refund", refund, key)];
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 200, body: { credit: "CN-1001", state: "paid" } });
  expect(stripe.refunds).toMatchObject([{ amount: 5000 }]);
  expect(await payments(here)).toEqual([
    [20_000, "card", "NZD"],
    [-5000, "card", "NZD"],
  ]);
  const tooMuch = await deskCall(app, cookie, "POST refund", { ...refund, amount_cents: 15_001 });
  expect(tooMuch.status).toBe(422);
});

test("a refund whose answer is lost is tried again by itself and done once; one that is refused says why", async () => {
  const here = await shop({ cardTimes: { timeoutMs: 300 } });
  const { app, stripe, cookie } = here;
  const ref = await paidByCard(here);
  const refund = { ref, amount_cents: 5000, method: "card", note: null, lines: [] };
  stripe.faults.push("dropped", "dropped");
  const lost = await deskCall(app, cookie, "POST refund", refund);
  expect([lost.status, lost.body]).toEqual([502, expect.objectContaining({ success: false })]);
  expect((await deskCall(app, cookie, "POST refund", refund)).status, "it is on its way").toBe(409);
  const all = { ref, amount_cents: 20_000, method: "transfer" };
  expect((await deskCall(app, cookie, "POST refund", all)).status, "else too much goes back").toBe(409);
  const out = { ...all, amount_cents: -20_000, received_on: nzDate(app.app.services.now()) };
  expect((await deskCall(app, cookie, "POST payment", out)).status).toBe(409);
  const desk = await deskCall(app, cookie, `GET quote?ref=${ref}`);
  expect(desk.body).toMatchObject({ card_refund: { amount_cents: 5000, state: "pending" } });
  app.advance(60_000);
  await retryRefunds(chore(here));
  await retryRefunds(chore(here));
  expect(stripe.refunds).toHaveLength(1);
  expect(await payments(here)).toHaveLength(2);

  stripe.faults.push("refused");
  const refusal = await deskCall(app, cookie, "POST refund", refund);
  expect([refusal.status, JSON.stringify(refusal.body)]).toEqual([
    422,
    expect.stringContaining("nothing was paid back"),
  ]);
  expect(await payments(here)).toHaveLength(2);
  expect(stripe.refunds).toHaveLength(1);
});

test("while the card company does not answer, a refund that waits is logged once and then hourly, and staff read of it", async () => {
  const here = await shop({ cardTimes: { timeoutMs: 300 } });
  const { app, stripe, cookie } = here;
  const ref = await paidByCard(here);
  const refund = { ref, amount_cents: 5000, method: "card", note: null, lines: [] };
  const logged: unknown[] = [];
  const context = { ...chore(here), log: { error: (facts: unknown) => void logged.push(facts) } };
  const notices = async () => JSON.stringify((await deskCall(app, await app.signIn(), "GET notices")).body);
  stripe.faults.push(...Array.from({ length: 20 }, () => "500" as const));
  expect((await deskCall(app, cookie, "POST refund", refund)).status).toBe(502);
  for (const minutes of [1, 1, 1, 58]) {
    app.advance(minutes * 60_000);
    await retryRefunds(context);
  }
  expect(logged).toEqual([{ reference: ref }, { reference: ref }]);
  expect(await notices()).toContain("a refund is not done");
  stripe.faults.length = 0;
  await retryRefunds(context);
  expect(await notices()).not.toContain("refund");
});

/** As many as `STRIPE_EVENTS` says: 2,000 were run. */
const orders = Number(process.env["STRIPE_EVENTS"] ?? 60) / 4;

test("shuffled, repeated and failing events: the payments are what was charged", async () => {
  const here = await shop({ cardTimes: { timeoutMs: 300, endTimeoutMs: 300 } });
  const { app, stripe } = here;
  stripe.eventTime = "never";
  for (let made = 0; made < orders; made += 1) {
    const { ref_number: ref } = await addOrder(app);
    const session = await cardPage(here, ref);
    await stripe.pay(session, made % 7 === 0 ? { amount_total: 100 + made } : {});
  }
  const events = [...stripe.events, ...stripe.events, ...stripe.events, ...stripe.events];
  const shuffled = events
    .map((event, at) => ({ event, at: (at * 7919) % 104_729 }))
    .toSorted((a, b) => a.at - b.at);
  for (let at = 0; at < shuffled.length; at += 8) {
    if (at % 40 === 0) stripe.faults.push("500", "dropped", "500");
    await Promise.all(shuffled.slice(at, at + 8).map(({ event }) => stripe.deliver(event)));
  }
  stripe.faults.length = 0;
  for (const event of stripe.events) expect(await stripe.deliver(event)).toBe(200);
  const entered = (await payments(here)).reduce((sum, [cents]) => sum + Number(cents), 0);
  expect(entered).toBe(stripe.held);
  expect(await payments(here)).toHaveLength(stripe.events.length);
});
