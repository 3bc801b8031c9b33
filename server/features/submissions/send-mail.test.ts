import { setTimeout as delay } from "node:timers/promises";

import { expect, test, vi } from "vitest";

import { keptKeyHeader } from "#domain/endpoints.ts";
import { displayValue } from "#domain/field.ts";
import { messages } from "#domain/messages.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import { fieldEntries } from "#domain/submission.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { quoteExample, sendMail } from "#tests/quote-example.ts";
import {
  examples,
  mailedReference,
  quoteRequestExample,
  vehicleExample,
} from "#tests/submission-examples.ts";

test("a quote request is mailed to staff, answered with a reference, and receipted to the visitor", async () => {
  const app = await buildTestApp();
  const { status, success, ref_number: reference } = await sendMail(app);
  expect({ status, success }).toEqual({ status: 200, success: true });
  expect(isReferenceNumber(reference)).toBe(true);
  await app.app.services.mailStep.settled();
  const [staff, receipt] = await app.mails();
  expect(staff?.subject).toBe(`Quote request ${reference}: 2015 Honda TRX420FM Front diff`);
  expect(staff?.replyTo).toMatchObject([{ address: quoteExample.email }]);
  expect(staff?.to).toMatchObject([{ address: "sales@quadkea.example" }]);
  expect(receipt?.to).toMatchObject([{ address: quoteExample.email }]);
  expect(receipt?.headers).toContainEqual(
    expect.objectContaining({ key: "auto-submitted", value: "auto-replied" }),
  );
});

test.for(examples)(
  "the staff mail of a $submission.name has every field and the way to the record, in text and in HTML",
  async (example) => {
    const app = await buildTestApp();
    const reference = await mailedReference(app, example);
    const [staff] = await app.mails();
    const { submission, values } = example;
    const shown = fieldEntries(submission).map(([name, field]) => displayValue(field, values[name] ?? ""));
    const lines = shown.flatMap((value) => value.split("\n"));
    const mailto = `mailto:${values["email"]}`;
    expect(staff?.html).toContain(mailto);
    for (const text of [...lines, `https://quadkea.example/admin?record=${reference}`]) {
      expect(staff?.text).toContain(text);
      expect(staff?.html).toContain(text);
    }
    expect(staff?.subject).toContain(`${submission.title} ${reference}: `);
  },
);

test("what a visitor writes is text in the mail, not markup", async () => {
  const app = await buildTestApp();
  await sendMail(app, { ...quoteExample, notes: "<script>&" });
  const [staff] = await app.mails();
  expect(staff?.text).toContain("<script>&");
  expect(staff?.html).toContain("&lt;script&gt;&amp;");
});

test.for(examples)("the receipt of a $submission.name says what happens next", async (example) => {
  const app = await buildTestApp();
  const reference = await mailedReference(app, example);
  await app.app.services.mailStep.settled();
  const [, receipt] = await app.mails();
  const { promise, followUp = "" } = example.submission;
  for (const words of [reference, promise, followUp]) expect(receipt?.text).toContain(words);
});

test.for([
  [quoteRequestExample, "You asked for: 2015 Honda TRX420FM, front diff"],
  [vehicleExample, "You offered us: 2011 Suzuki DR200SE Trojan, Not running"],
] as const)("the receipt says in our own words what was asked for", async ([example, line]) => {
  const app = await buildTestApp();
  await mailedReference(app, example);
  await app.app.services.mailStep.settled();
  const [, receipt] = await app.mails();
  expect(receipt?.text).toContain(line);
});

test.for(examples)(
  "the receipt of a $submission.name holds nothing that the visitor wrote",
  async (example) => {
    const app = await buildTestApp();
    const { submission, values } = example;
    const isFree = (name: string) => ["text", "long-text"].includes(submission.fields[name]?.kind ?? "");
    const texts = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        isFree(name) ? `${value} Canary //c.ex <b>` : value,
      ]),
    );
    await mailedReference(app, { ...example, values: texts });
    await app.app.services.mailStep.settled();
    const [, receipt] = await app.mails();
    expect(receipt?.text).toContain("has reached us");
    expect(`${receipt?.subject}${receipt?.text}${receipt?.html}`).not.toMatch(/canary/i);
  },
);

test("20 equal submissions at once give one mail and one reference", async () => {
  const app = await buildTestApp();
  const answers = await Promise.all(Array.from({ length: 20 }, () => sendMail(app)));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => answer.ref_number)).size).toBe(1);
  await app.app.services.mailStep.settled();
  expect(await app.mails()).toHaveLength(2);
});

test("without a key, the same fields get the same reference for ten minutes, then a fresh one", async () => {
  const app = await buildTestApp();
  const first = await sendMail(app);
  app.advance(9 * 60_000);
  expect((await sendMail(app, { ...quoteExample, full_name: " Aroha Ngata " })).ref_number).toBe(
    first.ref_number,
  );
  app.advance(2 * 60_000);
  const later = await sendMail(app);
  expect(later.status).toBe(200);
  expect(later.ref_number).not.toBe(first.ref_number);
});

