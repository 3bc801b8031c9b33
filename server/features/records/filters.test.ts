import fc from "fast-check";
import { expect, test } from "vitest";

import { submissions } from "#domain/forms/submissions.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { addRecord, quoteRequestExample } from "#tests/submission-examples.ts";

import { recordColumnNames } from "./record-table.ts";

const impossible = [
  "number=eq.1.5",
  "number=gt.99999999999999999",
  "version=in.(1,2.5)",
  "year=eq.99999999999",
  "year=eq.2147483648",
  "year=lt.2015.0",
  "budget=eq.1e3",
  "created_at=gt.%2B012000-01-01T00:00:00Z",
  "created_at=lt.-000001-01-01T00:00:00Z",
  "created_at=gte.0000-06-01T00:00:00Z",
  "snoozed_until=in.(yesterday)",
  "consent=eq.perhaps",
  "is_open=is.unknown",
  "file_urls=eq.x",
  "file_urls=eq.[]",
  "file_urls=ilike.*a*",
  "notes=ilike.*a\\",
  "notes=ilike.a%00b",
  `notes=ilike.${"*a".repeat(600)}`,
  `or=(${"year.eq.2015,".repeat(400)}year.eq.1)`,
  `id=in.(${"a,".repeat(2000)}a)`,
  Array.from({ length: 40 }, () => "year=eq.2015").join("&"),
];

const possible = [
  "number=gt.9007199254740990",
  "year=lt.2147483647",
  "year=gt.-2147483647",
  "budget=gte.0.5",
  "created_at=lt.9999-12-31T23:59:59Z",
  "created_at=gt.0001-01-01T00:00:00Z",
  "file_urls=is.null",
  "notes=ilike.*50\\%*",
  "notes=ilike.*a\\\\",
];

test("a value that the column cannot hold is a bad request, never a server error", async () => {
  const app = await buildTestApp();
  await addRecord(app, quoteRequestExample);
  const headers = { cookie: await app.signIn() };
  const statusOf = async (query: string) => {
    const answer = await app.fetch(`/rest/v1/quote_requests?${query}`, { headers });
    return { query: query.slice(0, 80), status: answer.status, code: (await answer.json())["code"] };
  };
  for (const query of impossible) {
    expect(await statusOf(query)).toMatchObject({ query: query.slice(0, 80), status: 400, code: "PGRST100" });
  }
  for (const query of possible) {
    expect(await statusOf(query)).toMatchObject({ query: query.slice(0, 80), status: 200 });
  }
});

const odd = fc.constantFrom(
  "",
  "-",
  "0",
  "1.5",
  "1e9",
  "NaN",
  "null",
  "true",
  "x",
  "*",
  "\\",
  "(",
  "()",
  '"',
  "%",
  "[]",
);
const value = fc.oneof(odd, fc.string({ unit: "binary", maxLength: 12 }), fc.integer().map(String), dates());

function dates(): fc.Arbitrary<string> {
  return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
}

test("any comparison with any column returns a list or is refused", async () => {
  const app = await buildTestApp();
  await addRecord(app, quoteRequestExample);
  const headers = { cookie: await app.signIn() };
  const query = fc.constantFrom(...submissions).chain((submission) =>
    fc.record({
      table: fc.constant(submission.table),
      column: fc.constantFrom(...recordColumnNames(submission), "is_open", "is_to_answer"),
      operator: fc.constantFrom("eq", "neq", "lt", "gte", "ilike", "is", "in"),
      value,
    }),
  );
  await fc.assert(
    fc.asyncProperty(query, async ({ table, column, operator, value: given }) => {
      const text = operator === "in" ? `(${given})` : given;
      const search = new URLSearchParams({ [column]: `${operator}.${text}`, limit: "1" });
      const { status } = await app.fetch(`/rest/v1/${table}?${search}`, { headers });
      expect([200, 400]).toContain(status);
    }),
    { numRuns: 300 },
  );
});

test("a NUL, which PostgreSQL cannot hold, is never a server error", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const login = await app.postJson("/functions/v1/auth-login", { email: "\0", password: "wrong" });
  expect(login.status).toBeOneOf([400, 401]);
  for (const path of [
    "/rest/v1/quote_requests?email=eq.a%00b",
    "/rest/v1/quote_requests?full_name=ilike.*%00*",
    "/rest/v1/quote_requests?search=fts.a%00b",
    "/rest/v1/quote_requests?or=(email.eq.%00,phone.eq.1)",
    "/functions/v1/desk-record?reference=%00",
    "/functions/v1/audit?event=%00",
    "/thanks?ref=%00",
  ]) {
    expect({ path, status: (await app.fetch(path, { headers: { cookie } })).status }).toEqual({
      path,
      status: expect.toSatisfy((status: number) => status < 500),
    });
  }
});
