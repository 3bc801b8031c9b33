import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { paymentCode } from "#domain/deals/typed-numbers.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder, addQuote, monday } from "#tests/deal-examples.ts";
import { dealPage, press, visit } from "#tests/deal-visit.ts";
import { deskOf } from "#tests/desk-calls.ts";
import { deskCall } from "#tests/staff.ts";
import { addRecord, quoteRequestExample } from "#tests/submission-examples.ts";

const hourMs = 60 * 60_000;

test("the reference with the end of the phone number or the e-mail address shows stage and promised time, and nothing else", async () => {
  const app = await buildTestApp({ startAt: monday });
  const order = await addOrder(app);
  for (const check of ["0100", "aroha@example.co.nz", " AROHA@example.co.nz "]) {
    const page = await press(app, "/status", { ref: ` ${order.ref_number.toLowerCase()}`, check });
    expect([check, page.status, page.heading]).toEqual([check, 200, "Approved: now the payment"]);
    expect(page.text).toContain("by the end of Thursday 6 August");
    const others = page.text.replaceAll(order.ref_number, ""); // It is random, and may hold any digits.
    expect(others).not.toMatch(/Aroha|Ngata|Ōtaika|555|Front diff|Honda|\$|QK010/);
    expect(page.text).toContain("is at the link that we e-mailed or texted you. Without it, ring us.");
    expect(page.html).not.toContain("/my/");
    expect(page.headers.get("cache-control")).toBe("no-store");
  }
});

const statusOf = (app: TestApp, ref: string) => press(app, "/status", { ref, check: "0100" });

test("a request that was merged says that it is dealt with together with another one, and nothing of that one", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: original } = await addOrder(app);
  const again = await addRecord(app, quoteRequestExample, { notes: "Any news?" });
  await (await deskOf(app)).change(again, { status: "cancelled", duplicate_of: original });
  const page = await statusOf(app, again);
  expect(page.heading).toBe("Cancelled");
  expect(page.text).toContain("It repeats another request: we deal with both together.");
  expect(page.text).not.toContain(original);
});

test("a request whose quote was withdrawn to merge it does not say that we cannot sell the part", async () => {
  const app = await buildTestApp({ startAt: monday });
  const [original, again] = [await addQuote(app), await addQuote(app)];
  const cookie = await app.signIn();
  await deskCall(app, cookie, "POST quote-withdraw", { ref: again.reference, number: 1 });
  expect((await statusOf(app, again.reference)).text).toContain("We cannot sell it as quoted any more.");
  const merged = { status: "cancelled", duplicate_of: original.reference };
  await (await deskOf(app)).change(again.reference, merged);
  const { heading, text } = await statusOf(app, again.reference);
  expect(heading).toBe("This quote has been withdrawn");
  expect(text).toContain("It repeats another request");
  expect(text).not.toContain("cannot sell");
});

test("a request that was answered without a quote promises no time; one that is late says so, until it is closed", async () => {
  const app = await buildTestApp({ startAt: monday });
  const [answered, late] = [
    await addRecord(app, quoteRequestExample),
    await addRecord(app, quoteRequestExample, { notes: "2" }),
  ];
  const desk = await deskOf(app);
  await desk.call(answered, "Rang him: which axle?", randomUUID());
  const promise = "You get our price by 5:00 pm on Monday 3 August.";
  expect((await statusOf(app, answered)).text).toContain("We have been in touch with you about it.");
  expect((await statusOf(app, late)).text).toContain(promise);
  app.advance(24 * hourMs);
  const page = await statusOf(app, late);
  expect(page.heading).toBe("We are pricing it");
  expect(page.text).toContain("Our price was due by 5:00 pm on Monday 3 August.");
  expect(page.text).not.toContain(promise);
  await (await deskOf(app)).change(late, { status: "completed" });
  expect((await statusOf(app, late)).heading).toBe("Cancelled");
});

test("a question that waits for longer than we promised says so", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { reference } = await addQuote(app);
  await press(app, `${dealPage(app, reference)}/ask`, { words: "Does it fit a 2016?" });
  expect((await statusOf(app, reference)).text).toContain(
    "We answer by e-mail by 5:00 pm on Monday 3 August.",
  );
  app.advance(24 * hourMs);
  expect((await statusOf(app, reference)).text).toContain(
    "Our answer was due by 5:00 pm on Monday 3 August. Sorry that it is late: ring us if you cannot wait. The quote stays good",
  );
});

