import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { hourMs } from "#domain/durations.ts";
import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { approveOn, dealPage, press } from "#tests/deal-visit.ts";
import { deskOf } from "#tests/desk-calls.ts";
import { type InboundExample, receive } from "#tests/inbound-mail.ts";
import { quoteDesk } from "#tests/quote-desk.ts";
import { deskCall } from "#tests/staff.ts";
import { addRecord, contactMessageExample, quoteRequestExample } from "#tests/submission-examples.ts";

const undoMs = 10_000;
const customer = "aroha@example.co.nz";

type Mail = Readonly<Record<string, unknown>> & { readonly id: string };

async function unfiled(app: TestApp): Promise<Mail[]> {
  return (await deskCall(app, await app.signIn(), "GET inbox")).body["unfiled"] as Mail[];
}

/** A deal whose quote has left, the customer's answer to it, and how it is answered. */
async function answeredQuote(answer: InboundExample) {
  const { app, mail } = await appWithMailServer();
  const desk = await quoteDesk(app);
  await desk.send();
  const leave = async () => {
    app.advance(undoMs);
    await app.app.run("outbox");
  };
  await leave();
  const quote = mail.messages.find(({ name }) => name.startsWith("quote-"));
  await receive(app, { inReplyTo: quote?.messageId ?? "", ...answer });
  app.advance(1000);
  const message = String((await desk.quote()).body["open_question"]);
  return {
    app,
    desk,
    leave,
    answer: (to?: unknown) => desk.call("answer", { message, words: "Yes, it does.", to }),
    mails: mail.messages,
    sent: () => mail.messages.find(({ name }) => name.startsWith("answer-")),
  };
}

const all = {
  to: "sales@quadkea.example, Office <Office@farm.example>",
  cc: "Robin Hill <robin@farm.example>, office@farm.example, Büro <büro@farm.example>",
  text: "Please answer all of us",
};

test("who else reads a mail is named at the desk and not on the customer's page, and one answer goes to all that are chosen", async () => {
  const { app, desk, answer, sent, leave } = await answeredQuote(all);
  const [reply] = ((await desk.quote()).body["messages"] as Mail[]).filter(({ kind }) => kind === "reply");
  expect(reply).toMatchObject({
    reply_to: null,
    copies: [
      { name: "Office", address: "office@farm.example" },
      { name: "Robin Hill", address: "robin@farm.example" },
      { name: "Büro", address: "büro@farm.example" },
    ],
  });
  expect(await answer(["eve@elsewhere.example", customer])).toMatchObject({
    status: 422,
    body: { error: "eve@elsewhere.example is not an address of the mail that you answer" },
  });
  expect(await answer(["büro@farm.example"]), "which is no plain address").toMatchObject({ status: 422 });
  expect((await answer([])).status).toBe(400);
  const to = ["ROBIN@farm.example", customer, "robin@farm.example", "office@farm.example"];
  expect(await answer(to)).toMatchObject({ status: 200 });
  await leave();
  const three = [customer, "office@farm.example", "robin@farm.example"];
  expect(sent()?.envelope.to).toEqual(three);
  expect(sent()?.to?.map(({ address }) => address)).toEqual(three);
  const { pathname } = new URL(String((await desk.quote()).body["link"]));
  expect(sent()?.text).toContain("Yes, it does.");
  expect(`${sent()?.text}${sent()?.html}`, "anybody with it may act").not.toContain("/my/");
  expect(await (await app.fetch(pathname)).text()).not.toMatch(/robin|office@/i);
});

test("to the customer alone, the answer has the link", async () => {
  const { answer, sent, leave } = await answeredQuote(all);
  await answer();
  await leave();
  expect(sent()?.envelope.to).toEqual([customer]);
  expect(sent()?.text).toContain("/my/");
});

test("what the customer asked of us alone is not in an answer to others", async () => {
  const { app, desk, answer, mails, leave } = await answeredQuote(all);
  await answer();
  await press(app, `${dealPage(app, desk.reference)}/ask`, { words: "Keep it from Robin" });
  app.advance(1000);
  await receive(app, { ...all, subject: desk.reference, text: "And the other one?" });
  const message = (await desk.quote()).body["open_question"];
  const to = ["robin@farm.example"];
  expect(await desk.call("answer", { message, words: "It does, too.", to })).toMatchObject({ status: 200 });
  await leave();
  const sent = mails.findLast(({ name }) => name.startsWith("answer-"));
  expect(sent?.envelope.to).toEqual(to);
  expect(sent?.text).toContain("And the other one?");
  expect(`${sent?.text}${sent?.html}`).not.toContain("Keep it from Robin");
});

/** Their mail server says that there is no such address. */
function comeBack({ app: { services } }: TestApp, key: string) {
  const { database, outbox, now } = services;
  const report = { action: "failed", reason: "No such address", code: "5.1.1", at: now() } as const;
  return database.write((tx) => outbox.noteReport(tx, key, report));
}

const problemOf = async (app: TestApp) => (await app.rows("quote_requests"))[0]?.["mail_problem"];

