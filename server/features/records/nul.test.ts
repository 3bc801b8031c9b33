import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";

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
