import { expect, test } from "vitest";

import { retryRefunds } from "#server/features/deals/orders/waiting-refunds.ts";
import { cardPage, chore, paidByCard, payments, shop, type Shop } from "#tests/card-shop.ts";
import { addOrder } from "#tests/deal-examples.ts";
import { dealPage, visit } from "#tests/deal-visit.ts";
import { eventOf } from "#tests/fake-stripe.ts";
import { queuedSources } from "#tests/queued-mails.ts";
import { deskCall } from "#tests/staff.ts";

/** An order of $200.00 that was paid by card, and what the desk and the customer see of it. */
async function cardOrder() {
  const here = await shop();
  const { app, stripe, cookie } = here;
  const ref = await paidByCard(here);
  const session = [...stripe.sessions.keys()].at(-1) ?? "";
  const call = async (name: Parameters<typeof deskCall>[2], body?: object) =>
    (await deskCall(app, cookie, name, body)).body;
  return {
    ...here,
    ref,
    session,
    page: () => visit(app, dealPage(app, ref)),
    cents: async () => (await payments(here)).map(([cents]) => cents),
    deal: () => call(`GET quote?ref=${ref}`),
    money: () => call("GET money"),
    notices: async () => JSON.stringify(await call("GET notices")),
    step: async () => (await app.rows("quote_requests"))[0]?.["next_step"],
    mails: async () => (await queuedSources(app, "refund")).length,
    refund: (cents: number) =>
      deskCall(app, cookie, "POST refund", {
        ref,
        amount_cents: cents,
        method: "card",
        note: null,
        lines: [],
      }),
    order: (change: string) => deskCall(app, cookie, "POST order", { ref, change, note: null, anyway: true }),
    /** Each twice, as the card company may do. */
    async tell(object: object, ...types: readonly string[]) {
      for (const type of [...types, ...types]) expect(await stripe.deliver(eventOf(type, object))).toBe(200);
    },
  };
}

const paidIt = ["refund.created", "charge.refunded", "charge.refund.updated"];

test("all paid back in the card company's pages: the order is refunded, credited and listed, and nothing is packed", async () => {
  const order = await cardOrder();
  const { ref, session, stripe } = order;
  await order.tell(stripe.refundHere(session, 20_000), ...paidIt);
  expect(await order.cents()).toEqual([20_000, -20_000]);
  expect(await order.money()).toMatchObject({
    taken_back: [{ ref, amount_cents: 20_000, why: "card", by: null }],
    short: [],
    to_refund: [],
  });
  expect(await order.deal()).toMatchObject({
    order: { state: "refunded", paid_cents: 0 },
    taken_back: [{ amount_cents: 20_000, why: "card" }],
    documents: [{ number: "INV-1001" }, { number: "CN-1001" }],
  });
  expect([(await order.page()).heading, await order.step()]).toEqual(["Refunded", "money"]);
  expect((await order.order("packed")).status).toBe(409);
});

test("a part paid back there is listed, and packing waits until staff have seen it", async () => {
  const order = await cardOrder();
  await order.tell(order.stripe.refundHere(order.session, 5000), ...paidIt);
  expect(await order.cents()).toEqual([20_000, -5000]);
  expect(await order.deal()).toMatchObject({
    order: { state: "paid", balance_cents: 0, paid_cents: 15_000 },
  });
  const packed = await order.order("packed");
  expect([packed.status, packed.body["error"]]).toEqual([409, expect.stringContaining("taken back")]);
  expect((await order.page()).text).toContain("We check your payment once more before we pack");
  expect((await order.order("seen")).status).toBe(200);
  expect(await order.money()).toMatchObject({ taken_back: [] });
  expect([await order.step(), (await order.order("packed")).status]).toEqual(["pack", 200]);
  expect((await order.order("seen")).status).toBe(409);
});

test("a refund by the desk is not counted again by its own events", async () => {
  const order = await cardOrder();
  await order.refund(5000);
  await order.tell({ ...order.stripe.refunds[0] }, ...paidIt, "refund.updated");
  expect(await order.cents()).toEqual([20_000, -5000]);
  expect([await order.money(), await order.mails()]).toMatchObject([{ taken_back: [] }, 1]);
});

test.each(["its event", "the chore", "no: it fails"] as const)(
  "a refund that only waits is neither booked nor mailed before it is done, as we learn by %s",
  async (how) => {
    const order = await cardOrder();
    order.stripe.refundStatus = "pending";
    expect((await order.refund(5000)).body).toMatchObject({ balance_cents: 0, state: "paid", credit: null });
    const [refund] = order.stripe.refunds;
    if (refund === undefined) throw new Error("No refund was asked for");
    await order.tell(refund, "refund.created");
    expect([await order.cents(), await order.mails()]).toEqual([[20_000], 0]);
    expect(await order.deal()).toMatchObject({ card_refund: { state: "pending" } });
    const isDone = how !== "no: it fails";
    refund.status = isDone ? "succeeded" : "failed";
    if (how === "the chore") order.app.advance(60_000);
    await (how === "the chore" ? retryRefunds(chore(order)) : order.tell(refund, "refund.updated"));
    expect([await order.cents(), await order.mails()]).toEqual(isDone ? [[20_000, -5000], 1] : [[20_000], 0]);
    const left = isDone ? null : { state: "refused" };
    expect(await order.deal()).toMatchObject({ card_refund: left });
  },
);

