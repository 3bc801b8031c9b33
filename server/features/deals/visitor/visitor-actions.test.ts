import { expect, test } from "vitest";

import { declineReasons } from "#domain/deals/default-settings.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder, addQuote, monday } from "#tests/deal-examples.ts";
import { dealPage, press, visit } from "#tests/deal-visit.ts";
import { deskCall } from "#tests/staff.ts";

const dayMs = 24 * 60 * 60_000;
const [tooDear = ""] = declineReasons;

async function messages(app: TestApp) {
  return (await app.rows("deal_messages")).map(({ kind, words }) => [kind, words]);
}

async function eventTypes(app: TestApp) {
  return (await app.rows("record_events")).map(({ type }) => type);
}

test("a visitor declines with a reason from the list, staff are told; pressed twice, it is declined once", async () => {
  const app = await buildTestApp();
  const { reference } = await addQuote(app);
  const path = dealPage(app, reference);
  const answer = await press(app, `${path}/decline`, { reason: tooDear, words: " Saw one for $90. " });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, path]);
  expect((await visit(app, path)).heading).toBe("You said no thanks");
  expect(await messages(app)).toEqual([["decline", `${tooDear}\nSaw one for $90.`]]);
  expect(await app.rows("staff_digests")).toHaveLength(1);
  expect((await press(app, `${path}/decline`, { reason: tooDear })).status).toBe(303);
  expect(await messages(app)).toHaveLength(1);
  expect((await eventTypes(app)).filter((type) => type === "declined")).toHaveLength(1);
});

test("staff note that a customer said no by phone, with a reason from the list", async () => {
  const app = await buildTestApp();
  const { reference: ref } = await addQuote(app);
  const decline = async (reason: string) =>
    deskCall(app, await app.signIn(), "POST quote-decline", { ref, reason, words: "Sold the quad" });
  expect((await decline("Because")).status).toBe(400);
  expect(await decline(tooDear)).toEqual({ status: 200, body: { success: true } });
  expect((await visit(app, dealPage(app, ref))).heading).toBe("You said no thanks");
  expect(await messages(app)).toEqual([["decline", `${tooDear}\nSold the quad`]]);
  expect(await app.rows("staff_digests")).toEqual([]);
  const event = (await app.rows("record_events")).find(({ type }) => type === "declined");
  expect(event?.["user_id"]).toEqual(expect.any(String));
  await addQuote(app, { reference: ref, number: 2, validDays: 1 });
  app.advance(5 * 24 * 60 * 60_000);
  expect((await decline(tooDear)).status).toBe(409);
});

test("a refusal without a reason, or with one that is not in the list, keeps what was written", async () => {
  const app = await buildTestApp();
  const { reference } = await addQuote(app);
  const path = dealPage(app, reference);
  for (const reason of ["", "Because", "constructor"]) {
    const page = await press(app, `${path}/decline`, { reason, words: "Found <b>one</b>" });
    expect([page.status, page.heading]).toEqual([400, "Your quote is ready"]);
    expect(page.html.match(/Found &lt;b&gt;one&lt;\/b&gt;/g)).toHaveLength(1);
  }
  expect(await messages(app)).toEqual([]);
});

test("a question is shown with its answer, and sent twice it is one question", async () => {
  const app = await buildTestApp();
  const { reference } = await addQuote(app);
  const path = dealPage(app, reference);
  const words = "Does it come\nwith <bolts> & seals?";
  for (const _ of [1, 2]) expect((await press(app, `${path}/ask`, { words })).status).toBe(303);
  const page = await visit(app, path);
  expect(page.heading).toBe("We are answering your question");
  expect(page.html).toContain("Does it come\nwith &lt;bolts&gt; &amp; seals?");
  expect(page.text).toContain("Approve for $200.00");
  const [{ id } = {}] = await app.rows("deal_messages");
  const cookie = await app.signIn();
  await deskCall(app, cookie, "POST quote-answer", {
    ref: reference,
    message: String(id),
    words: "Yes, all of them.",
  });
  const answered = await visit(app, path);
  expect(answered.heading).toBe("Your quote is ready");
  expect(answered.text).toContain("Yes, all of them.");
  expect(await messages(app)).toEqual([
    ["question", words],
    ["answer", "Yes, all of them."],
  ]);
});

