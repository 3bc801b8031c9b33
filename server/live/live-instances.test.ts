import { expect, onTestFinished, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { openLivePanel } from "#tests/live-panel.ts";
import { addUser, trySignIn } from "#tests/panel-call.ts";
import { createTestDatabase } from "#tests/postgres.ts";
import { addRecord, quoteRequestExample } from "#tests/submission-examples.ts";

test("what happens on one instance, and who looks at it there, is seen on the other", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const options = { environment: { DATABASE_URL: database.url } };
  const [one, other] = [await buildTestApp(options), await buildTestApp(options)];
  const cookie = await one.signIn();
  const password = await addUser(one, cookie, "mere@quadkea.example");
  const theirs = (await trySignIn(one, { email: "mere@quadkea.example", password })).cookie;
  const reference = await addRecord(one, quoteRequestExample);
  const mine = await openLivePanel(one, { cookie, record: reference });
  const mere = await openLivePanel(other, { cookie: theirs });
  const started = performance.now();
  await addRecord(one, quoteRequestExample, { make: "Suzuki" });
  await expect.poll(() => [mine.types(), mere.types()]).toEqual([["created"], ["created"]]);
  expect(performance.now() - started).toBeLessThan(5000);
  await one.postJson(`/functions/v1/live-place?tab=${mere.tab}&record=${reference}`, {}, { cookie: theirs });
  await expect.poll(() => [mine.people()?.length, mere.people()?.length]).toEqual([1, 1]);
  mere.leave();
  await expect.poll(() => mine.people()).toEqual([]);
});