test("an Idempotency-Key keeps its reference for a day and refuses other fields", async () => {
  const app = await buildTestApp();
  const key = { "idempotency-key": "one-filled-form" };
  const first = await sendMail(app, quoteExample, key);
  app.advance(23 * 60 * 60_000);
  expect((await sendMail(app, quoteExample, key)).ref_number).toBe(first.ref_number);
  const other = await sendMail(app, { ...quoteExample, make: "Yamaha" }, key);
  expect(other).toMatchObject({ status: 409, success: false });
  expect(await sendMail(app, quoteExample, { "idempotency-key": "k".repeat(256) })).toMatchObject({
    status: 400,
  });
});

test("a submission that waited on a phone keeps its reference for a week after a response that was lost", async () => {
  const app = await buildTestApp();
  const key = { "idempotency-key": "one-filled-form" };
  const first = await sendMail(app, quoteExample, key);
  app.advance(7 * 24 * 60 * 60_000);
  const waited = await sendMail(app, quoteExample, { ...key, [keptKeyHeader]: "1" });
  expect(waited.ref_number).toBe(first.ref_number);
  await app.app.services.mailStep.settled();
  expect((await app.mails()).filter(({ subject }) => subject?.startsWith("Quote request"))).toHaveLength(1);
  expect((await sendMail(app, quoteExample, key)).ref_number).not.toBe(first.ref_number);
});

test("a submission that begins too late for its visitor's answer is refused without a mail", async () => {
  const app = await buildTestApp();
  await sendMail(app);
  await app.app.services.mailStep.settled();
  const before = (await app.mails()).length;
  const { database } = app.app.services;
  const set = (state: "sending" | "refused") =>
    database.write((tx) => tx.updateTable("attempts").set({ state, sealed: null }).execute());
  await set("sending"); // As by another instance, for which this one waits.
  const pending = sendMail(app);
  await delay(500);
  const measured = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => measured() + 18_000);
  await set("refused");
  expect(await pending).toMatchObject({ status: 502, error: messages.mailFailed });
  expect(await app.mails()).toHaveLength(before);
  expect(await app.rows("attempts")).toMatchObject([{ state: "refused" }]);
});

test("a visitor above the limit reads a message with the phone number and when to come back", async () => {
  const app = await buildTestApp({ environment: { LIMIT_SUBMISSIONS_PER_ADDRESS: "2" } });
  const send = (part: string) => sendMail(app, { ...quoteExample, part_needed: part });
  expect([(await send("one")).status, (await send("two")).status]).toEqual([200, 200]);
  const third = await send("three");
  expect(third).toMatchObject({ status: 429, success: false, error: expect.stringContaining("phone us") });
  expect(Number(third.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await send("one")).status).toBe(200);
  app.advance(10 * 60_000 + 1);
  expect((await send("three")).status).toBe(200);
});

test("all visitors together cannot send more staff mails in an hour than allowed", async () => {
  const app = await buildTestApp({ environment: { LIMIT_MAILS_PER_HOUR: "1", TRUST_PROXY: "loopback" } });
  const from = (address: string) => ({ "x-forwarded-for": address });
  expect((await sendMail(app, quoteExample, from("198.51.100.1"))).status).toBe(200);
  const other = { ...quoteExample, make: "Suzuki" };
  expect((await sendMail(app, other, from("198.51.100.2"))).status).toBe(429);
});

test("one address gets at most three receipts a day", async () => {
  const app = await buildTestApp();
  for (const part of ["a", "b", "c", "d"]) await sendMail(app, { ...quoteExample, part_needed: part });
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
  expect((await sendMail(app, quoteExample, headers)).status).toBe(403);
  expect(await app.mails()).toEqual([]);
});

test("ledgers and logs hold no name, address or text of the visitor", async () => {
  const app = await buildTestApp({ environment: { TRUST_PROXY: "loopback" } });
  await sendMail(app, quoteExample, { "x-forwarded-for": "198.51.100.7" });
  await app.app.services.mailStep.settled();
  const kept = JSON.stringify([await app.rows("attempts"), await app.rows("limits"), app.logLines]);
  for (const personal of ["Aroha", "aroha@", "021 555", "Ōtaika", "198.51."])
    expect(kept).not.toContain(personal);
});

test("the outbox folder cannot be written: the visitor reads why, and pressing again keeps the reference", async () => {
  const app = await buildTestApp({ environment: { MAIL_URL: "file:/dev/null/mail" } });
  expect(await sendMail(app)).toMatchObject({ status: 502, success: false, error: messages.mailFailed });
  const [attempt] = await app.rows("attempts");
  expect(attempt).toMatchObject({ state: "refused", sealed: null });
  await sendMail(app);
  const attempts = await app.rows("attempts");
  expect(attempts.map((row) => row["ref_number"])).toEqual([attempt?.["ref_number"]]);
});
