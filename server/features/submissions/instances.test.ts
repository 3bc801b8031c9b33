import { expect, onTestFinished, test } from "vitest";

import { buildTestApp, type TestApp, type TestAppOptions } from "#tests/build-test-app.ts";
import { createTestDatabase } from "#tests/postgres.ts";
import { quoteExample, sendMail, storeBody } from "#tests/quote-example.ts";

/** Two servers on one database, each with a folder of its own. */
async function twoInstances(environment: Record<string, string> = {}): Promise<[TestApp, TestApp]> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const options: TestAppOptions = { environment: { ...environment, DATABASE_URL: database.url } };
  return [await buildTestApp(options), await buildTestApp(options)];
}

async function staffMails(apps: readonly TestApp[]): Promise<string[]> {
  const mails = (await Promise.all(apps.map((app) => app.mails()))).flat();
  return mails.flatMap(({ subject = "" }) => (subject.includes(quoteExample.part_needed) ? [subject] : []));
}

test("the same submission at two instances at once leads to one mail, one reference, one record", async () => {
  const apps = await twoInstances();
  const [one, other] = apps;
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => sendMail(apps[index % 2] ?? one)),
  );
  const references = new Set(answers.map((answer) => answer.ref_number));
  expect([answers.every(({ status }) => status === 200), references.size]).toEqual([true, 1]);
  expect(await staffMails(apps)).toHaveLength(1);
  const body = storeBody(answers[0]?.ref_number ?? "");
  const stored = await Promise.all(apps.map((app) => app.store("quote_requests", body)));
  expect(stored.map(({ status }) => status)).toEqual([201, 201]);
  expect(await other.rows("quote_requests")).toHaveLength(1);
});

test("posted to one instance while a script sends the same to another: one mail, one reference, one record", async () => {
  const [one, other] = await twoInstances();
  const fields = Object.entries({ ...quoteExample, consent: true });
  const form = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
  const posted = one.fetch("/forms/quote", { method: "POST", body: form });
  await expect.poll(() => other.rows("attempts")).toHaveLength(1);
  const sent = await sendMail(other, quoteExample, { "idempotency-key": "one-filled-form" });
  expect((await posted).headers.get("location")).toBe(`/thanks?ref=${sent.ref_number}`);
  expect((await other.store("quote_requests", storeBody(sent.ref_number ?? ""))).status).toBe(201);
  expect(await staffMails([one, other])).toHaveLength(1);
  expect(await one.rows("quote_requests")).toHaveLength(1);
});

test("mailed here and stored there, with both sweeping at once: what was not stored becomes one record", async () => {
  const [one, other] = await twoInstances();
  const { ref_number: stored = "" } = await sendMail(one);
  expect((await other.store("quote_requests", storeBody(stored))).status).toBe(201);
  await sendMail(one, { ...quoteExample, make: "Suzuki" });
  for (const app of [one, other]) app.advance(16 * 60_000);
  await Promise.all([one.app.run("housekeeping"), other.app.run("housekeeping")]);
  expect(await one.rows("quote_requests")).toMatchObject([{ adopted: false }, { adopted: true }]);
});

test("signed in here is signed in there, and signed out everywhere", async () => {
  const [one, other] = await twoInstances();
  const headers = { cookie: await one.signIn() };
  const me = async (app: TestApp) => (await app.fetch("/functions/v1/auth-me", { headers })).status;
  expect(await me(other)).toBe(200);
  await one.postJson("/functions/v1/auth-logout", {}, headers);
  expect([await me(one), await me(other)]).toEqual([401, 401]);
});

test("limits count what reaches any instance", async () => {
  const [one, other] = await twoInstances({ LIMIT_SUBMISSIONS_PER_ADDRESS: "2" });
  const send = async (app: TestApp, make: string) => (await sendMail(app, { ...quoteExample, make })).status;
  expect([await send(one, "Honda"), await send(other, "Suzuki")]).toEqual([200, 200]);
  expect([await send(one, "Yamaha"), await send(other, "Kawasaki")]).toEqual([429, 429]);
});