test("every miss gets the same response", async () => {
  const app = await buildTestApp();
  const { reference } = await addQuote(app);
  const misses = [
    { ref: reference, check: "0199" },
    { ref: reference, check: "hemi@example.co.nz" },
    { ref: reference, check: "100" },
    { ref: "QK-222222-2222", check: "0100" },
    { ref: "nonsense <b>", check: "0100" },
    { ref: "QK-XXXXXX-XXXX", check: "0100" },
  ];
  const pages = [];
  for (const miss of misses) pages.push(await press(app, "/status", miss));
  expect(new Set(pages.map(({ status, html }) => `${status} ${html}`)).size).toBe(1);
  expect(pages[0]?.status).toBe(404);
});

test("an empty field is named, and what was typed stays", async () => {
  const app = await buildTestApp();
  const page = await press(app, "/status", { ref: 'QK-"2"', check: "" });
  expect(page.status).toBe(400);
  expect(page.html).toContain('value="QK-&quot;2&quot;"');
});

test.for([
  ["+64 (0)21 555 0107", "0107"],
  ["021 555 0199 after 5 pm", "0199"],
  ["09 430 1234 ext 5", "1234"],
  ["021 555 0177 or 09 430 1234", "0177"],
  ["021 555 0177 or 09 430 1234", "1234"],
  ["021–555–0100 (home)", "0100"],
  ["021 555 0100", "021 555 0100."],
] as const)("the last four digits of %j are %j", async ([phone, check]) => {
  const app = await buildTestApp();
  const ref = await addRecord(app, quoteRequestExample, { phone });
  expect((await press(app, "/status", { ref, check })).status).toBe(200);
  expect((await press(app, "/status", { ref, check: "5555" })).status).toBe(404);
});

test("the reference is read as people type it, and so are the payment code and the invoice number", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref } = await addOrder(app);
  const bare = ref.replaceAll("-", "");
  const code = paymentCode(1001);
  const typed = [bare, bare.slice(2), ref.slice(3).toLowerCase(), ref.replaceAll("-", " – "), `${ref}.`];
  const numbers = [
    code,
    code.toLowerCase().replace("qk", "qk "),
    code.slice(2),
    "1001",
    "INV-1001",
    "inv 1001.",
  ];
  for (const each of [...typed, ...numbers]) {
    const page = await press(app, "/status", { ref: each, check: "0100" });
    expect([each, page.status, page.heading]).toEqual([each, 200, "Approved: now the payment"]);
  }
  for (const each of [code, "1001", "1002"])
    expect((await press(app, "/status", { ref: each, check: "0199" })).status).toBe(404);
});

test("ten misses an hour from one address; right answers count as none", async () => {
  const app = await buildTestApp();
  const { reference } = await addQuote(app);
  const right = { ref: reference, check: "0100" };
  for (let count = 1; count <= 10; count += 1) {
    expect((await press(app, "/status", right)).status).toBe(200);
    expect((await press(app, "/status", { ...right, check: String(count) })).status).toBe(404);
  }
  const refused = await press(app, "/status", right);
  expect([refused.status, refused.heading]).toEqual([429, "Too many tries"]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  app.advance(hourMs);
  expect((await press(app, "/status", right)).status).toBe(200);
});

test("sixty misses an hour for one reference, from whatever addresses and by whatever number", async () => {
  const app = await buildTestApp({ environment: { TRUST_PROXY: "127.0.0.1" } });
  const { ref_number: reference } = await addOrder(app);
  const from = (index: number, check = "0199", ref = index % 2 === 0 ? reference : "INV 1001") =>
    press(app, "/status", { ref, check }, { "x-forwarded-for": `192.0.2.${index}` });
  for (let index = 1; index <= 60; index += 1) expect((await from(index)).status).toBe(404);
  expect((await from(61, "0100")).status).toBe(429);
  expect((await from(62, "0100")).status).toBe(429);
});

test("a reference with a typing error is missed, however many visitors have made one", async () => {
  const app = await buildTestApp({ environment: { TRUST_PROXY: "127.0.0.1" } });
  const from = (index: number) =>
    press(app, "/status", { ref: "QK-O", check: "0100" }, { "x-forwarded-for": `192.0.2.${index}` });
  for (let index = 1; index <= 61; index += 1) expect((await from(index)).status).toBe(404);
});

test("the form says what it needs, and is in the footer's reach without scripts", async () => {
  const app = await buildTestApp();
  const page = await visit(app, "/status");
  expect([page.status, page.heading]).toEqual([200, "Where is my request?"]);
  expect(page.html).toContain('<form class="block quote prose" method="post" action="/status">');
  expect(page.headers.get("content-security-policy")).not.toContain("script-src");
});
