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

/** One mail call for each case, with that field changed. */
async function sendChanged(app: TestApp, { submission, values }: Example, cases: readonly Case[]) {
  const answers = [];
  for (const [field, value] of cases) {
    const body = { form_type: submission.formType, ...values, [field]: value };
    const answer = await app.postJson("/send-mail.php", body);
    answers.push({ field, value, status: answer.status, body: await answer.json() });
  }
  return answers;
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

test.for([
  { example: quoteRequestExample, cases: refusedQuotes },
  { example: contactMessageExample, cases: refusedMessages },
  { example: vehicleExample, cases: refusedVehicles },
])(
  "$example.submission.name: every value that a field does not allow is refused, naming the field; nothing is mailed",
  async ({ example, cases }) => {
    const app = await buildTestApp();
    const answers = await sendChanged(app, example, cases);
    const body = { success: false, error: expect.any(String) };
    expect(answers).toMatchObject(
      cases.map(([field, value]) => ({ field, value, status: 400, body: { ...body, field } })),
    );
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

test.for([
  { example: quoteRequestExample, cases: acceptedQuotes },
  { example: contactMessageExample, cases: acceptedMessages },
  { example: vehicleExample, cases: acceptedVehicles },
])(
  "$example.submission.name: every value that a field just allows is accepted",
  async ({ example, cases }) => {
    const answers = await sendChanged(await buildTestApp(), example, cases);
    expect(answers).toMatchObject(
      cases.map(([field, value]) => ({ field, value, status: 200, body: { success: true } })),
    );
  },
);

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
