import { expect, test } from "vitest";

import { declineReasons } from "#domain/deals/default-settings.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { addQuote, approveQuote, monday } from "#tests/deal-examples.ts";
import { dealMessages, dealPage, press, visit } from "#tests/deal-visit.ts";
import { deskCall } from "#tests/staff.ts";

const dayMs = 24 * 60 * 60_000;
const [tooDear = ""] = declineReasons;

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

test("a question about an expired quote is answered, a refusal of it is too late", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { reference } = await addQuote(app);
  const path = dealPage(app, reference);
  app.advance(8 * dayMs);
  expect((await press(app, `${path}/decline`, { reason: tooDear })).status).toBe(409);
  expect((await press(app, `${path}/ask`, { words: "Is it still there?" })).status).toBe(303);
});
