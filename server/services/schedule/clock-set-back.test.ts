import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { aMinutesWork, day, shop, startAt, twoYears } from "#tests/shifted-clock.ts";
import { deskCall } from "#tests/staff.ts";
import {
  addRecord,
  contactMessageExample,
  mailedReference,
  quoteRequestExample,
  recordBody,
} from "#tests/submission-examples.ts";

test("after a clock jumped ahead and was set back, what visitors and staff did in between is valid", async () => {
  const app = await shop();
  app.shiftClock(twoYears);
  await aMinutesWork(app);
  await addRecord(app, contactMessageExample, { email: "in-between@example.co.nz" });
  const mailed = await mailedReference(app, quoteRequestExample);
  const unstored = await mailedReference(app, contactMessageExample);
  const cookie = await app.signIn();
  app.shiftClock(-twoYears);
  await aMinutesWork(app);
  // No session lasts until 2028, and users can sign in.
  expect((await app.fetch("/functions/v1/auth-me", { headers: { cookie } })).status).toBe(401);
  await app.signIn();
  // Mailed submissions are adopted, and received now rather than in two years.
  expect(await app.rows("quote_requests")).toMatchObject([{ ref_number: mailed }]);
  const again = await app.store("contact_messages", recordBody(contactMessageExample, unstored));
  expect(again.status).toBe(201);
  for (const { created_at: created } of await app.rows("contact_messages")) {
    expect(String(created).slice(0, 10)).toBe("2026-11-22");
  }
  const [quote] = await app.rows("quote_requests");
  expect(String(quote?.["created_at"]).slice(0, 10)).toBe("2026-11-22");
  expect(String(quote?.["due_at"]).slice(0, 7)).toBe("2026-11");
  // The same fields next year are a new submission.
  app.advance(300 * day);
  expect(await mailedReference(app, quoteRequestExample)).not.toBe(mailed);
  expect(await app.rows("contact_messages")).toHaveLength(5);
});

test("a chore that was done in the future is done again today", async () => {
  const app = await buildTestApp({ startAt });
  await aMinutesWork(app);
  const future = "2028-12-28T03:00:00.000Z";
  await app.app.services.database.write((tx) =>
    tx.updateTable("chores").set({ started_at: future, done_at: future }).execute(),
  );
  await aMinutesWork(app);
  const done = (await app.rows("chores")).map(({ name, done_at: at }) => [name, at]);
  expect(done).toContainEqual(["retention", startAt.toISOString()]);
});

test("an hour set back neither asks visitors for proofs of work nor reports a flood", async () => {
  const app = await shop();
  await mailedReference(app, quoteRequestExample);
  app.shiftClock(-60 * 60_000);
  await mailedReference(app, contactMessageExample);
  const { body } = await deskCall(app, await app.signIn(), "GET notices");
  expect(JSON.stringify(body)).not.toContain("flood");
});
