import { expect, test } from "vitest";

import { messages } from "#domain/messages.ts";
import { newestModelYear } from "#domain/nz-time.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { mailBody, quoteExample } from "#tests/quote-example.ts";

const path = "/send-mail.php";

async function submit(app: TestApp, body: object = mailBody(), headers: Record<string, string> = {}) {
  const answer = await app.postJson(path, body, headers);
  return { status: answer.status, answer, ...(await answer.json()) };
}

test("a quote request is mailed to staff, answered with a reference, and receipted to the visitor", async () => {
  const app = await buildTestApp();
  const { status, success, ref_number: reference } = await submit(app);
  expect({ status, success }).toEqual({ status: 200, success: true });
  expect(isReferenceNumber(reference)).toBe(true);
  await app.app.services.mailStep.settled();
  const [staff, receipt] = await app.mails();
  expect(staff?.subject).toBe(`Quote request ${reference}: 2015 Honda TRX420FM Front diff`);
  expect(staff?.replyTo).toMatchObject([{ address: quoteExample.email }]);
  expect(staff?.to).toMatchObject([{ address: "sales@quadkea.example" }]);
  expect(receipt?.to).toMatchObject([{ address: quoteExample.email }]);
  expect(receipt?.headers).toContainEqual(expect.objectContaining({ key: "auto-submitted", value: "auto-replied" }));
});

test("the staff mail has every field and the way to the record, in text and in HTML", async () => {
  const app = await buildTestApp();
  const { ref_number: reference } = await submit(app, mailBody({ ...quoteExample, notes: "<script>&" }));
  const [staff] = await app.mails();
  const shown = ["Aroha Ngata", "021 555 0100", "TE35-4100123", "Grade B (Light wear)", "$350.50 NZD", "Whangārei 0174"];
  for (const text of [...shown, `https://quadkea.example/admin?record=${reference}`]) {
    expect(staff?.text).toContain(text);
    expect(staff?.html).toContain(text);
  }
  expect(staff?.text).toContain("<script>&");
  expect(staff?.html).toContain("&lt;script&gt;&amp;");
});

test("the receipt holds nothing that the visitor wrote", async () => {
  const app = await buildTestApp();
  await submit(app, mailBody({ ...quoteExample, full_name: "Canary", notes: "Canary", part_needed: "Canary" }));
  await app.app.services.mailStep.settled();
  const [, receipt] = await app.mails();
  expect(`${receipt?.subject}${receipt?.text}${receipt?.html}`).not.toContain("Canary");
});

const tooLong = (length: number) => "ā".repeat(length + 1);

/** Cases with their value shortened for the test's name. */
function named(cases: readonly (readonly [field: string, value: unknown])[]) {
  return cases.map(([field, value]) => ({ field, value, shown: String(JSON.stringify(value)).slice(0, 40) }));
}

const refused = named([
  ["full_name", ""],
  ["full_name", "   "],
  ["full_name", 7],
  ["full_name", null],
  ["full_name", tooLong(120)],
  ["full_name", "Aroha\nBcc: x@example.com"],
  ["full_name", "Aroha\u0000"],
  ["full_name", "Aroha\u0085"],
  ["full_name", "\ud800"],
  ["phone", tooLong(40)],
  ["email", "aroha"],
  ["email", "a@b.nz, c@d.nz"],
  ["email", "group: a@b.nz;"],
  ["email", '"a b"@c.nz'],
  ["email", "Aroha <a@b.nz>"],
  ["email", "a@b.nz\r\nBcc: x@y.nz"],
  ["email", "a..b@c.nz"],
  ["email", `${"a".repeat(250)}@b.nz`],
  ["email", ["a@b.nz"]],
  ["make", tooLong(120)],
  ["year", "2015"],
  ["year", 1979],
  ["year", newestModelYear(new Date()) + 1],
  ["year", 2015.5],
  ["vin", tooLong(40)],
  ["part_needed", ""],
  ["condition_preference", "D"],
  ["budget", -1],
  ["budget", 10.005],
  ["budget", 10_000_001],
  ["budget", "10"],
  ["delivery_address", tooLong(500)],
  ["notes", tooLong(5000)],
  ["notes", "tab\there"],
  ["status", "completed"],
  ["id", "1"],
  ["consent", true],
]);

test.for(refused)("$field = $shown is refused, naming the field; nothing is mailed", async ({ field, value }) => {
  const app = await buildTestApp();
  const { status, success, error, field: named } = await submit(app, mailBody({ ...quoteExample, [field]: value }));
  expect({ status, success, named }).toEqual({ status: 400, success: false, named: field });
  expect(error).toBeTypeOf("string");
  expect(await app.mails()).toEqual([]);
  expect(await app.rows("attempts")).toEqual([]);
});

const accepted = named([
  ["full_name", "Te Rangihīroa O’Brien-Ngāti"],
  ["full_name", "a".repeat(120)],
  ["full_name", "🏍".repeat(120)],
  ["email", "first.last+tag@sub.example.co.nz"],
  ["year", 1980],
  ["year", newestModelYear(new Date())],
  ["budget", 0],
  ["budget", 10_000_000],
  ["budget", 0.07],
  ["vin", undefined],
  ["vin", ""],
  ["notes", null],
  ["notes", "line\r\nbreaks\n\nare fine"],
]);

test.for(accepted)("$field = $shown is accepted", async ({ field, value }) => {
  const app = await buildTestApp();
  expect(await submit(app, mailBody({ ...quoteExample, [field]: value }))).toMatchObject({ status: 200, success: true });
});

