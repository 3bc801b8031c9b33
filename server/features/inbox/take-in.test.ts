import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { deskOf } from "#tests/desk-calls.ts";
import { inboundMail, receive } from "#tests/inbound-mail.ts";
import { quoteDesk } from "#tests/quote-desk.ts";
import { deskCall } from "#tests/staff.ts";
import { addRecord, contactMessageExample, quoteRequestExample } from "#tests/submission-examples.ts";

const undoMs = 10_000;

/** A deal whose quote has left, and the Message-ID of that mail. */
async function withQuote() {
  const { app, mail } = await appWithMailServer();
  const desk = await quoteDesk(app);
  await desk.send();
  await letLeave(app);
  const quote = mail.messages.find(({ name }) => name.startsWith("quote-"))!;
  const record = async () => (await (await deskOf(app)).open(desk.reference)).record;
  return { app, mail, desk, record, quoteId: quote.messageId! };
}

async function letLeave(app: TestApp): Promise<void> {
  app.advance(undoMs);
  await app.app.run("outbox");
}

type Message = Readonly<Record<string, unknown>> & { readonly id: string };

const repliesIn = (body: Record<string, unknown>) =>
  (body["messages"] as Message[]).filter(({ kind }) => kind === "reply" || kind === undefined);

test("an answer to the quote's mail waits in its deal like a question, and the desk's answer is in one conversation with it", async () => {
  const { app, mail, desk, record, quoteId } = await withQuote();
  const snooze = { snoozed_until: new Date(app.app.services.now().getTime() + 1e8).toISOString() };
  await (await deskOf(app)).change(desk.reference, snooze);
  app.advance(1000);
  const messageId = "<hemi-1@mail.example.co.nz>";
  const at = app.app.services.now().toISOString();
  const subject = "Re: Your quote";
  expect(await receive(app, { messageId, inReplyTo: quoteId, subject, text: "Does it fit a 2013?" })).toBe(
    "Filed",
  );
  const { body } = await desk.quote();
  expect(body).toMatchObject({ stage: "We are answering your question" });
  const [reply] = repliesIn(body);
  expect(reply).toMatchObject({
    kind: "reply",
    from: { name: "Aroha", address: "aroha@example.co.nz" },
    subject,
    words: "Does it fit a 2013?",
    is_open: true,
    is_from_other: false,
    by: null,
  });
  expect(body["open_question"]).toBe(reply!.id);
  expect(await record()).toMatchObject({ next_step: "answer", asked_at: at, snoozed_until: null });
  app.advance(1000);
  expect((await desk.call("answer", { message: reply!.id, words: "Yes, it does." })).status).toBe(200);
  await letLeave(app);
  const answer = mail.messages.find(({ name }) => name.startsWith("answer-"))!;
  expect(answer).toMatchObject({ subject, inReplyTo: messageId });
  expect(answer.references).toContain(messageId);
  expect(await record()).toMatchObject({ next_step: "waiting", asked_at: null });
  expect(repliesIn((await desk.quote()).body)).toMatchObject([{ is_open: false }]);
});

test("the customer's page shows none of it", async () => {
  const { app, desk, quoteId } = await withQuote();
  await receive(app, { inReplyTo: quoteId, text: "My gate code is 4711" });
  const { pathname } = new URL(String((await desk.quote()).body["link"]));
  const page = await (await app.fetch(pathname)).text();
  expect(page).toContain("We are answering your question");
  expect(page).not.toContain("4711");
});

test("approved for the customer, it waits no longer", async () => {
  const { app, desk, record, quoteId } = await withQuote();
  await receive(app, { inReplyTo: quoteId, text: "Yes please" });
  app.advance(1000);
  const selection = { choices: {}, options: [] };
  const approval = { number: 1, how: "email", selection, note: "Wrote yes" };
  expect((await desk.call("approve", approval)).status).toBe(200);
  expect(await record()).toMatchObject({ asked_at: null, next_step: "pay" });
});

test("no reminder leaves after it", async () => {
  const { app, desk, quoteId } = await withQuote();
  await receive(app, { inReplyTo: quoteId, text: "Let me measure it first" });
  for (let day = 0; day < 9; day++) {
    app.advance(24 * 3_600_000);
    await app.app.run("deals");
  }
  const kinds = (await app.rows("outbox")).map(({ kind }) => kind);
  expect(kinds).not.toContain("reminder");
  expect((await desk.quote()).body["open_question"]).not.toBeNull();
});

