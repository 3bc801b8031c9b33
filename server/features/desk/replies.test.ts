import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { type TestApp } from "#tests/build-test-app.ts";
import { deskOf } from "#tests/desk-calls.ts";
import { deskCall } from "#tests/staff.ts";
import { addRecord, quoteRequestExample as quote } from "#tests/submission-examples.ts";

async function withRecord() {
  const { app, mail } = await appWithMailServer("none");
  const reference = await addRecord(app, quote);
  await app.app.run("outbox");
  mail.messages.length = 0;
  const cookie = await app.signIn();
  const call = (name: string, body: object) =>
    deskCall(app, cookie, `POST ${name}?reference=${reference}`, body);
  const open = async () => (await deskCall(app, cookie, `GET desk-record?reference=${reference}`)).body;
  expect((await deskCall(app, cookie, "POST auth-name", { full_name: "Mia Rata" })).status).toBe(200);
  return { app, mail, reference, cookie, call, open };
}

const replies = (body: Record<string, unknown>) =>
  (body["mails"] as { kind: string; state: string; words: string }[]).filter(({ kind }) => kind === "reply");

const typesIn = (body: Record<string, unknown>) =>
  (body["events"] as { type: string }[]).map(({ type }) => type);

async function letLeave(app: TestApp): Promise<void> {
  app.advance(10_000);
  await app.app.run("outbox");
}

test("a reply leaves after ten seconds, once, to the visitor with our reply address and the reference; only then it answers", async () => {
  const { app, mail, reference, call, open } = await withRecord();
  const reply = { text: "Kia ora Aroha,\nwe have it <for> you.", key: randomUUID() };
  expect(await call("desk-reply", reply)).toMatchObject({ status: 200 });
  expect(await call("desk-reply", reply)).toMatchObject({ status: 200 });
  await app.app.run("outbox");
  expect(mail.messages).toEqual([]);
  const waiting = await open();
  expect(waiting["record"]).toMatchObject({ answered_at: null, answered_by: null });
  expect(replies(waiting)).toMatchObject([{ state: "queued", user_id: expect.any(String) }]);
  expect(typesIn(waiting)).not.toContain("reply");
  await letLeave(app);
  const [message] = mail.messages;
  expect(mail.messages).toHaveLength(1);
  expect(message).toMatchObject({
    from: { address: "website@quadkea.example" },
    replyTo: [{ address: "sales@quadkea.example" }],
    to: [{ address: "aroha@example.co.nz" }],
    subject: expect.stringContaining(reference),
  });
  expect(message?.text?.trimEnd()).toBe(reply.text);
  expect(message?.html).toContain("we have it &lt;for&gt; you.");
  const opened = await open();
  expect(opened["record"]).toMatchObject({ answered_by: "reply" });
  expect(replies(opened)).toMatchObject([{ state: "sent", words: reply.text }]);
  expect(typesIn(opened).slice(-2)).toEqual(["reply", "mail"]);
});

test("a reply that is accepted after its record was closed is the answer, also once that is opened again", async () => {
  const { app, reference, call, open } = await withRecord();
  const desk = await deskOf(app);
  await call("desk-reply", { text: "Hi", key: randomUUID() });
  await desk.setStatus(reference, "completed");
  await letLeave(app);
  await desk.setStatus(reference, "in_progress");
  expect((await open())["record"]).toMatchObject({
    answered_at: expect.any(String),
    answered_by: "reply",
  });
});

test("a call that is taken back after a reply was accepted leaves the record answered by the reply", async () => {
  const { app, reference, call, open } = await withRecord();
  const desk = await deskOf(app);
  const key = randomUUID();
  await call("desk-reply", { text: "Hi", key: randomUUID() });
  await desk.call(reference, "", key);
  await letLeave(app);
  await desk.takeCallBack(reference, key);
  expect((await open())["record"]).toMatchObject({
    answered_at: app.app.services.now().toISOString(),
    answered_by: "reply",
  });
});

test("a reply taken back in time, however often, never leaves and leaves no trace; later it is too late", async () => {
  const { app, mail, call, open } = await withRecord();
  const [first, second] = [randomUUID(), randomUUID()];
  const before = await open();
  await call("desk-reply", { text: "Hi", key: first });
  for (const key of [first, first, randomUUID()])
    expect((await call("desk-reply-undo", { key })).status).toBe(200);
  await letLeave(app);
  expect([mail.messages, (await open())["events"]]).toEqual([[], before["events"]]);
  await call("desk-reply", { text: "Hi", key: second });
  await letLeave(app);
  expect((await call("desk-reply-undo", { key: second })).status).toBe(409);
  expect(mail.messages).toHaveLength(1);
});