test("an empty question is refused, one that is too long comes back whole", async () => {
  const app = await buildTestApp();
  const { reference } = await addQuote(app);
  const path = dealPage(app, reference);
  expect((await press(app, `${path}/ask`, { words: "  " })).status).toBe(400);
  const long = "How long? ".repeat(300);
  const page = await press(app, `${path}/ask`, { words: long });
  expect(page.status).toBe(400);
  expect(page.html).toContain(long);
  expect(await messages(app)).toEqual([]);
});

test("the eleventh question of a day has to wait until the next", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { reference } = await addQuote(app);
  const path = `${dealPage(app, reference)}/ask`;
  for (let count = 1; count <= 10; count += 1)
    expect((await press(app, path, { words: `Question ${count}` })).status).toBe(303);
  const page = await press(app, path, { words: "Question 11" });
  expect([page.status, page.heading]).toEqual([429, "We are answering your question"]);
  expect(page.html).toContain("Question 11</textarea>");
  expect(page.text).toContain("09 000 0000");
  app.advance(Number(page.headers.get("retry-after")) * 1000);
  expect((await press(app, path, { words: "Question 11" })).status).toBe(303);
});

test("still interested works once, only for an expired quote, and staff see it as a question", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { reference } = await addQuote(app);
  const path = dealPage(app, reference);
  expect((await press(app, `${path}/still-interested`, { confirm: "on" })).status).toBe(409);
  app.advance(8 * dayMs);
  expect((await visit(app, path)).heading).toBe("This quote has expired");
  expect((await press(app, `${path}/still-interested`)).status).toBe(400);
  expect((await press(app, `${path}/still-interested`, { confirm: "on" })).status).toBe(303);
  const page = await visit(app, path);
  expect(page.heading).toBe("We are answering your question");
  expect(page.text).not.toMatch(/Approve here|Still interested\?/);
  expect((await press(app, `${path}/still-interested`, { confirm: "on" })).status).toBe(303);
  expect(await messages(app)).toEqual([["still_interested", null]]);
  expect(await app.rows("quote_requests")).toMatchObject([{ next_step: "answer" }]);
});

test("a question about an expired quote is answered, a refusal of it is too late", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { reference } = await addQuote(app);
  const path = dealPage(app, reference);
  app.advance(8 * dayMs);
  expect((await press(app, `${path}/decline`, { reason: tooDear })).status).toBe(409);
  expect((await press(app, `${path}/ask`, { words: "Is it still there?" })).status).toBe(303);
});

test("the visitor says that the parcel has arrived: order delivered, record completed, once", async () => {
  const app = await buildTestApp({ startAt: monday });
  const order = await addOrder(app);
  const path = dealPage(app, order.ref_number);
  expect((await press(app, `${path}/received`, { confirm: "on" })).status).toBe(409);
  const cookie = await app.signIn();
  const ref = order.ref_number;
  await deskCall(app, cookie, "POST payment", {
    ref,
    amount_cents: 20_000,
    method: "cash",
    received_on: "2026-08-03",
  });
  await deskCall(app, cookie, "POST parcel", { ref, carrier: "NZ Post", tracking: "AB 123<9>" });
  const onItsWay = await visit(app, path);
  expect(onItsWay.heading).toBe("On its way");
  expect(onItsWay.html).toContain('href="https://www.nzpost.co.nz/tools/tracking?trackid=AB%20123%3C9%3E"');
  expect(onItsWay.text).toContain("AB 123<9>");
  expect((await press(app, `${path}/received`)).status).toBe(400);
  expect((await press(app, `${path}/received`, { confirm: "on" })).status).toBe(303);
  expect((await visit(app, path)).heading).toBe("Delivered");
  expect(await app.rows("parcels")).toMatchObject([{ state: "delivered" }]);
  expect(await app.rows("orders")).toMatchObject([{ state: "delivered" }]);
  expect(await app.rows("quote_requests")).toMatchObject([{ status: "completed", next_step: "done" }]);
  expect((await press(app, `${path}/received`, { confirm: "on" })).status).toBe(303);
  expect((await eventTypes(app)).filter((type) => type === "received")).toHaveLength(1);
});