test("an answer to others that comes back is shown, and does not stop what reminds the customer", async () => {
  const { app, desk, answer, leave } = await answeredQuote(all);
  const hash = String((await app.rows("quote_versions"))[0]?.["content_hash"]);
  expect((await approveOn(app, { ...desk, number: 1, hash, totalCents: 0 })).status).toBe(303);
  expect(await answer(["robin@farm.example", customer])).toMatchObject({ status: 200 });
  await leave();
  const mails = () => app.rows("outbox");
  await comeBack(app, String((await mails()).find(({ kind }) => kind === "answer")?.["key"]));
  expect(await problemOf(app)).toBe("bounced");
  const [order] = await app.rows("orders");
  const evening = Date.parse(String(order?.["pay_by"])) - 6 * hourMs; // Of the last day: nobody is reminded at night.
  app.advance(evening - app.app.services.now().getTime());
  await app.app.run("deals");
  expect((await mails()).map(({ kind }) => kind)).toContain("pay");
});

test("an answer to others is no quote that arrived", async () => {
  const { app, desk, answer, leave } = await answeredQuote(all);
  await comeBack(app, `quote/${desk.reference}/1`);
  await answer(["robin@farm.example"]);
  await leave();
  expect(await problemOf(app)).toBe("bounced");
});

test("the customer gets the answer where they want it, and not where somebody else wants it", async () => {
  const replyTo = "Farm <farm@field.example>";
  const own = await answeredQuote({ replyTo, text: "Does it fit?" });
  expect((await own.desk.quote()).body["messages"]).toMatchObject([
    { from: { address: customer }, reply_to: { name: "Farm", address: "farm@field.example" } },
  ]);
  await own.answer();
  await own.leave();
  expect(own.sent()).toMatchObject({ envelope: { to: ["farm@field.example"] } });

  const { app, desk, sent, leave } = await answeredQuote({
    from: "eve@elsewhere.example",
    replyTo,
    text: "!",
  });
  const [{ id }] = (await desk.quote()).body["messages"] as [Mail];
  await deskCall(app, await app.signIn(), "POST inbox-file", { id, ref: desk.reference });
  app.advance(1000);
  await desk.call("answer", { message: id, words: "Yes" });
  await leave();
  expect(sent()).toMatchObject({ envelope: { to: [customer] } });
});

test("from a mailbox nobody reads, a mail is its Reply-To's: suggestions and a contact message; a stranger's Reply-To files nothing", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const reference = await addRecord(app, quoteRequestExample);
  const from = "Web form <noreply@hosting.example>";
  await receive(app, { from, replyTo: `Aroha <${customer}>`, subject: reference, text: "Send it to Eve" });
  const [known] = await unfiled(app);
  expect(known).toMatchObject({
    from: { address: "noreply@hosting.example" },
    reply_to: { address: customer },
    suggestions: [{ ref: reference, why: expect.stringContaining("Same address") }],
  });
  await deskCall(app, cookie, "POST inbox-file", { id: known!.id, ignore: true });

  await receive(app, { from, replyTo: "Jo <jo@field.example>", text: "Do you have tyres?" });
  const [fresh] = await unfiled(app);
  await deskCall(app, cookie, "POST inbox-file", { id: fresh!.id, as: "contact" });
  expect(await app.rows("contact_messages")).toMatchObject([{ full_name: "Jo", email: "jo@field.example" }]);
});

test("a reply to several is stopped when the record's address is corrected, and can be sent again when it failed", async () => {
  const { app, mail } = await appWithMailServer();
  const [cookie, desk] = [await app.signIn(), await deskOf(app)];
  await deskCall(app, cookie, "POST auth-name", { full_name: "Mia Rata" });
  const reference = await addRecord(app, contactMessageExample);
  const from = "hemi@example.co.nz";
  await receive(app, { ...all, from, subject: reference, replyTo: "farm@field.example" });
  const [{ id } = {}] = (await app.rows("inbound_mails")) as Mail[];
  const path = `reference=${reference}`;
  const key = { failing: randomUUID(), stopped: randomUUID() };
  const reply = (of: keyof typeof key, to: string[]) =>
    deskCall(app, cookie, `POST desk-reply?${path}`, { text: "Hi", key: key[of], in_reply_to: id, to });
  const again = (of: keyof typeof key) =>
    deskCall(app, cookie, `POST desk-reply-again?${path}`, { key: key[of] });
  const leave = async () => {
    app.advance(undoMs);
    await app.app.run("outbox");
  };
  const replies = async () => {
    const { body } = await deskCall(app, cookie, `GET desk-record?${path}`);
    return (body["mails"] as Mail[]).filter(({ kind }) => kind === "reply");
  };
  expect((await reply("failing", ["eve@elsewhere.example"])).status).toBe(422);
  mail.setMode("refuse-rcpt");
  await reply("failing", ["robin@farm.example", "farm@field.example"]);
  await leave();
  const to = "farm@field.example, robin@farm.example";
  expect(await replies()).toMatchObject([{ state: "failed", to, is_readdressed: false }]);
  mail.setMode("accept");
  expect((await again("failing")).status).toBe(200);
  await leave();
  const [sent] = mail.messages.filter(({ name }) => name.startsWith("reply-"));
  expect(sent?.envelope.to.join(", ")).toBe(to);

  await reply("stopped", ["robin@farm.example"]);
  await desk.correct(reference, { email: "hemi@new.example" });
  await leave();
  const corrected = { state: "failed", error: "readdressed", is_readdressed: true };
  expect(await replies()).toMatchObject([{ state: "sent" }, corrected]);
  expect((await again("stopped")).status).toBe(409);
});
