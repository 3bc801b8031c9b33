import { expect, test } from "vitest";

import { declineReasons } from "#domain/deals/desk-settings.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { addQuote, monday } from "#tests/deal-examples.ts";
import { dealMessages, dealPage, press, visit } from "#tests/deal-visit.ts";
import { deskCall } from "#tests/staff.ts";

const [tooDear = ""] = declineReasons;

test("a visitor declines with a reason from the list, staff are told; pressed twice, it is declined once", async () => {
  const app = await buildTestApp();
  const { reference } = await addQuote(app);
  const path = dealPage(app, reference);
  const answer = await press(app, `${path}/decline`, { reason: tooDear, words: " Saw one for $90. " });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, path]);
  expect((await visit(app, path)).heading).toBe("You said no thanks");
  expect(await dealMessages(app)).toEqual([["decline", `${tooDear}\nSaw one for $90.`]]);
  expect(await app.rows("staff_digests")).toHaveLength(1);
  const again = { reason: tooDear, words: "Saw one for $90." };
  expect((await press(app, `${path}/decline`, again)).status).toBe(303);
  expect((await press(app, `${path}/decline`, { reason: tooDear })).status, "other words").toBe(409);
  expect(await dealMessages(app)).toHaveLength(1);
  expect((await app.rows("record_events")).filter(({ type }) => type === "declined")).toHaveLength(1);
});

test("staff note that a customer said no by phone, with a reason from the list", async () => {
  const app = await buildTestApp();
  const { reference: ref } = await addQuote(app);
  const decline = async (reason: string) =>
    deskCall(app, await app.signIn(), "POST quote-decline", { ref, reason, words: "Sold the quad" });
  expect((await decline("Because")).status).toBe(400);
  expect(await decline(tooDear)).toEqual({ status: 200, body: { success: true } });
  expect((await visit(app, dealPage(app, ref))).heading).toBe("You said no thanks");
  expect(await dealMessages(app)).toEqual([["decline", `${tooDear}\nSold the quad`]]);
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
  expect(await dealMessages(app)).toEqual([]);
});

test("a refusal of a quote that has expired is too late, and shows again what was written", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { reference } = await addQuote(app);
  const path = dealPage(app, reference);
  app.advance(8 * 24 * 60 * 60_000);
  for (const heading of ["This quote has expired", "We are answering your question"]) {
    const page = await press(app, `${path}/decline`, { reason: tooDear, words: "Found <b>one</b>" });
    expect([page.status, page.heading]).toEqual([409, heading]);
    expect(page.html.match(/Found &lt;b&gt;one&lt;\/b&gt;/g)).toHaveLength(1);
    await press(app, `${path}/still-interested`, { confirm: "on" });
  }
});