test("what is not possible in a state is refused with the page as it is, and changes nothing", async () => {
  const app = await buildTestApp();
  const order = await addOrder(app);
  const path = dealPage(app, order.ref_number);
  await app.app.sendMails(); // What becomes of them is an event.
  const before = await eventTypes(app);
  for (const [action, fields] of [
    ["decline", { reason: tooDear }],
    ["ask", { words: "Is there a second one?" }],
    ["still-interested", { confirm: "on" }],
    ["received", { confirm: "on" }],
  ] as const) {
    const page = await press(app, `${path}/${action}`, fields);
    expect([page.status, page.heading]).toEqual([409, "Approved: now the payment"]);
  }
  expect((await press(app, `${path}/ask`, { words: "Is there a second one?" })).text).toContain(
    "Is there a second one?",
  );
  expect(await eventTypes(app)).toEqual(before);
});

test("opening the address of an action leads back to the page", async () => {
  const app = await buildTestApp();
  const { reference } = await addQuote(app);
  const path = dealPage(app, reference);
  for (const action of ["approve", "take-back", "decline", "ask", "received", "still-interested"]) {
    const { status, headers } = await visit(app, `${path}/${action}`);
    expect([status, headers.get("location")]).toEqual([303, path]);
  }
});

test.for<[string, () => { body: string; type: string }]>([
  ["urlencoded", () => ({ body: "List-Unsubscribe=One-Click", type: "application/x-www-form-urlencoded" })],
  [
    "multipart",
    () => ({
      body: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      type: "multipart/form-data; boundary=x",
    }),
  ],
])("reminders stop with one click in the mail program (RFC 8058), %s", async ([, sent]) => {
  const app = await buildTestApp();
  const { reference } = await addQuote(app);
  const { body, type } = sent();
  const path = `${dealPage(app, reference)}/stop-reminders`;
  for (const _ of [1, 2]) {
    const answer = await app.fetch(path, { method: "POST", body, headers: { "content-type": type } });
    expect(answer.status).toBe(200);
  }
  expect(await app.rows("deals")).toMatchObject([{ ref_number: reference, generation: 1 }]);
  expect((await eventTypes(app)).filter((each) => each === "reminders_stopped")).toHaveLength(1);
});

test("a body that is made to hold up the server is refused at once, whatever the key", async () => {
  const app = await buildTestApp();
  const body = 'name="List-Unsubscribe"\n'.repeat(2700);
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const sent = await app.fetch("/my/x/y/stop-reminders", { method: "POST", body, headers });
  expect(sent.status).toBe(413);
});

test("opening the stop link changes nothing; its button stops the reminders and leads to the quote", async () => {
  const app = await buildTestApp();
  const { reference } = await addQuote(app);
  const path = dealPage(app, reference);
  const page = await visit(app, `${path}/stop-reminders`);
  expect([page.status, page.heading]).toEqual([200, "Stop reminders"]);
  expect(await app.rows("deals")).toEqual([]);
  expect((await press(app, `${path}/stop-reminders`)).status).toBe(400);
  expect(await app.rows("deals")).toEqual([]);
  const answer = await press(app, `${path}/stop-reminders`, { confirm: "on" });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, path]);
  expect((await visit(app, path)).text).toContain("You get no more reminders about this quote");
});

test("reminders that were stopped stay stopped with the next link", async () => {
  const app = await buildTestApp();
  const { reference } = await addQuote(app);
  await press(app, `${dealPage(app, reference)}/stop-reminders`, { confirm: "on" });
  const cookie = await app.signIn();
  await deskCall(app, cookie, "POST deal-link", { ref: reference });
  const page = await visit(app, dealPage(app, reference, 2));
  expect(page.text).toContain("You get no more reminders about this quote");
});
