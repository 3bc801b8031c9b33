import { expect, test } from "vitest";

import { firm } from "#domain/firm.ts";
import { asOperator, buildTestApp, type TestApp, testAdmin } from "#tests/build-test-app.ts";
import {
  behindProxy,
  press,
  range,
  send,
  sendMany,
  staffMails,
  tenMails,
  visitor,
} from "#tests/many-visitors.ts";
import { storeBody } from "#tests/quote-example.ts";

test("thirty visitors behind one address within ten minutes are all accepted, without a proof of work", async () => {
  const app = await buildTestApp({ environment: behindProxy });
  const answers = await sendMany(app, range(1, 30), { "x-forwarded-for": "203.0.113.9" });
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ ref_number: reference }) => reference)).size).toBe(30);
});

test("the same submission sent again counts once, even if its mail failed", async () => {
  const app = await buildTestApp({ environment: { ...behindProxy, MAIL_URL: "file:/dev/null/mail" } });
  await Promise.all([send(app, 1), send(app, 1)]);
  for (const _ of range(1, 9)) expect((await send(app, 1)).status).toBe(502);
  const limits = await app.rows("limits");
  const counts = limits.map((row) => Number(row["count"])).toSorted((one, other) => one - other);
  expect(counts).toEqual([1, 1, 9]);
  // ... but not for ever: each try costs a conversation with the mail server.
  await send(app, 1);
  expect((await send(app, 1)).status).toBe(429);
});

test("a store call needs no budget", async () => {
  const app = await buildTestApp({ environment: { ...tenMails, LIMIT_MAILS_PER_HOUR: "1" } });
  const { ref_number: reference } = await send(app, 1);
  expect((await send(app, 2)).status).toBe(429);
  const stored = await app.store("quote_requests", storeBody(String(reference), visitor(1).fields));
  expect(stored.status).toBe(201);
});

test("a call without the demanded proof reads the message with the phone number, and when to come back", async () => {
  const app = await buildTestApp({ environment: tenMails });
  await press(app);
  const refused = await send(app, 1);
  expect(refused).toMatchObject({
    status: 429,
    success: false,
    error: expect.stringMatching(new RegExp(`in a few minutes.*${firm.phone}`)),
    challenge: { parameters: { algorithm: "PBKDF2/SHA-256" } },
  });
  const tenthOfAnHour = 360;
  expect(Number(refused.headers.get("retry-after"))).toBe(tenthOfAnHour);
  app.advance(tenthOfAnHour * 1000);
  expect((await send(app, 1)).status).toBe(200);
});

/** The form of that visitor as a browser without scripts sends it. */
function postForm(app: TestApp, number: number) {
  const { fields, headers } = visitor(number);
  const typed = Object.entries({ ...fields, consent: "true" }).map(([name, value]) => [name, String(value)]);
  return app.fetch("/forms/quote", { method: "POST", body: new URLSearchParams(typed), headers });
}

test("under pressure a few forms without scripts are taken, then they get a page with the phone number", async () => {
  const app = await buildTestApp({ environment: tenMails });
  await press(app);
  expect((await postForm(app, 1)).status).toBe(303);
  const answer = await postForm(app, 2);
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await answer.text()).toContain(firm.phone);
  expect(await staffMails(app)).toBe(9);
});

test("with every budget used up, staff sign in, the sweeper stores, and /metrics shows it", async () => {
  const app = await buildTestApp({ environment: tenMails });
  await press(app);
  await send(app, 1, { altcha: "forged" });
  const signedIn = await app.postJson("/functions/v1/auth-login", testAdmin);
  expect(signedIn.status).toBe(200);
  app.advance(16 * 60_000);
  await app.app.run("housekeeping");
  expect(await app.rows("quote_requests")).toHaveLength(8);
  const metrics = await (await app.fetch("/metrics", asOperator)).text();
  expect(metrics).toContain('quadkea_submissions_refused_total{limit="mails"} 1');
  expect(metrics).toContain('quadkea_challenges_total{outcome="demanded"} 1');
  expect(metrics).toContain('quadkea_challenges_total{outcome="invalid"} 1');
});
