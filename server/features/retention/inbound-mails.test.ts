import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { expect, test, vi } from "vitest";

import { dayMs } from "#domain/durations.ts";
import { nzInstant } from "#domain/nz-time.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { inboundMail, receive } from "#tests/inbound-mail.ts";
import { person } from "#tests/person-command.ts";
import { quoteDesk } from "#tests/quote-desk.ts";
import { deskCall } from "#tests/staff.ts";
import { addRecord, contactMessageExample } from "#tests/submission-examples.ts";

import { eraseAgain, erasureFiles, readErasures } from "./erasures.ts";

// Commands are processes of their own, which take their time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const email = "moana.tahi@example.co.nz";
const notes = { filename: "notes.txt", content: "moana.tahi wrote this" };

/** A record of Moana with an answer of hers and one from another address, a mail of hers in no record, and one of somebody else. */
async function addMails(app: TestApp): Promise<string> {
  const reference = await addRecord(app, contactMessageExample, { email });
  await app.app.services.mailStep.settled();
  const from = `Moana <${email.toUpperCase()}>`;
  await receive(app, { from, subject: `Re: ${reference}`, text: "In the record", attachments: [notes] });
  await receive(app, { from, subject: "Hello", text: "In no record", attachments: [notes] });
  await receive(app, { from: "somebody@example.co.nz", subject: "Hello", text: "Not hers" });
  return reference;
}

const wordsIn = async (app: TestApp) => (await app.rows("inbound_mails")).map(({ words }) => words);
const countIn = async (app: TestApp, table: string) => (await app.rows(table)).length;

test("an export has a person's mails, with their files and the messages as they came", async () => {
  const app = await buildTestApp();
  const reference = await addMails(app);
  const held = JSON.parse(await person(app, "export", email));
  const text = Buffer.from(notes.content).toString("base64");
  const file = { name: "notes.txt", bytes: notes.content.length, content: text };
  expect(held.inbound_mails).toMatchObject([
    { ref_number: reference, from_address: email, words: "In the record", files: [file] },
    { ref_number: null, words: "In no record", files: [file] },
  ]);
  const source = Buffer.from(held.inbound_mails[1].source, "base64").toString();
  expect(source).toContain("Subject: Hello\r\n");
  expect(source).toContain(text);
});

test("an erasure removes a person's mails in the database and in the folder, and a restore does it again", async () => {
  const app = await buildTestApp();
  const folder = join(app.dataDir, "inbox");
  const filed = join(folder, "QuadKea", "Filed");
  await mkdir(filed, { recursive: true });
  const reference = await addMails(app);
  const from = `Moana <${email}>`;
  await writeFile(join(folder, "new.eml"), await inboundMail({ from, text: "Just sent" }));
  await writeFile(join(filed, "hers.eml"), `From: Hemi <hemi@example.co.nz>\nSubject: ${reference}\n\nYes`);
  await writeFile(join(filed, "other.eml"), await inboundMail({ text: "Not hers" }));
  expect(JSON.parse(await person(app, "export", email))).toMatchObject({
    inbox_files: ["new.eml", join("QuadKea", "Filed", "hers.eml")],
  });
  const report = await person(app, "erase", email);
  expect(report).toMatch(/contact_messages 1, .*mails in no record 1, mails \d+/);
  expect(await wordsIn(app)).toEqual(["Not hers"]);
  expect([await countIn(app, "inbound_files"), await countIn(app, "inbound_sources")]).toEqual([0, 1]);
  const search = promisify(execFile)("grep", ["-rlaiE", `moana|${reference}`, "inbox"], { cwd: app.dataDir });
  await expect(search).rejects.toMatchObject({ code: 1, stdout: "" });

  // As in a backup from before.
  app.shiftClock(-dayMs);
  await receive(app, { from, subject: "Hello", text: "In no record" });
  app.shiftClock(2 * dayMs);
  await receive(app, { from, subject: "Hello", text: "Asked again since" });
  const { erasures } = await readErasures(erasureFiles(app.config), app.app.services.linkKeys);
  await eraseAgain(app.app.services, erasures);
  expect(await wordsIn(app)).toEqual(["Not hers", "Asked again since"]);
});

const partner = "pat@farm.example";

/** A mail of the partner, filed by staff as the customer's own. */
async function addPartnerMail(app: TestApp, ref: string): Promise<string> {
  const text = "Leave it at the shed";
  await receive(app, { from: `Pat <${partner}>`, subject: "Hello", text, attachments: [notes] });
  const mail = (await app.rows("inbound_mails")).find(({ state }) => state === "unfiled");
  const id = String(mail?.["id"]);
  await deskCall(app, await app.signIn(), "POST inbox-file", { id, ref });
  app.advance(1000);
  return id;
}

async function quotedDeal(app: TestApp) {
  const desk = await quoteDesk(app);
  await desk.send();
  app.advance(11_000);
  await app.app.run("outbox");
  const standing = async () => {
    const { open_question, messages } = (await desk.quote()).body;
    const [{ next_step, asked_at } = {}] = await app.rows("quote_requests");
    return { open_question, messages, next_step, asked_at };
  };
  return { desk, standing };
}