test("a reply that is sent again with the same key can be taken back no longer than before", async () => {
  const { app, call } = await withRecord();
  const reply = { text: "Hi", key: randomUUID() };
  const { body: first } = await call("desk-reply", reply);
  app.advance(6000);
  const { body: second } = await call("desk-reply", reply);
  expect(second["undo_until"]).toBe(first["undo_until"]);
});

test("a refused reply has failed and answers nothing; sent again by a person it does", async () => {
  const { app, mail, call, open } = await withRecord();
  const key = randomUUID();
  mail.setMode("refuse-rcpt");
  await call("desk-reply", { text: "Hi", key });
  await letLeave(app);
  const failed = await open();
  expect(failed["record"]).toMatchObject({ answered_at: null });
  expect(replies(failed)).toMatchObject([{ state: "failed", error: "smtp 554" }]);
  mail.setMode("none");
  expect((await call("desk-reply-again", { key })).status).toBe(200);
  await app.app.run("outbox");
  expect((await open())["record"]).toMatchObject({ answered_by: "reply" });
  expect((await call("desk-reply-again", { key })).status).toBe(409);
  expect(mail.messages).toHaveLength(1);
});

test("a refused reply is not sent again to an address that has been corrected since", async () => {
  const { app, mail, reference, call, open } = await withRecord();
  const desk = await deskOf(app);
  const key = randomUUID();
  mail.setMode("refuse-rcpt");
  await call("desk-reply", { text: "Hi", key });
  await letLeave(app);
  expect(replies(await open())).toMatchObject([{ to: "aroha@example.co.nz", is_readdressed: false }]);
  await desk.correct(reference, { email: "Aroha@Example.co.nz" });
  expect(replies(await open())).toMatchObject([{ to: "aroha@example.co.nz", is_readdressed: false }]);
  await desk.correct(reference, { email: "aroha@ngata.example" });
  expect(replies(await open())).toMatchObject([{ to: "aroha@example.co.nz", is_readdressed: true }]);
  mail.setMode("none");
  expect(await call("desk-reply-again", { key })).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining("address has been corrected") },
  });
  await app.app.run("outbox");
  expect(mail.messages).toEqual([]);
});

/** Calls while a colleague corrects the address: first in every second race. */
async function whileCorrecting(
  desk: Awaited<ReturnType<typeof deskOf>>,
  { reference, race }: { readonly reference: string; readonly race: number },
  call: () => Promise<unknown>,
): Promise<void> {
  const correct = () => desk.correct(reference, { email: `aroha${race}@ngata.example` });
  await Promise.all((race % 2 === 0 ? [correct, call] : [call, correct]).map((start) => start()));
}

test("a reply that is sent while its address is corrected goes to the corrected one, or nowhere", async () => {
  const { app, mail, reference, call, open } = await withRecord();
  const desk = await deskOf(app);
  for (let race = 0; race < 8; race += 1) {
    const key = randomUUID();
    const reply = () => call("desk-reply", { text: "Hi", key });
    await whileCorrecting(desk, { reference, race }, reply);
    const waiting = replies(await open()).filter(({ state }) => state === "queued");
    expect(waiting).toEqual(waiting.map((sent) => ({ ...sent, is_readdressed: false })));
    await call("desk-reply-undo", { key });
  }
  expect(mail.messages).toEqual([]);
});

test("a failed reply that is sent again while its address is corrected stays where it is", async () => {
  const { app, mail, reference, call, open } = await withRecord();
  const desk = await deskOf(app);
  for (let race = 0; race < 8; race += 1) {
    const key = randomUUID();
    mail.setMode("refuse-rcpt");
    await call("desk-reply", { text: "Hi", key });
    await letLeave(app);
    mail.setMode("none");
    const again = () => call("desk-reply-again", { key });
    await whileCorrecting(desk, { reference, race }, again);
    await letLeave(app);
  }
  expect(mail.messages).toEqual([]);
  expect(replies(await open()).map(({ state }) => state)).toEqual(Array(8).fill("failed"));
});

test("a brace, an empty text and a user without a name are refused, and nothing is queued", async () => {
  const { app, cookie, call, open } = await withRecord();
  for (const text of ["we have the {part}", "  ", "x".repeat(5001)]) {
    expect((await call("desk-reply", { text, key: randomUUID() })).status).toBe(422);
  }
  expect((await deskCall(app, cookie, "POST auth-name", { full_name: "Administrator" })).status).toBe(400);
  // The names of the first user, and of one whom `npm run admin` has created.
  for (const name of ["Administrator", "mia@quadkea.example"]) {
    await app.app.services.database.write((tx) => tx.updateTable("users").set({ full_name: name }).execute());
    const nameless = await call("desk-reply", { text: "Hi", key: randomUUID() });
    expect(nameless).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining("Add your name") },
    });
  }
  expect(replies(await open())).toEqual([]);
});
