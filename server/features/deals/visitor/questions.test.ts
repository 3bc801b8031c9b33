import { expect, test } from "vitest";

import { stages } from "#domain/deals/stage.ts";
import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { addOrder, addQuote, approveQuote, monday } from "#tests/deal-examples.ts";
import { dealMessages, dealPage, press, visit } from "#tests/deal-visit.ts";
import { dealsInEveryStage } from "#tests/deals-in-every-stage.ts";
import { deskOf } from "#tests/desk-calls.ts";
import { orderDesk } from "#tests/order-desk.ts";
import { quoteDesk } from "#tests/quote-desk.ts";
import { deskCall } from "#tests/staff.ts";

const undoMs = 60_000;
const dayMs = 24 * 60 * 60_000;

test("a question is shown with its answer, after the approval too, and sent twice it is one question", async () => {
  const app = await buildTestApp();
  const quote = await addQuote(app);
  const { reference } = quote;
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
  expect(await dealMessages(app)).toEqual([
    ["question", words],
    ["answer", "Yes, all of them."],
  ]);
  await approveQuote(app, quote);
  const ordered = await visit(app, path);
  expect(ordered.heading).toContain("Approved");
  expect(ordered.text).toContain("Does it come");
  expect(ordered.text).toContain("Yes, all of them.");
});

test("a question about a quote is ours to answer; until it is asked, the quote waits for its customer", async () => {
  const { app } = await appWithMailServer("accept", { startAt: monday });
  const { reference, send } = await quoteDesk(app);
  const cookie = await app.signIn();
  // As the desk asks for "To answer" and "Waiting for customer".
  const lists = [
    "is_to_answer=eq.true",
    "answered_at=gt.1970-01-01T00:00:00.000Z&next_step=neq.answer&next_step=neq.pack",
  ];
  const listed = async () => {
    const rest = "is_open=eq.true&or=(snoozed_until.is.null,snoozed_until.lte.2999-01-01T00:00:00.000Z)";
    const list = (query: string) =>
      app.fetch(`/rest/v1/quote_requests?${rest}&${query}`, { headers: { cookie } });
    const found = await Promise.all(lists.map(async (query) => (await list(query)).json()));
    return found.map((records: unknown[]) => records.length);
  };
  expect(await listed()).toEqual([1, 0]);
  await send();
  app.advance(undoMs);
  await app.app.run("outbox");
  expect(await listed()).toEqual([0, 1]);
  const asked = await press(app, `${dealPage(app, reference)}/ask`, { words: "Does it come with bolts?" });
  expect(asked.status).toBe(303);
  expect(await listed()).toEqual([1, 0]);
});

test("in every stage there is a box to write, and what is written reaches staff and is answered", async () => {
  const app = await buildTestApp({ startAt: monday });
  const paths = Object.entries(await dealsInEveryStage(app)) as [keyof typeof stages, string][];
  const desk = await deskOf(app);
  for (const [stage, path] of paths) {
    const before = await visit(app, path);
    const isAboutParcel = ["sent", "delivered"].includes(stage) || stage.startsWith("return_");
    expect(before.html).toContain(`action="${path}/ask"`);
    expect([stage, before.text.includes("Something is wrong")]).toEqual([stage, isAboutParcel]);
    const words = `What about it, while "${stage}"?`;
    expect([stage, (await press(app, `${path}/ask`, { words })).status]).toEqual([stage, 303]);
    const page = await visit(app, path);
    const isOpenQuote = ["ready", "answering", "expired"].includes(stage);
    expect(page.heading).toBe(stages[isOpenQuote ? "answering" : stage].title);
    expect(page.text).toContain(`while "${stage}"?`);
    expect(page.text).toMatch(/We answer by e-mail by \d+:\d\d [ap]m on /);
    const reference = path.split("/")[2] ?? "";
    const [record] = (await app.rows("quote_requests")).filter((row) => row["ref_number"] === reference);
    expect([stage, record?.["next_step"]]).toEqual([stage, "answer"]);
    expect(["new", "in_progress"]).toContain(record?.["status"]);
    const asked = (await desk.open(reference)).events.filter(({ type }) => type === "asked");
    expect(asked.length).toBeGreaterThan(0);
  }
  const told = new Set((await app.rows("staff_digests")).map((row) => row["ref_number"]));
  expect(told.size).toBeGreaterThanOrEqual(paths.length);
});