test("what somebody wrote into others' records is exported; erased, only the event stays, and no answer to it is due", async () => {
  const app = await buildTestApp();
  const { desk, standing } = await quotedDeal(app);
  const contact = await addRecord(app, contactMessageExample, { email });
  for (const reference of [contact, desk.reference]) await addPartnerMail(app, reference);
  const at = app.app.services.now().toISOString();
  await receive(app, { from: email, subject: contact, text: "From Moana" });
  expect(await standing()).toMatchObject({ next_step: "answer", asked_at: expect.any(String) });
  const { inbound_mails: held } = JSON.parse(await person(app, "export", partner));
  expect(held).toMatchObject([
    { ref_number: contact, words: "Leave it at the shed", files: [{ name: "notes.txt" }] },
    { ref_number: desk.reference },
  ]);

  expect(await person(app, "erase", partner)).toContain("mails in other people's records 2");
  for (const table of [
    "inbound_mails",
    "deal_messages",
    "record_events",
    "quote_requests",
    "contact_messages",
    "outbox",
  ])
    expect(JSON.stringify(await app.rows(table))).not.toMatch(/pat@|shed/i);
  expect([await countIn(app, "inbound_files"), await countIn(app, "inbound_sources")]).toEqual([0, 1]);
  const events = (await app.rows("record_events")).filter(({ type }) => type === "mail_in");
  expect(events).toHaveLength(3);
  const standsStill = { next_step: "waiting", asked_at: null, open_question: null, messages: [] };
  expect(await standing()).toEqual(standsStill);
  expect(await app.rows("contact_messages"), "Moana still waits").toMatchObject([{ asked_at: at }]);

  // As in a backup from before.
  app.shiftClock(-dayMs);
  await addPartnerMail(app, contact);
  app.shiftClock(2 * dayMs);
  await addPartnerMail(app, contact);
  const { erasures } = await readErasures(erasureFiles(app.config), app.app.services.linkKeys);
  await eraseAgain(app.app.services, erasures);
  expect(await wordsIn(app)).toEqual(["From Moana", "Leave it at the shed"]);
});

test("what was answered with an erased mail stays answered", async () => {
  const app = await buildTestApp();
  const { desk, standing } = await quotedDeal(app);
  const { pathname } = new URL(String((await desk.quote()).body["link"]));
  const body = new URLSearchParams({ words: "Does it fit?" });
  await app.fetch(`${pathname}/ask`, { method: "POST", body });
  app.advance(1000);
  const message = await addPartnerMail(app, desk.reference);
  expect((await desk.call("answer", { message, words: "It does." })).status).toBe(200);
  await person(app, "erase", partner);
  expect(await standing()).toMatchObject({
    open_question: null,
    next_step: "waiting",
    messages: [{ kind: "question" }, { kind: "answer" }],
  });
});

test("a person's mails in a record of their own stay with it if it led to an order", async () => {
  const app = await buildTestApp();
  const { desk } = await quotedDeal(app);
  await receive(app, { subject: desk.reference, text: "Mine" });
  const { database } = app.app.services;
  await database.write((tx) => tx.updateTable("quote_requests").set({ order_placed: true }).execute());
  await person(app, "erase", "aroha@example.co.nz");
  expect(await wordsIn(app)).toEqual(["Mine"]);
  await person(app, "erase", "aroha@example.co.nz", "--orders");
  expect(await wordsIn(app)).toEqual([]);
});

test("messages as they came go after 90 days, mails with their record or when it would have gone", async () => {
  const app = await buildTestApp({ startAt: nzInstant("2026-08-03", "14:00") });
  await addMails(app);
  const night = async (day: string) => {
    app.advance(nzInstant(day, "03:30").getTime() - app.app.services.now().getTime());
    await app.app.run("retention");
  };
  await night("2026-11-01");
  expect(await countIn(app, "inbound_sources")).toBe(3);
  await night("2026-11-03");
  expect([await countIn(app, "inbound_sources"), await countIn(app, "inbound_files")]).toEqual([0, 2]);
  await night("2028-08-02");
  expect(await countIn(app, "inbound_mails")).toBe(3);
  await night("2028-08-04");
  expect([await countIn(app, "inbound_mails"), await countIn(app, "inbound_files")]).toEqual([0, 0]);
});

test("a mail in no record that was sent for somebody, whose address is in Reply-To only, is exported and erased", async () => {
  const app = await buildTestApp();
  const from = "Web form <noreply@hosting.example>";
  await receive(app, { from, replyTo: `Moana <${email}>`, text: "Have you a diff?" });
  await receive(app, { from, replyTo: "jo@field.example", text: "Not hers" });
  const held = JSON.parse(await person(app, "export", email));
  expect(held.inbound_mails).toMatchObject([{ words: "Have you a diff?" }]);
  await person(app, "erase", email);
  expect(await wordsIn(app)).toEqual(["Not hers"]);
});