test("a refund that fails days later is held and owed again, listed until it is paid back another way", async () => {
  const order = await cardOrder();
  const { ref, app, cookie } = order;
  await order.refund(20_000);
  const [refund] = order.stripe.refunds;
  Object.assign(refund ?? {}, { status: "failed", failure_reason: "expired_or_canceled_card" });
  await order.tell({ ...refund }, "refund.failed", "refund.updated", "charge.refund.updated");
  expect(await order.cents()).toEqual([20_000, -20_000, 20_000]);
  expect(await order.money()).toMatchObject({
    to_refund: [{ ref, amount_cents: 20_000 }],
    taken_back: [{ ref, amount_cents: 20_000, why: "refund_failed" }],
  });
  expect(await order.deal()).toMatchObject({
    order: { state: "refunded", paid_cents: 20_000 },
    card_refund: { state: "refused", error: "expired_or_canceled_card" },
  });
  const { text } = await order.page();
  expect(text).toContain("Some of your money is still with us");
  expect(text, "nothing has gone back").not.toContain("Refunded to your card");
  const again = { ref, amount_cents: 20_000, method: "transfer", note: null, lines: [] };
  expect((await deskCall(app, cookie, "POST refund", again)).body).toMatchObject({
    state: "refunded",
    credit: null,
  });
  expect(await order.money()).toMatchObject({ to_refund: [], taken_back: [] });
  expect((await order.page()).text).toContain("We have refunded your money");
});

test("a dispute is noticed with record and day; what it takes leaves the books, and comes back if we win", async () => {
  const order = await cardOrder();
  const { ref, session, stripe } = order;
  const dispute = stripe.dispute(session, 20_000, new Date("2026-08-18T11:00:00Z"));
  await order.tell(dispute, "charge.dispute.created");
  expect(await order.cents()).toEqual([20_000]);
  expect(await order.money()).toMatchObject({
    taken_back: [{ ref, amount_cents: 20_000, why: "dispute", by: "2026-08-18" }],
  });
  expect(await order.notices()).toContain(`${ref}, $200.00: evidence is due by Tuesday 18 August`);
  expect((await order.order("packed")).status).toBe(409);
  dispute.balance_transactions.push({ amount: -20_000 });
  await order.tell(dispute, "charge.dispute.funds_withdrawn");
  expect(await order.cents()).toEqual([20_000, -20_000]);
  expect(await order.money()).toMatchObject({ short: [{ ref, amount_cents: 20_000 }] });
  const page = await order.page();
  expect([page.heading, page.text.includes("the end of")]).toEqual(["Approved: now the payment", false]);
  expect((await order.deal())["documents"], "a dispute credits nothing").toHaveLength(1);
  dispute.status = "under_review";
  await order.tell(dispute, "charge.dispute.updated");
  expect(await order.notices()).not.toContain("disputed");
  dispute.status = "won";
  dispute.balance_transactions.push({ amount: 20_000 });
  await order.tell(dispute, "charge.dispute.funds_reinstated", "charge.dispute.closed");
  expect(await order.cents()).toEqual([20_000, -20_000, 20_000]);
  expect(await order.money()).toMatchObject({ short: [], taken_back: [] });
  expect([(await order.page()).heading, await order.step()]).toEqual(["Paid: we are packing it", "pack"]);
});

test("a dispute that we lose stays listed until it is seen, and the money stays missing", async () => {
  const order = await cardOrder();
  const dispute = order.stripe.dispute(order.session, 20_000, new Date("2026-08-18T11:00:00Z"));
  dispute.balance_transactions.push({ amount: -20_000 });
  dispute.status = "lost";
  await order.tell(dispute, "charge.dispute.closed");
  expect(await order.money()).toMatchObject({
    taken_back: [{ why: "dispute", by: null }],
    short: [{ amount_cents: 20_000 }],
  });
  await order.order("seen");
  expect([await order.money(), await order.step()]).toMatchObject([{ taken_back: [], short: [{}] }, "pay"]);
});

test("an event moves nothing by itself: the API is read again, and one about another till is let pass", async () => {
  const order = await cardOrder();
  const { stripe } = order;
  const { payment_intent = "" } = stripe.sessions.get(order.session) ?? {};
  const madeUp = { id: "re_1", payment_intent, amount: 20_000, status: "succeeded" };
  await order.tell(madeUp, "refund.created");
  await order.tell({ ...madeUp, payment_intent: "pi_of_another_till" }, "refund.created");
  stripe.refundHere(order.session, 5000);
  stripe.faults.push("500", "500");
  expect(await stripe.deliver(eventOf("refund.created", madeUp))).toBe(502);
  expect([await order.cents(), await order.money()]).toMatchObject([[20_000], { taken_back: [] }]);
});

test("of an order that still waits for the rest, what goes back is due again", async () => {
  const here: Shop = await shop();
  const { app, stripe, cookie } = here;
  const { ref_number: ref } = await addOrder(app);
  const session = await cardPage(here, ref);
  await stripe.pay(session, { amount_total: 15_000 });
  expect(await stripe.deliver(eventOf("refund.created", stripe.refundHere(session, 15_000)))).toBe(200);
  const { body } = await deskCall(app, cookie, `GET quote?ref=${ref}`);
  expect(body).toMatchObject({ order: { state: "awaiting_payment", balance_cents: 20_000 } });
});
