import { expect, test } from "vitest";

import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { deskOf } from "#tests/desk-calls.ts";
import { inboundMail, receive } from "#tests/inbound-mail.ts";
import { offerDesk } from "#tests/offer-desk.ts";
import { quoteDesk } from "#tests/quote-desk.ts";
import { deskCall } from "#tests/staff.ts";
import { addRecord, contactMessageExample } from "#tests/submission-examples.ts";

const minute = 60_000;
const undoMs = 10_000;

async function letLeave(app: TestApp): Promise<void> {
  app.advance(undoMs);
  await app.app.run("outbox");
}

const recordOf = async (app: TestApp, reference: string) =>
  (await (await deskOf(app)).open(reference)).record;

test.for(["after it has left", "while it can be undone"])(
  "a reply that came before a newer quote, and is read %s, waits for an answer",
  async (when) => {
    const { app, mail } = await appWithMailServer();
    const desk = await quoteDesk(app);
    await desk.send();
    await letLeave(app);
    const inReplyTo = mail.messages.find(({ name }) => name.startsWith("quote-"))!.messageId!;
    const arrivedAt = app.app.services.now();
    app.advance(minute);
    await desk.send();
    app.advance(1000);
    if (when === "after it has left") await letLeave(app);
    const text = "Send it to the marae instead";
    await receive(app, { inReplyTo, text }, arrivedAt);
    await letLeave(app);
    const { body } = await desk.quote();
    const [reply] = (body["messages"] as { kind: string }[]).filter(({ kind }) => kind === "reply");
    expect(reply).toMatchObject({ words: text, is_open: true, at: arrivedAt.toISOString() });
    expect(body).toMatchObject({ stage: "We are answering your question" });
    const asked = { next_step: "answer", asked_at: arrivedAt.toISOString() };
    expect(await recordOf(app, desk.reference)).toMatchObject(asked);
    await desk.send();
    await letLeave(app);
    expect(await recordOf(app, desk.reference)).toMatchObject({ next_step: "waiting", asked_at: null });
  },
);

test.for(["after it has left", "while it can be undone"])(
  "a seller's reply that came before a newer offer, and is read %s, waits for an answer",
  async (when) => {
    const { app } = await appWithMailServer();
    const desk = await offerDesk(app);
    const from = "fiona@example.co.nz";
    await desk.send();
    const reply = await inboundMail({ from, subject: desk.reference, text: "It has no battery" });
    const arrivedAt = app.app.services.now();
    app.advance(minute);
    if (when === "after it has left") await desk.send();
    else await desk.call("offerSend");
    await receive(app, reply, arrivedAt);
    const asked = { next_step: "answer", asked_at: arrivedAt.toISOString() };
    expect(await recordOf(app, desk.reference)).toMatchObject(asked);
    await letLeave(app);
    expect(await recordOf(app, desk.reference)).toMatchObject(asked);
    app.advance(1000);
    await desk.send();
    expect(await recordOf(app, desk.reference)).toMatchObject({ next_step: "waiting", asked_at: null });
  },
);

test("a reply that came before ours, and is read after it was written, still waits", async () => {
  const app = await buildTestApp();
  const reference = await addRecord(app, contactMessageExample);
  const from = "hemi@example.co.nz";
  const cookie = await app.signIn();
  await deskCall(app, cookie, "POST auth-name", { full_name: "Mia Rata" });
  const arrivedAt = app.app.services.now();
  app.advance(minute);
  const key = crypto.randomUUID();
  await deskCall(app, cookie, `POST desk-reply?reference=${reference}`, { text: "We have it.", key });
  app.advance(1000);
  await receive(app, { from, subject: reference, text: "In red, please" }, arrivedAt);
  await letLeave(app);
  expect(await recordOf(app, reference)).toMatchObject({ asked_at: arrivedAt.toISOString() });
});

const isOpenOf = async (app: TestApp, reference: string) => {
  const { body } = await deskCall(app, await app.signIn(), `GET desk-record?reference=${reference}`);
  const messages = body["messages"] as { words: string; is_open: boolean }[];
  return Object.fromEntries(messages.map(({ words, is_open: isOpen }) => [words, isOpen]));
};

async function needsNone(app: TestApp, words: string): Promise<void> {
  const { id } = (await app.rows("inbound_mails")).find((mail) => mail["words"] === words) ?? {};
  const body = { id, ignore: true };
  expect((await deskCall(app, await app.signIn(), "POST inbox-file", body)).status).toBe(200);
}

test("what was answered stays so while an earlier mail is read late and needs no answer", async () => {
  const app = await buildTestApp();
  const reference = await addRecord(app, contactMessageExample);
  const mail = { from: "hemi@example.co.nz", subject: reference };
  const arrivedAt = app.app.services.now();
  app.advance(minute);
  await receive(app, { ...mail, text: "Is it red?" });
  app.advance(1000);
  await (await deskOf(app)).call(reference, "Rang", crypto.randomUUID());
  app.advance(1000);
  await receive(app, { ...mail, text: "Hello" }, arrivedAt);
  expect(await recordOf(app, reference)).toMatchObject({ asked_at: arrivedAt.toISOString() });
  expect(await isOpenOf(app, reference)).toEqual({ "Is it red?": false, Hello: true });
  await needsNone(app, "Hello");
  expect(await recordOf(app, reference)).toMatchObject({ asked_at: null });
});

test("once one of two mails is answered and the other needs no answer, none waits", async () => {
  const { app } = await appWithMailServer();
  const desk = await quoteDesk(app);
  const { reference } = desk;
  await desk.send();
  await letLeave(app);
  await receive(app, { subject: reference, text: "Is it red?" });
  app.advance(1000);
  const message = (await desk.quote()).body["open_question"];
  await receive(app, { subject: reference, text: "Thanks" });
  const { at } = (await app.rows("inbound_mails")).find(({ words }) => words === "Thanks") ?? {};
  app.advance(1000);
  expect((await desk.call("answer", { message, words: "It is." })).status).toBe(200);
  expect(await recordOf(app, reference)).toMatchObject({ next_step: "answer", asked_at: at });
  await needsNone(app, "Thanks");
  expect(await recordOf(app, reference)).toMatchObject({ next_step: "waiting", asked_at: null });
});