test.for([
  ["no JSON type", { headers: { "content-type": "text/plain" }, body: "{}" }, 415],
  ["broken JSON", { headers: { "content-type": "application/json" }, body: "{" }, 400],
  ["a list", { headers: { "content-type": "application/json" }, body: "[]" }, 400],
  ["nothing", { headers: { "content-type": "application/json" }, body: "" }, 400],
  ["__proto__", { headers: { "content-type": "application/json" }, body: '{"__proto__":{"a":1}}' }, 400],
  ["64 KiB and more", { headers: { "content-type": "application/json" }, body: `"${"x".repeat(66_000)}"` }, 413],
  ["an unknown form", { headers: { "content-type": "application/json" }, body: '{"form_type":"X"}' }, 400],
] as const)("%s is refused as JSON with a message", async ([, init, status]) => {
  const app = await buildTestApp();
  const answer = await app.fetch(path, { method: "POST", ...init });
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ success: false, error: expect.any(String) });
});

test("20 equal submissions at once give one mail and one reference", async () => {
  const app = await buildTestApp();
  const answers = await Promise.all(Array.from({ length: 20 }, () => submit(app)));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => answer.ref_number)).size).toBe(1);
  await app.app.services.mailStep.settled();
  expect(await app.mails()).toHaveLength(2);
});

test("without a key, the same fields get the same reference for ten minutes, then a fresh one", async () => {
  const app = await buildTestApp();
  const first = await submit(app);
  app.advance(9 * 60_000);
  expect((await submit(app, mailBody({ ...quoteExample, full_name: " Aroha Ngata " }))).ref_number).toBe(first.ref_number);
  app.advance(2 * 60_000);
  const later = await submit(app);
  expect(later.status).toBe(200);
  expect(later.ref_number).not.toBe(first.ref_number);
});

test("an Idempotency-Key keeps its reference for a day and refuses other fields", async () => {
  const app = await buildTestApp();
  const key = { "idempotency-key": "one-filled-form" };
  const first = await submit(app, mailBody(), key);
  app.advance(23 * 60 * 60_000);
  expect((await submit(app, mailBody(), key)).ref_number).toBe(first.ref_number);
  const other = await submit(app, mailBody({ ...quoteExample, make: "Yamaha" }), key);
  expect(other).toMatchObject({ status: 409, success: false });
  expect(await submit(app, mailBody(), { "idempotency-key": "k".repeat(256) })).toMatchObject({ status: 400 });
});

test("a visitor above the limit reads a message with the phone number and when to come back", async () => {
  const app = await buildTestApp({ environment: { LIMIT_SUBMISSIONS_PER_ADDRESS: "2" } });
  const send = (part: string) => submit(app, mailBody({ ...quoteExample, part_needed: part }));
  expect([(await send("one")).status, (await send("two")).status]).toEqual([200, 200]);
  const third = await send("three");
  expect(third).toMatchObject({ status: 429, success: false, error: expect.stringContaining("phone us") });
  expect(Number(third.answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await send("one")).status).toBe(200);
  app.advance(10 * 60_000 + 1);
  expect((await send("three")).status).toBe(200);
});

test("all visitors together cannot send more staff mails in an hour than allowed", async () => {
  const app = await buildTestApp({ environment: { LIMIT_MAILS_PER_HOUR: "1", TRUST_PROXY: "loopback" } });
  const from = (address: string) => ({ "x-forwarded-for": address });
  expect((await submit(app, mailBody(), from("198.51.100.1"))).status).toBe(200);
  const other = mailBody({ ...quoteExample, make: "Suzuki" });
  expect((await submit(app, other, from("198.51.100.2"))).status).toBe(429);
});

test("one address gets at most three receipts a day", async () => {
  const app = await buildTestApp();
  for (const part of ["a", "b", "c", "d"]) await submit(app, mailBody({ ...quoteExample, part_needed: part }));
  await app.app.services.mailStep.settled();
  const mails = await app.mails();
  const receipts = mails.filter((mail) => mail.to?.[0]?.address === quoteExample.email);
  expect({ all: mails.length, receipts: receipts.length }).toEqual({ all: 7, receipts: 3 });
});

test.for([
  ["another site's page", { "sec-fetch-site": "cross-site" }],
  ["a sibling host", { "sec-fetch-site": "same-site" }],
  ["another origin", { origin: "https://evil.example" }],
  ["an opaque origin", { origin: "null" }],
] as const)("a submission sent by %s is refused", async ([, headers]) => {
  const app = await buildTestApp();
  expect((await app.postJson(path, mailBody(), headers)).status).toBe(403);
  expect(await app.mails()).toEqual([]);
});

test("ledgers and logs hold no name, address or text of the visitor", async () => {
  const app = await buildTestApp({ environment: { TRUST_PROXY: "loopback" } });
  await submit(app, mailBody(), { "x-forwarded-for": "198.51.100.7" });
  await app.app.services.mailStep.settled();
  const kept = JSON.stringify([await app.rows("attempts"), await app.rows("limits"), app.logLines]);
  for (const personal of ["Aroha", "aroha@", "021 555", "Ōtaika", "198.51."]) expect(kept).not.toContain(personal);
});

test("the outbox folder cannot be written: the visitor reads why, and pressing again keeps the reference", async () => {
  const app = await buildTestApp({ environment: { MAIL_URL: "file:/dev/null/mail" } });
  expect(await submit(app)).toMatchObject({ status: 502, success: false, error: messages.mailFailed });
  const [attempt] = await app.rows("attempts");
  expect(attempt).toMatchObject({ state: "refused", sealed: null });
  await submit(app);
  const attempts = await app.rows("attempts");
  expect(attempts.map((row) => row["ref_number"])).toEqual([attempt?.["ref_number"]]);
});
