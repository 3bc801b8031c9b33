import { expect, test } from "vitest";

import { nzInstant } from "#domain/nz-time.ts";
import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import type { TestApp } from "#tests/build-test-app.ts";
import { deskOf } from "#tests/desk-calls.ts";
import { receive } from "#tests/inbound-mail.ts";
import { quoteDesk } from "#tests/quote-desk.ts";
import { deskCall } from "#tests/staff.ts";
import { addRecord, contactMessageExample } from "#tests/submission-examples.ts";

const startAt = nzInstant("2026-08-03", "10:00");
const hourMs = 3_600_000;

/** A deal whose quote has left, a contact message, and a mail in the deal. */
async function withMail(mail: { from?: string; text?: string } = {}) {
  const { app, mail: server } = await appWithMailServer("accept", { startAt });
  const desk = await quoteDesk(app);
  await desk.send();
  app.advance(10_000);
  await app.app.run("outbox");
  const other = await addRecord(app, contactMessageExample);
  const { messageId } = server.messages.find(({ name }) => name.startsWith("quote-"))!;
  await receive(app, { inReplyTo: messageId!, text: "Yes please", ...mail });
  const [{ id }] = (await app.rows("inbound_mails")) as [{ id: string }];
  const file = async (body: object) => deskCall(app, await app.signIn(), "POST inbox-file", { id, ...body });
  return { app, desk, other, id, file };
}

async function recordOf(app: TestApp, reference: string) {
  const { record, events, ...rest } = await (await deskOf(app)).open(reference);
  const kinds = events.map(({ type, was, becomes }) => [type, was, becomes]);
  return { record, kinds, messages: (rest as unknown as { messages: object[] }).messages };
}

const reminders = async (app: TestApp) => {
  await app.app.run("deals");
  return (await app.rows("outbox")).filter(({ kind }) => kind === "reminder").length;
};

test("a mail in the wrong record moves: both histories say so, and the former deal stands as if it had never come", async () => {
  const { app, desk, other, id, file } = await withMail();
  expect((await desk.quote()).body).toMatchObject({ stage: "We are answering your question" });
  expect(await file({ ref: other })).toMatchObject({ status: 200, body: { ref: other } });
  const former = await recordOf(app, desk.reference);
  expect((await desk.quote()).body).toMatchObject({
    stage: "Your quote is ready",
    messages: [],
    open_question: null,
  });
  expect(former.record).toMatchObject({ next_step: "waiting", asked_at: null, due_at: null });
  expect(former.kinds).toContainEqual(["mail_out", id, other]);
  const { record, kinds, messages } = await recordOf(app, other);
  expect(messages).toMatchObject([{ id, is_open: true, is_from_other: false, words: "Yes please" }]);
  expect(record["asked_at"]).not.toBeNull();
  expect(kinds).toContainEqual(["mail_in", desk.reference, id]);
  expect(await file({ ref: other }), "the same again").toMatchObject({ status: 200, body: { ref: other } });
  expect(await file({ ref: desk.reference }), "and back").toMatchObject({ status: 200 });
  expect((await desk.quote()).body).toMatchObject({ open_question: id });
  expect((await recordOf(app, other)).record["asked_at"]).toBeNull();
});

test("a mail that was answered leaves its place, so that the answer goes on counting", async () => {
  const { app, desk, other, id, file } = await withMail();
  const answer = { message: id, words: "It is yours" };
  expect(await desk.call("answer", answer)).toMatchObject({ status: 200 });
  await file({ ref: other });
  expect((await recordOf(app, desk.reference)).record).toMatchObject({ next_step: "waiting" });
  expect(await desk.call("answer", answer), "typed while it moved").toMatchObject({ status: 404 });
});

test("moved by two desks at once, it is in one record, and each is told where", async () => {
  const { app, other, file } = await withMail();
  const third = await addRecord(app, contactMessageExample, { email: "third@example.co.nz" });
  const [one, two] = await Promise.all([file({ ref: other }), file({ ref: third })]);
  const [mail] = await app.rows("inbound_mails");
  const statuses = [one.status, two.status].toSorted();
  expect([
    [200, 200],
    [200, 409],
  ]).toContainEqual(statuses);
  expect([other, third]).toContain(mail!["ref_number"]);
  const ins = (await app.rows("record_events")).filter(({ type }) => type === "mail_in");
  const outs = (await app.rows("record_events")).filter(({ type }) => type === "mail_out");
  expect(ins).toHaveLength(outs.length + 1);
});

test("a mail from another address waits for a decision at once: in the lists, with its time, and no reminder leaves", async () => {
  const { app, desk, id, file } = await withMail({ from: "sue@farm.example", text: "We'll take it" });
  const { record } = await recordOf(app, desk.reference);
  expect(record).toMatchObject({
    next_step: "waiting",
    asked_at: null,
    due_at: nzInstant("2026-08-03", "17:00").toISOString(),
  });
  expect(record["other_mail_at"]).not.toBeNull();
  expect((await desk.quote()).body).toMatchObject({ stage: "Your quote is ready" });
  app.advance(3 * 24 * hourMs);
  expect(await reminders(app)).toBe(0);
  expect(await file({ ignore: true })).toMatchObject({ status: 200 });
  expect(await file({ ignore: true }), "the same again").toMatchObject({ status: 200 });
  const decided = await recordOf(app, desk.reference);
  expect(decided.record).toMatchObject({ other_mail_at: null, due_at: null });
  expect(decided.kinds.filter(([type]) => type === "mail_out")).toEqual([["mail_out", id, null]]);
  expect(await reminders(app), "not in the same minute").toBe(0);
  app.advance(22 * hourMs);
  expect(await reminders(app), "before nine").toBe(0);
  app.advance(1 * hourMs);
  expect(await reminders(app), "at nine").toBe(1);
});

test("once staff say that it is theirs, it is a question, and no reminder leaves", async () => {
  const { app, desk, id, file } = await withMail({ from: "sue@farm.example" });
  expect(await file({ ref: desk.reference })).toMatchObject({ status: 200 });
  expect((await recordOf(app, desk.reference)).record).toMatchObject({
    other_mail_at: null,
    next_step: "answer",
  });
  expect((await desk.quote()).body).toMatchObject({ open_question: id });
  app.advance(3 * 24 * hourMs);
  expect(await reminders(app)).toBe(0);
});
