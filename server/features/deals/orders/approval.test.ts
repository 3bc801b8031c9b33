import { expect, test } from "vitest";

import { declineReasons } from "#domain/deals/desk-settings.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { addQuote, exampleLine, ordersIn } from "#tests/deal-examples.ts";
import { approveOn, dealPage, press, visit } from "#tests/deal-visit.ts";
import { exampleDraft, quoteDesk } from "#tests/quote-desk.ts";

test("the same approval again leads to the same page and no second order", async () => {
  const app = await buildTestApp();
  const quote = await addQuote(app);
  const answers = [await approveOn(app, quote), await approveOn(app, quote)];
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect(await ordersIn(app)).toEqual([[quote.reference, "awaiting_payment", 1001]]);
  expect(await app.rows("staff_digests")).toHaveLength(1);
});

test("of two tabs with other alternatives, the first wins, and the second sees that order", async () => {
  const app = await buildTestApp();
  const lines = ["a", "b"].map((id, index) =>
    exampleLine({ id, kind: "choice", group: "diff", text: `Diff ${id}`, unit_cents: 10_000 * (index + 1) }),
  );
  const quote = await addQuote(app, { lines });
  expect((await approveOn(app, quote, { "choice-diff": "b" })).status).toBe(303);
  expect((await approveOn(app, quote, { "choice-diff": "a" })).status).toBe(303);
  const page = await visit(app, dealPage(app, quote.reference));
  expect(page.text).toContain("Amount $215.00");
  expect(page.text).not.toContain("Diff a");
});

test("once a quote is approved, a page of other content is refused as that, and not as if nothing had happened", async () => {
  const app = await buildTestApp();
  const quote = await addQuote(app);
  await approveOn(app, quote);
  const page = await approveOn(app, quote, { hash: "0".repeat(64) });
  expect([page.status, page.heading]).toEqual([409, "Approved: now the payment"]);
  expect(page.text).toContain("It has been approved already This is the order.");
  expect(page.text).toContain("What you just sent changed nothing.");
  expect(page.text).not.toMatch(/The quote has changed|Nothing has happened/);
});

test("without the tick nothing is approved, and what was chosen stays chosen", async () => {
  const app = await buildTestApp();
  const lines = [
    exampleLine({ id: "a", kind: "choice", group: "diff" }),
    exampleLine({ id: "b", kind: "choice", group: "diff" }),
    exampleLine({ id: "oil", kind: "option" }),
  ];
  const quote = await addQuote(app, { lines });
  const chosen = { "choice-diff": "b", "option-oil": "on" };
  const page = await press(app, `${dealPage(app, quote.reference)}/approve`, {
    version: "1",
    hash: quote.hash,
    ...chosen,
  });
  expect([page.status, page.heading]).toEqual([400, "Your quote is ready"]);
  expect(page.text).toContain("Please tick the box");
  expect(page.html).toMatch(/value="b"[^>]* checked>/);
  expect(page.html).toMatch(/name="option-oil"[^>]* checked>/);
  expect(page.html).not.toMatch(/value="a"[^>]* checked>/);
  expect(await ordersIn(app)).toEqual([]);
});

test.for<[string, Record<string, string>]>([
  ["no alternative", {}],
  ["an unknown alternative", { "choice-diff": "c" }],
  ["an alternative of no group", { "choice-diff": "a", "choice-other": "a" }],
  ["an option that does not exist", { "choice-diff": "a", "option-gold": "on" }],
  ["an alternative as an option", { "choice-diff": "a", "option-b": "on" }],
])("%s is an impossible selection", async ([, selection]) => {
  const app = await buildTestApp();
  const lines = ["a", "b"].map((id) => exampleLine({ id, kind: "choice", group: "diff" }));
  const quote = await addQuote(app, { lines });
  const page = await approveOn(app, quote, selection);
  expect([page.status, await ordersIn(app)]).toEqual([400, []]);
  expect(page.text).toContain("Please choose again");
});

test("an older version cannot be approved once a newer one is out: the page names what changed", async () => {
  const app = await buildTestApp();
  const line = exampleLine();
  const old = await addQuote(app, { lines: [line, exampleLine({ id: "oil", text: "Diff oil" })] });
  await addQuote(app, { reference: old.reference, number: 2, lines: [{ ...line, unit_cents: 19_500 }] });
  const page = await approveOn(app, old);
  expect([page.status, await ordersIn(app)]).toEqual([409, []]);
  expect(page.text).toContain("Price of Front diff: was $185.00, is now $195.00");
  expect(page.text).toContain("No longer included: Diff oil");
  expect(page.text).toContain("Approve for $210.00");
});

