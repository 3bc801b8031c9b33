import { expect, test } from "vitest";

import { dealEventWords } from "#domain/deals/history-words.ts";
import { nzDate } from "#domain/nz-time.ts";
import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { exampleDraft, quoteDesk } from "#tests/quote-desk.ts";
import { addStaff } from "#tests/staff.ts";

const undoMs = 10_000;

test("the history says what happened to a quote and to its mail, and each time the desks are told", async () => {
  const { app, mail } = await appWithMailServer();
  const desk = await quoteDesk(app);
  await app.app.run("outbox");
  const before = (await app.rows("record_events")).length;
  await desk.send();
  await desk.call("undo", { number: 1 });
  await desk.send();
  app.advance(undoMs);
  mail.setMode("refuse-rcpt");
  await app.app.run("outbox");
  await desk.call("resend", { number: 1 });
  mail.setMode("none");
  await app.app.run("outbox");
  await desk.call("withdraw", { number: 1 });
  await desk.call("link");
  const events = (await app.rows("record_events")).slice(before);
  const told = "quote status mail mail mail quote_withdrawn link_renewed";
  expect(events.map(({ type }) => String(type)).join(" ")).toBe(told);
  const record = await desk.read(`desk-record?reference=${desk.reference}`);
  const history = record.body["events"] as {
    type: string;
    was: string | null;
    becomes: string | null;
    user_id: string | null;
  }[];
  expect(history.flatMap((event) => dealEventWords(event.type, event) ?? [])).toEqual([
    "Sent quote 1",
    "Withdrew quote 1",
    "Made a new link: the old one no longer works",
  ]);
  const mails = history.filter(({ type }) => type === "mail").map(({ becomes }) => becomes);
  expect(mails).toEqual(["failed", "queued", "sent"]);
});

test("the audit list has the same words, with who did it and for which reference", async () => {
  const app = await buildTestApp();
  const staff = await addStaff(app);
  const desk = await quoteDesk(app);
  const other = await quoteDesk(app, { reference: desk.reference, cookie: staff.cookie });
  await other.send();
  app.advance(undoMs);
  await desk.call("approve", { number: 1, how: "counter", note: "Nodded", selection: {} });
  const payment = { amount_cents: 23_575, method: "transfer", received_on: nzDate(app.app.services.now()) };
  expect((await desk.call("payment", payment)).status).toBe(200);
  const { entries } = (await desk.read(`audit?reference=${desk.reference}`)).body as {
    entries: { words: string; actor: string }[];
  };
  const said = entries.filter(({ words }) => /quote|Approved|Payment/.test(words));
  expect(said.map(({ words, actor }) => [words, actor])).toEqual([
    ["Payment of $235.75 entered:", expect.any(String)],
    ["Approved at the counter:", expect.any(String)],
    ["Sent quote 1:", "Mere"],
  ]);
});

test("a quote counts as the first answer only: a reply before it stays the answer", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  const answered = () => app.rows("quote_requests");
  await desk.send();
  app.advance(undoMs);
  await app.app.run("outbox");
  const [first] = await answered();
  expect(first).toMatchObject({ answered_by: "quote" });
  app.advance(60_000);
  await desk.send(exampleDraft({ valid_days: 9 }));
  app.advance(undoMs);
  await app.app.run("outbox");
  expect(await answered()).toMatchObject([{ answered_by: "quote", answered_at: first?.["answered_at"] }]);
});

test("the database refuses to change what a version that was sent says, and when", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  await desk.send();
  const { database } = app.app.services;
  for (const change of [
    { content: "{}" },
    { content_hash: "0" },
    { total_cents: 1 },
    { valid_until: "2030-01-01" },
    { queued_at: "2020-01-01T00:00:00.000Z" },
    { undo_until: "2030-01-01T00:00:00.000Z" },
    { number: 7 },
  ]) {
    const changed = database.write((tx) =>
      tx.updateTable("quote_versions").set(change).where("number", "=", 1).execute(),
    );
    const refusal = await changed.catch(String);
    expect({ change, refusal }).toEqual({
      change,
      refusal: expect.stringContaining("sent quotes cannot be changed"),
    });
  }
});