test("the same message is taken in once, however often and by whomever it is read; with other words it is another", async () => {
  const { app, desk, quoteId } = await withQuote();
  const mail = { messageId: "<one@mail.example.co.nz>", inReplyTo: quoteId, text: "Yes please" };
  const source = await inboundMail(mail);
  const copy = await inboundMail({ ...mail, headers: { "X-Relay": "another way" } });
  await Promise.all([source, source, copy, copy].map((one) => receive(app, one)));
  expect(await receive(app, source)).toBe("Filed");
  expect(repliesIn((await desk.quote()).body)).toHaveLength(1);
  await receive(app, { ...mail, text: "No, wait" });
  const nameless = Buffer.from(source.toString().replace(/^Message-ID:.*\r\n/im, ""));
  await receive(app, nameless);
  await receive(app, nameless);
  const words = repliesIn((await desk.quote()).body).map((one) => one["words"]);
  expect(words.toSorted()).toEqual(["No, wait", "Yes please", "Yes please"]);
});

test("from another address it is marked, and counts once staff confirm that it is the customer's", async () => {
  const { app, desk, record, quoteId } = await withQuote();
  const cookie = await app.signIn();
  expect(await receive(app, { from: "wife@farm.example", inReplyTo: quoteId, text: "Go ahead" })).toBe(
    "Filed",
  );
  const [reply] = repliesIn((await desk.quote()).body);
  expect(reply).toMatchObject({ is_from_other: true, is_open: false });
  expect(await record()).toMatchObject({ asked_at: null, next_step: "waiting" });
  const confirm = () => deskCall(app, cookie, "POST inbox-file", { id: reply!.id, ref: desk.reference });
  expect(await confirm()).toMatchObject({ status: 200, body: { ref: desk.reference } });
  expect(await confirm()).toMatchObject({ status: 200 });
  expect(repliesIn((await desk.quote()).body)).toMatchObject([{ is_from_other: false, is_open: true }]);
  expect(await record()).toMatchObject({ next_step: "answer" });
});

test("without an id of ours a reference decides together with the address; from a stranger it waits for staff", async () => {
  const app = await buildTestApp();
  const reference = await addRecord(app, quoteRequestExample);
  const cookie = await app.signIn();
  const subject = `About ${reference.toLowerCase()}`;
  expect(await receive(app, { subject, text: "Any news?" })).toBe("Filed");
  const forged = `<quote-${reference}-1.AAAAAAAAAAAAAAAAAAAAAA@quadkea.example>`;
  const stranger = { from: "Someone <eve@elsewhere.example>", subject, inReplyTo: forged };
  expect(await receive(app, { ...stranger, text: "Send it to me" })).toBe("Unfiled");
  expect(await receive(app, { subject: "Hello", text: "No reference at all" })).toBe("Unfiled");
  const { body } = await deskCall(app, cookie, "GET inbox");
  expect(body).toMatchObject({
    unfiled: [
      {
        from: { name: "Someone", address: "eve@elsewhere.example" },
        words: "Send it to me",
        suggestions: [{ ref: reference, why: expect.stringContaining("Named in the mail") }],
      },
      {
        words: "No reference at all",
        suggestions: [{ ref: reference, why: expect.stringContaining("Same address") }],
      },
    ],
  });
  expect((await deskCall(app, cookie, "GET desk-summary")).body["unfiled"]).toBe(2);
  expect((await deskCall(app, cookie, `GET quote?ref=${reference}`)).body["messages"]).toHaveLength(1);
});

test("of a thread about two records the mail that was answered decides", async () => {
  const { app, desk, quoteId } = await withQuote();
  const other = await quoteDesk(app);
  await other.send();
  await letLeave(app);
  await receive(app, { inReplyTo: quoteId, subject: `Re: ${other.reference}`, text: "The first one" });
  expect(repliesIn((await desk.quote()).body)).toHaveLength(1);
  expect(repliesIn((await other.quote()).body)).toHaveLength(0);
});

test("a mail to a record without a deal is answered from the desk in its conversation; closed, it waits as well", async () => {
  const { app, mail } = await appWithMailServer();
  const reference = await addRecord(app, contactMessageExample);
  const [cookie, desk] = [await app.signIn(), await deskOf(app)];
  await deskCall(app, cookie, "POST auth-name", { full_name: "Mia Rata" });
  await desk.setStatus(reference, "completed");
  const from = "hemi@example.co.nz";
  await receive(app, { from, subject: reference, text: "One more thing", messageId: "<h1@mail.example>" });
  const opened = async () => (await deskCall(app, cookie, `GET desk-record?reference=${reference}`)).body;
  expect(await opened()).toMatchObject({
    record: { status: "completed", asked_at: expect.any(String) },
    messages: [{ words: "One more thing", is_open: true }],
  });
  const [{ id }] = repliesIn(await opened()) as [Message];
  app.advance(1000);
  const reply = { text: "Sure.", key: randomUUID(), in_reply_to: id };
  expect((await deskCall(app, cookie, `POST desk-reply?reference=${reference}`, reply)).status).toBe(200);
  await letLeave(app);
  const sent = mail.messages.find(({ name }) => name.startsWith("reply-"))!;
  expect(sent).toMatchObject({ subject: `Re: ${reference}`, inReplyTo: "<h1@mail.example>" });
  expect(await opened()).toMatchObject({ record: { asked_at: null }, messages: [{ is_open: false }] });
});

