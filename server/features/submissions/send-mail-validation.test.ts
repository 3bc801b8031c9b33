import { inspect } from "node:util";

import { expect, test } from "vitest";

import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { newestModelYear } from "#domain/nz-time.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import {
  contactMessageExample,
  type Example,
  quoteRequestExample,
  vehicleExample,
} from "#tests/submission-examples.ts";

const tooLong = (length: number) => "ā".repeat(length + 1);

type Case = readonly [field: string, value: unknown];

/** Cases with their value shortened for the test's name. */
function named(example: Example, cases: readonly Case[]) {
  return cases.map(([field, value]) => ({
    ...example,
    field,
    value,
    shown: inspect(value).slice(0, 40),
  }));
}

/** The mail call with one field changed. */
async function sendChanged(
  app: TestApp,
  { submission, values, field, value }: Example & { field: string; value: unknown },
) {
  const body = { form_type: submission.formType, ...values, [field]: value };
  const answer = await app.postJson("/send-mail.php", body);
  return { status: answer.status, ...(await answer.json()) };
}

const nextYear = newestModelYear(new Date());

const refusedQuotes: Case[] = [
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
  ["year", nextYear + 1],
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
  ["notes", "bell\u0007here"],
  ["status", "completed"],
  ["id", "1"],
  ["consent", true],
];

const refusedMessages: Case[] = [
  ["full_name", undefined],
  ["email", "a@b.nz, c@d.nz"],
  ["phone", tooLong(40)],
  ["subject", ""],
  ["subject", tooLong(200)],
  ["subject", "Hi\r\nBcc: x@y.nz"],
  ["message", "  "],
  ["message", tooLong(5000)],
  ["updated_at", "2026-01-01"],
  ["file_urls", []],
];

const refusedVehicles: Case[] = [
  ["phone", ""],
  ["vehicle_type", "Car"],
  ["vehicle_type", undefined],
  ["year", 1899],
  ["year", nextYear + 1],
  ["year", "2011"],
  ["condition", ""],
  ["condition", "Not running"],
  ["description", tooLong(5000)],
  ["price_expectation", -1],
  ["price_expectation", 0.001],
  ["price_expectation", 10_000_000.01],
  ["location", tooLong(500)],
  ["location", undefined],
];

const refused = [
  ...named(quoteRequestExample, refusedQuotes),
  ...named(contactMessageExample, refusedMessages),
  ...named(vehicleExample, refusedVehicles),
];

test.for(refused)(
  "$submission.name: $field = $shown is refused, naming the field; nothing is mailed",
  async (changed) => {
    const app = await buildTestApp();
    const { status, success, error, field } = await sendChanged(app, changed);
    expect({ status, success, field }).toEqual({ status: 400, success: false, field: changed.field });
    expect(error).toBeTypeOf("string");
    expect(await app.mails()).toEqual([]);
    expect(await app.rows("attempts")).toEqual([]);
  },
);

const acceptedQuotes: Case[] = [
  ["full_name", "Te Rangihīroa O’Brien-Ngāti"],
  ["full_name", "a".repeat(120)],
  ["full_name", "🏍".repeat(120)],
  ["email", "first.last+tag@sub.example.co.nz"],
  ["year", 1980],
  ["year", nextYear],
  ["budget", 0],
  ["budget", 10_000_000],
  ["budget", 0.07],
  ["vin", undefined],
  ["vin", ""],
  ["notes", null],
  ["notes", "line\r\nbreaks\n\nare fine"],
];

const acceptedMessages: Case[] = [
  ["phone", undefined],
  ["subject", "Ā".repeat(200)],
  ["message", "x".repeat(5000)],
];

const acceptedVehicles: Case[] = [
  ["year", 1900],
  ["year", nextYear],
  ["description", undefined],
  ["price_expectation", undefined],
  ["price_expectation", 0],
  ["price_expectation", 10_000_000],
  ...Object.keys(vehicleSubmission.fields.condition.options).map((condition): Case => [
    "condition",
    condition,
  ]),
];

const accepted = [
  ...named(quoteRequestExample, acceptedQuotes),
  ...named(contactMessageExample, acceptedMessages),
  ...named(vehicleExample, acceptedVehicles),
];

test.for(accepted)("$submission.name: $field = $shown is accepted", async (changed) => {
  const app = await buildTestApp();
  expect(await sendChanged(app, changed)).toMatchObject({ status: 200, success: true });
});

test.for([
  ["no JSON type", { headers: { "content-type": "text/plain" }, body: "{}" }, 415],
  ["broken JSON", { headers: { "content-type": "application/json" }, body: "{" }, 400],
  ["a list", { headers: { "content-type": "application/json" }, body: "[]" }, 400],
  ["nothing", { headers: { "content-type": "application/json" }, body: "" }, 400],
  ["__proto__", { headers: { "content-type": "application/json" }, body: '{"__proto__":{"a":1}}' }, 400],
  [
    "64 KiB and more",
    { headers: { "content-type": "application/json" }, body: `"${"x".repeat(66_000)}"` },
    413,
  ],
  ["an unknown form", { headers: { "content-type": "application/json" }, body: '{"form_type":"X"}' }, 400],
] as const)("%s is refused as JSON with a message", async ([, init, status]) => {
  const app = await buildTestApp();
  const answer = await app.fetch("/send-mail.php", { method: "POST", ...init });
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ success: false, error: expect.any(String) });
});
