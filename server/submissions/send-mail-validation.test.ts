import { inspect } from "node:util";

import { expect, test } from "vitest";

import { newestModelYear } from "#domain/nz-time.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { quoteExample, sendMail } from "#tests/quote-example.ts";

const tooLong = (length: number) => "ā".repeat(length + 1);

/** Cases with their value shortened for the test's name. */
function named(cases: readonly (readonly [field: string, value: unknown])[]) {
  return cases.map(([field, value]) => ({
    field,
    value,
    shown: inspect(value).slice(0, 40),
  }));
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

test.for(refused)(
  "$field = $shown is refused, naming the field; nothing is mailed",
  async ({ field, value }) => {
    const app = await buildTestApp();
    const {
      status,
      success,
      error,
      field: namedField,
    } = await sendMail(app, { ...quoteExample, [field]: value });
    expect({ status, success, namedField }).toEqual({ status: 400, success: false, namedField: field });
    expect(error).toBeTypeOf("string");
    expect(await app.mails()).toEqual([]);
    expect(await app.rows("attempts")).toEqual([]);
  },
);

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
  expect(await sendMail(app, { ...quoteExample, [field]: value })).toMatchObject({
    status: 200,
    success: true,
  });
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
