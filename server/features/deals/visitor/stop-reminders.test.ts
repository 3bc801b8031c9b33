import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { addQuote } from "#tests/deal-examples.ts";
import { dealPage, press, visit } from "#tests/deal-visit.ts";
import { deskCall } from "#tests/staff.ts";

test.for<[string, () => { body: string; type: string }]>([
  ["urlencoded", () => ({ body: "List-Unsubscribe=One-Click", type: "application/x-www-form-urlencoded" })],
  [
    "multipart",
    () => ({
      body: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      type: "multipart/form-data; boundary=x",
    }),
  ],
])("reminders stop with one click in the mail program (RFC 8058), %s", async ([, sent]) => {
  const app = await buildTestApp();
  const { reference } = await addQuote(app);
  const { body, type } = sent();
  const path = `${dealPage(app, reference)}/stop-reminders`;
  for (const _ of [1, 2]) {
    const answer = await app.fetch(path, { method: "POST", body, headers: { "content-type": type } });
    expect(answer.status).toBe(200);
  }
  expect(await app.rows("deals")).toMatchObject([{ ref_number: reference, generation: 1 }]);
  const events = (await app.rows("record_events")).filter((event) => event["type"] === "reminders_stopped");
  expect(events).toHaveLength(1);
});

test("a body that is made to hold up the server is refused at once, whatever the key", async () => {
  const app = await buildTestApp();
  const body = 'name="List-Unsubscribe"\n'.repeat(2700);
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const sent = await app.fetch("/my/x/y/stop-reminders", { method: "POST", body, headers });
  expect(sent.status).toBe(413);
});

test("opening the stop link changes nothing; its button stops the reminders and leads to the quote", async () => {
  const app = await buildTestApp();
  const { reference } = await addQuote(app);
  const path = dealPage(app, reference);
  const page = await visit(app, `${path}/stop-reminders`);
  expect([page.status, page.heading]).toEqual([200, "Stop reminders"]);
  expect(await app.rows("deals")).toEqual([]);
  expect((await press(app, `${path}/stop-reminders`)).status).toBe(400);
  expect(await app.rows("deals")).toEqual([]);
  const answer = await press(app, `${path}/stop-reminders`, { confirm: "on" });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, path]);
  expect((await visit(app, path)).text).toContain("You get no more reminders about this quote");
});

test("reminders that were stopped stay stopped with the next link", async () => {
  const app = await buildTestApp();
  const { reference } = await addQuote(app);
  await press(app, `${dealPage(app, reference)}/stop-reminders`, { confirm: "on" });
  const cookie = await app.signIn();
  await deskCall(app, cookie, "POST deal-link", { ref: reference });
  const page = await visit(app, dealPage(app, reference, 2));
  expect(page.text).toContain("You get no more reminders about this quote");
});