test("a question is not lost when the parcel arrives: the record stays open until it is answered", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const path = dealPage(app, ref);
  const { cookie, pay } = await orderDesk(app);
  await pay(ref, 20_000, { method: "cash" });
  await deskCall(app, cookie, "POST parcel", { ref, carrier: "NZ Post", tracking: "AB1", anyway: true });
  await (await deskOf(app)).change(ref, { snoozed_until: "2026-08-20T00:00:00.000Z" });
  await press(app, `${path}/ask`, { words: "The box is torn" });
  await press(app, `${path}/received`, { confirm: "on" });
  const record = async () => (await app.rows("quote_requests"))[0];
  expect(await record()).toMatchObject({ status: "in_progress", next_step: "answer", snoozed_until: null });
  const [{ id } = {}] = await app.rows("deal_messages");
  await deskCall(app, cookie, "POST quote-answer", { ref, message: String(id), words: "Send us a photo." });
  expect(await record()).toMatchObject({ next_step: "done" });
  const page = await visit(app, path);
  expect([page.heading, page.text.includes("We answer by e-mail by")]).toEqual(["Delivered", true]);
  expect(page.text).not.toContain("We have your question");
  expect(page.text).toContain("Send us a photo.");
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
  expect(await dealMessages(app)).toEqual([]);
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
  expect(await dealMessages(app)).toEqual([["still_interested", null]]);
  expect(await app.rows("quote_requests")).toMatchObject([{ next_step: "answer" }]);
});

test.for<[string, string, number, string, Record<string, string>]>([
  ["a question", "completed", 0, "ask", { words: "Is it still there?" }],
  ["a question about an expired quote", "cancelled", 8, "ask", { words: "Is it still there?" }],
  ["still interested", "cancelled", 8, "still-interested", { confirm: "on" }],
])("%s opens a %s request again, so that it is answered", async ([, status, days, action, fields]) => {
  const app = await buildTestApp({ startAt: monday });
  const { reference } = await addQuote(app);
  const path = `${dealPage(app, reference)}/${action}`;
  app.advance(days * dayMs);
  await (await deskOf(app)).setStatus(reference, status);
  for (const _ of [1, 2]) expect((await press(app, path, fields)).status).toBe(303);
  expect(await app.rows("quote_requests")).toMatchObject([{ status: "in_progress", next_step: "answer" }]);
  const history = (await (await deskOf(app)).open(reference)).events.map(({ type }) => type);
  expect(history.filter((type) => type === "status")).toHaveLength(2);
  expect(await dealMessages(app)).toHaveLength(1);
});

test("a question that was open when its request was closed is asked again", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { reference } = await addQuote(app);
  const path = `${dealPage(app, reference)}/ask`;
  await press(app, path, { words: "Is it still there?" });
  await (await deskOf(app)).setStatus(reference, "cancelled");
  expect((await press(app, path, { words: "Is it still there?" })).status).toBe(303);
  expect(await app.rows("quote_requests")).toMatchObject([{ status: "in_progress", next_step: "answer" }]);
});

test("the page promises no answer to a question whose request was closed", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { reference } = await addQuote(app);
  const path = dealPage(app, reference);
  await press(app, `${path}/ask`, { words: "Is it still there?" });
  await (await deskOf(app)).setStatus(reference, "completed");
  expect((await visit(app, path)).heading).toBe("Your quote is ready");
  app.advance(8 * dayMs);
  expect((await visit(app, path)).heading).toBe("This quote has expired");
});