test("the page names what changed even if that is only how the freight goes, or too small to name", async () => {
  const app = await buildTestApp();
  const old = await addQuote(app);
  const by = (rural: boolean) =>
    ({ service: "Courier", zone: "north", rural, cents: 1500, words: null }) as const;
  await addQuote(app, { reference: old.reference, number: 2, content: { freight: by(false) } });
  expect((await approveOn(app, old)).text).toContain(
    "Freight goes by: was Courier, North Island, rural delivery, is now Courier, North Island",
  );
  const newer = await addQuote(app, { reference: old.reference, number: 3 });
  await addQuote(app, { reference: old.reference, number: 4 });
  expect((await approveOn(app, newer)).text).toContain("Only small details are different.");
});

test.for<[string, object]>([
  ["another hash", { hash: "0".repeat(64) }],
  ["no hash", { hash: "" }],
  ["no version", { version: "" }],
  ["a version that does not exist", { version: "7" }],
])("%s approves nothing", async ([, changes]) => {
  const app = await buildTestApp();
  const quote = await addQuote(app);
  expect((await approveOn(app, quote, changes)).status).toBe(409);
  expect(await ordersIn(app)).toEqual([]);
});

test("during the undo time of a newer version, neither can be approved", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  await desk.send();
  app.advance(10_000);
  const [first] = await app.rows("quote_versions");
  await desk.send(exampleDraft({ words: "Cheaper now" }));
  const [, second] = await app.rows("quote_versions");
  for (const version of [first, second]) {
    const quote = {
      reference: desk.reference,
      number: Number(version?.["number"]),
      hash: String(version?.["content_hash"]),
    };
    expect((await approveOn(app, { ...quote, totalCents: 0 })).status).toBe(409);
  }
  const page = await visit(app, dealPage(app, desk.reference));
  expect(page.text).toContain("We are just changing your quote");
  app.advance(10_000);
  expect((await visit(app, dealPage(app, desk.reference))).heading).toBe("Your quote is ready");
});

test.for<[string, string, string]>([
  ["an ordinary day", "2026-08-02T22:00:00Z", "2026-08-10T11:59:59.999Z"],
  ["the day on which daylight saving begins", "2026-09-19T21:00:00Z", "2026-09-27T10:59:59.999Z"],
  ["the day on which daylight saving ends", "2027-03-27T21:00:00Z", "2027-04-04T11:59:59.999Z"],
  ["29 February", "2028-02-21T21:00:00Z", "2028-02-29T10:59:59.999Z"],
])("a quote whose last day is %s holds to the last millisecond of it", async ([, sentAt, last]) => {
  const app = await buildTestApp({ startAt: new Date(sentAt) });
  const [inTime, late] = [await addQuote(app), await addQuote(app)];
  app.advance(Date.parse(last) - app.app.services.now().getTime());
  expect((await approveOn(app, inTime)).status).toBe(303);
  app.advance(1);
  const page = await approveOn(app, late);
  expect([page.status, page.heading]).toEqual([410, "This quote has expired"]);
  expect(page.html).toContain(`action="${dealPage(app, late.reference)}/still-interested"`);
  expect(await ordersIn(app)).toEqual([[inTime.reference, "awaiting_payment", 1001]]);
});

test("a declined, a withdrawn and a cancelled quote cannot be approved", async () => {
  const app = await buildTestApp();
  const [declined, withdrawn, cancelled] = [await addQuote(app), await addQuote(app), await addQuote(app)];
  await press(app, `${dealPage(app, declined.reference)}/decline`, { reason: declineReasons[0] ?? "" });
  const cookie = await app.signIn();
  const call = (name: string, body: object) => app.postJson(`/functions/v1/${name}`, body, { cookie });
  await call("quote-withdraw", { ref: withdrawn.reference, number: 1 });
  await approveOn(app, cancelled);
  await call("order", { ref: cancelled.reference, change: "cancel" });
  for (const [quote, heading] of [
    [declined, "You said no thanks"],
    [withdrawn, "This quote has been withdrawn"],
    [cancelled, "Cancelled"],
  ] as const) {
    const page = await approveOn(app, quote);
    expect([page.status, page.heading]).toEqual([409, heading]);
  }
  const late = await press(app, `${dealPage(app, cancelled.reference)}/take-back`, { confirm: "on" });
  expect([late.status, late.heading]).toEqual([409, "Cancelled"]);
  expect(await ordersIn(app)).toEqual([[cancelled.reference, "cancelled", 1001]]);
});

test("an approval from another site is refused with a page, and changes nothing", async () => {
  const app = await buildTestApp();
  const quote = await addQuote(app);
  const path = `${dealPage(app, quote.reference)}/approve`;
  const fields = { version: "1", hash: quote.hash, accept: "on" };
  const page = await press(app, path, fields, { origin: "https://evil.example" });
  expect([page.status, page.headers.get("content-type")]).toEqual([403, "text/html; charset=utf-8"]);
  expect(await ordersIn(app)).toEqual([]);
});