test("what needs no answer, was settled on the phone, or lies in a record that is closed then, waits no longer", async () => {
  const { app, desk, record, quoteId } = await withQuote();
  const [cookie, records] = [await app.signIn(), await deskOf(app)];
  const write = async (text: string) => {
    app.advance(1000);
    await receive(app, { inReplyTo: quoteId, text });
    expect(await record()).toMatchObject({ asked_at: expect.any(String), next_step: "answer" });
    return repliesIn((await desk.quote()).body).at(-1)!.id;
  };
  const [thanks, question] = [await write("Thanks!"), await write("One more thing")];
  app.advance(1000);
  const ignore = (id: string) => deskCall(app, cookie, "POST inbox-file", { id, ignore: true });
  expect((await ignore(thanks)).status).toBe(200);
  expect(await record()).toMatchObject({ asked_at: expect.any(String), next_step: "answer" });
  expect((await ignore(question)).status).toBe(200);
  expect(await record()).toMatchObject({ asked_at: null, next_step: "waiting" });
  await write("Ring me");
  app.advance(1000);
  const key = randomUUID();
  await records.call(desk.reference, "", key);
  expect(await record()).toMatchObject({ asked_at: null, next_step: "waiting" });
  await records.takeCallBack(desk.reference, key);
  expect(await record()).toMatchObject({ asked_at: expect.any(String), next_step: "answer" });
  await records.setStatus(desk.reference, "cancelled");
  expect(await record()).toMatchObject({ asked_at: null, next_step: "done" });
  await write("Sorry, one more");
  expect((await record())["status"]).toBe("cancelled");
});

test("a mail that comes while our reply waits to leave still waits for its own answer", async () => {
  const { app, desk, record, quoteId } = await withQuote();
  const cookie = await app.signIn();
  await deskCall(app, cookie, "POST auth-name", { full_name: "Mia Rata" });
  await receive(app, { inReplyTo: quoteId, text: "Does it fit?" });
  app.advance(1000);
  const reply = { text: "It does.", key: randomUUID() };
  await deskCall(app, cookie, `POST desk-reply?reference=${desk.reference}`, reply);
  app.advance(5000);
  await receive(app, { inReplyTo: quoteId, text: "And a 2013?" });
  const at = app.app.services.now().toISOString();
  await letLeave(app);
  expect(await record()).toMatchObject({ next_step: "answer", asked_at: at });
});

test("saying that one mail needs no answer settles no other: of the same moment, or before an automatic one", async () => {
  const { app, desk, record, quoteId } = await withQuote();
  const cookie = await app.signIn();
  for (const text of ["Thanks", "Does it fit?"]) await receive(app, { inReplyTo: quoteId, text });
  app.advance(1000);
  const away = { headers: { "Auto-Submitted": "auto-replied" }, text: "Away" };
  await receive(app, { inReplyTo: quoteId, ...away });
  const ids = new Map(repliesIn((await desk.quote()).body).map(({ id, words }) => [words, id]));
  const ignore = (words: string) =>
    deskCall(app, cookie, "POST inbox-file", { id: ids.get(words), ignore: true });
  for (const words of ["Away", "Thanks"]) {
    await ignore(words);
    expect(await record()).toMatchObject({ next_step: "answer" });
  }
  await ignore("Does it fit?");
  expect(await record()).toMatchObject({ next_step: "waiting", asked_at: null });
});

test("a quote that is sent and taken back leaves the mail waiting; so does an approval by the customer", async () => {
  const { app, desk, record, quoteId } = await withQuote();
  await receive(app, { inReplyTo: quoteId, text: "To the woolshed, please" });
  app.advance(1000);
  const number = await desk.send();
  expect((await desk.call("undo", { number })).status).toBe(200);
  expect(await record()).toMatchObject({ next_step: "answer", asked_at: expect.any(String) });
  const { body } = await desk.quote();
  const [{ content_hash: hash }] = body["versions"] as [{ content_hash: string }];
  const { pathname } = new URL(String(body["link"]));
  const approved = await app.fetch(`${pathname}/approve`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: String(new URLSearchParams({ version: "1", hash, accept: "on" })),
  });
  expect(approved.status).toBe(303);
  expect(await record()).toMatchObject({ next_step: "answer", asked_at: expect.any(String) });
});

test("staff file a mail once, make it a contact message, or ignore it", async () => {
  const app = await buildTestApp();
  const [one, two] = [await addRecord(app, quoteRequestExample), await addRecord(app, contactMessageExample)];
  const cookie = await app.signIn();
  const texts = ["For the first", "From somebody new", "An advertisement"];
  for (const text of texts)
    await receive(app, { from: `New Person <new${text.length}@farm.example>`, subject: "Hi", text });
  const unfiled = async () => (await deskCall(app, cookie, "GET inbox")).body["unfiled"] as Message[];
  const [first, second, third] = (await unfiled()).map(({ id }) => id);
  const file = (body: object) => deskCall(app, cookie, "POST inbox-file", body);
  expect(await file({ id: first, ref: one })).toMatchObject({ status: 200, body: { ref: one } });
  expect(await file({ id: first, ref: two }), "it moves").toMatchObject({ status: 200, body: { ref: two } });
  const contact = await file({ id: second, as: "contact" });
  expect(await file({ id: second, as: "contact" })).toEqual(contact);
  const reference = String(contact.body["ref"]);
  const { record } = await (await deskOf(app)).open(reference);
  expect(record).toMatchObject({
    full_name: "New Person",
    phone: null,
    subject: "Hi",
    message: "From somebody new",
    status: "new",
    answered_at: null,
  });
  expect((await app.rows("outbox")).filter(({ ref_number: ref }) => ref === reference)).toEqual([]);
  expect(await file({ id: third, ignore: true })).toMatchObject({ status: 200, body: { ref: null } });
  expect(await unfiled()).toEqual([]);
  expect(await file({ id: "none", ignore: true })).toMatchObject({ status: 404 });
  expect(await file({ id: third })).toMatchObject({ status: 400 });
  expect((await app.fetch("/functions/v1/inbox")).status).toBe(401);
});

test("automatic answers are noted quietly, our own mails come back unseen", async () => {
  const { app, mail, desk, record, quoteId } = await withQuote();
  const away = { headers: { "Auto-Submitted": "auto-replied (vacation)" }, text: "Back on Monday" };
  expect(await receive(app, { ...away, inReplyTo: quoteId })).toBe("Filed");
  expect(await record()).toMatchObject({ asked_at: null, next_step: "waiting" });
  expect(repliesIn((await desk.quote()).body)).toMatchObject([{ is_automatic: true, is_open: false }]);
  expect(await receive(app, { ...away, from: "list@elsewhere.example" })).toBe("Unfiled");
  const [own] = mail.messages;
  const edited = own!.raw.replace(/^From: .*$/m, "From: Eve <eve@elsewhere.example>");
  await receive(app, Buffer.from(edited));
  for (const { raw } of mail.messages) expect(await receive(app, Buffer.from(raw))).toBe("Filed");
  const cookie = await app.signIn();
  expect((await deskCall(app, cookie, "GET inbox")).body).toEqual({ unfiled: [] });
  const senders = (await app.rows("inbound_mails")).map((row) => row["from_address"]);
  expect(senders).toEqual(["aroha@example.co.nz", "list@elsewhere.example", "eve@elsewhere.example"]);
});

test("a mail about a record that is gone waits for staff", async () => {
  const { app, desk, quoteId } = await withQuote();
  await app.app.services.database.write(async (tx) => {
    await tx.deleteFrom("quote_requests").where("ref_number", "=", desk.reference).execute();
  });
  expect(await receive(app, { inReplyTo: quoteId, text: "Hello?" })).toBe("Unfiled");
});

test.for([
  ["nothing at all", ""],
  ["no header", "\r\nJust words"],
  ["headers without an end", "Subject: Hi\r\nFrom: a@b.example"],
  ["2,000 parts", manyParts(2000)],
  ["a thousand levels", nested(1000)],
  ["a broken address", 'From: "<<<>>>\r\nSubject: =?utf-8?B?////?=\r\n\r\nHi\0there\ud800'],
])("a message with %s is one row that staff see", async ([, source = ""]) => {
  const app = await buildTestApp();
  expect(await receive(app, Buffer.from(source))).toBe("Unfiled");
  expect(await receive(app, Buffer.from(source))).toBe("Unfiled");
  const cookie = await app.signIn();
  expect((await deskCall(app, cookie, "GET inbox")).body["unfiled"]).toHaveLength(1);
});

function manyParts(count: number): string {
  const part =
    '--b\r\nContent-Type: text/plain; name="a.txt"\r\nContent-Disposition: attachment\r\n\r\nx\r\n';
  return `From: a@b.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(count)}--b--`;
}

function nested(levels: number): string {
  const open = (level: number) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`;
  return `From: a@b.example\r\n${Array.from({ length: levels }, (_, level) => open(level)).join("")}\r\nHi`;
}
