import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { nzInstant } from "#domain/nz-time.ts";
import { newWords } from "#server/features/inbox/new-words.ts";
import { messageId, ownMailName } from "#server/services/mail/message-id.ts";
import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import type { TestApp } from "#tests/build-test-app.ts";
import { addQuote, approveQuote } from "#tests/deal-examples.ts";
import { dealPage, press } from "#tests/deal-visit.ts";
import type { ReceivedMail } from "#tests/mail-server.ts";
import { offerDesk } from "#tests/offer-desk.ts";
import { quoteDesk } from "#tests/quote-desk.ts";
import { deskCall } from "#tests/staff.ts";
import { addRecord, contactMessageExample, quoteRequestExample } from "#tests/submission-examples.ts";

const mondayAfternoon = nzInstant("2026-08-03", "14:00");
const hourMs = 60 * 60_000;

async function pass(app: TestApp, hours: number): Promise<void> {
  app.advance(hours * hourMs);
  await app.app.run("deals");
  await app.app.run("outbox");
}

/** The reference of a request whose receipt has left. */
async function requested(app: TestApp): Promise<string> {
  const email = `${randomUUID()}@example.co.nz`;
  const reference = await addRecord(app, quoteRequestExample, { email });
  await app.app.services.mailStep.settled();
  await app.app.run("outbox");
  return reference;
}

/** A quote, its correction and its extension; a question with its answer; a reply. */
async function talk(app: TestApp): Promise<void> {
  const reference = await requested(app);
  const desk = await quoteDesk(app, { reference });
  const leave = () => pass(app, 0.01);
  await desk.send();
  await leave();
  await desk.send();
  await leave();
  await desk.call("extend", { valid_days: 9 });
  await leave();
  await press(app, `${dealPage(app, reference)}/ask`, { words: "Is it straight?" });
  const { messages } = (await desk.quote()).body as { messages: { id: string }[] };
  await desk.call("answer", { message: messages[0]?.id, words: "It is." });
  await reply(app, reference);
  await leave();
}

async function reply(app: TestApp, reference: string): Promise<void> {
  const cookie = await app.signIn();
  await deskCall(app, cookie, "POST auth-name", { full_name: "Mia Rata" });
  const body = { text: "Hi Aroha", key: randomUUID() };
  const answer = await deskCall(app, cookie, `POST desk-reply?reference=${reference}`, body);
  expect(answer.status).toBe(200);
}

/** One order that is paid in two parts, sent, returned and paid back, and one that lapses. */
async function order(app: TestApp): Promise<void> {
  const [paid, lapsed] = [await requested(app), await requested(app)];
  for (const reference of [paid, lapsed]) await approveQuote(app, await addQuote(app, { reference }));
  await pass(app, 43);
  const cookie = await app.signIn();
  const by = { ref: paid, method: "transfer", received_on: "2026-08-05" };
  for (const amount_cents of [5000, 15_000]) {
    await deskCall(app, cookie, "POST payment", { ...by, amount_cents });
    await app.app.run("outbox");
  }
  await deskCall(app, cookie, "POST parcel", {
    ref: paid,
    carrier: "NZ Post",
    tracking: "AB1",
    anyway: true,
  });
  await pass(app, 72);
  await press(app, `${dealPage(app, paid)}/return`, { kind: "faulty", line: "diff" });
  const [asked] = await app.rows("returns");
  await deskCall(app, await app.signIn(), "POST return", {
    ref: paid,
    id: asked?.["id"],
    change: "agree",
    words,
  });
  const refund = { ref: paid, amount_cents: 20_000, method: "transfer", note: words };
  expect((await deskCall(app, await app.signIn(), "POST refund", refund)).status).toBe(200);
  await pass(app, 0.01);
}

/** As much as fits into a mail. */
const words = `${"Pack it well. ".repeat(60)}\n\nSend it <b>to</b> https://quadkea.example/yard.`;

/** A machine: photos, an offer, a second one that holds longer, a third one, and its pick-up. */
async function sell(app: TestApp): Promise<void> {
  const desk = await offerDesk(app);
  await desk.call("photoRequest", { shots: ["dash"], words: words.slice(0, 800) });
  await desk.send({ words: words.slice(0, 800) });
  await desk.call("offerExtend", { valid_days: 9 });
  await pass(app, 0.01);
  await desk.send({ amount_cents: 130_000 });
  await desk.accept(3);
  await pass(app, 0.01);
}

/** What its Message-ID says: `quote-QK-…-1`, `QK-…-staff`. */
function kindOf({ name }: ReceivedMail): string {
  if (name.endsWith("-asked")) return "asked";
  return name.endsWith("-staff") ? "request" : (/^(pick-up|[a-z]+)-/.exec(name)?.[1] ?? "");
}

const valueOf = (mail: ReceivedMail, key: string) => mail.headers.find((one) => one.key === key)?.value;

const suppress = "DR, RN, NRN, OOF, AutoReply";
const automatic = ["auto-generated", suppress];
const byHand = [undefined, undefined];

/** Mails with a heading of ours: not a letter, and not to staff. */
const isHeaded = (kind: string) => !["request", "staff", "reply"].includes(kind);

test("every mail says whether a person sent it, all about one record are one conversation, and words above it are told from it", async () => {
  const { app, mail } = await appWithMailServer("accept", { startAt: mondayAfternoon });
  await talk(app);
  await order(app);
  await sell(app);
  const message = await addRecord(app, contactMessageExample);
  await reply(app, message);
  await addQuote(app, { reference: await requested(app) });
  await pass(app, 96);
  const seen = new Map<string, Set<string>>();
  for (const one of mail.messages) {
    const kind = kindOf(one);
    const marks = [valueOf(one, "auto-submitted"), valueOf(one, "x-auto-response-suppress")];
    seen.set(kind, (seen.get(kind) ?? new Set()).add(JSON.stringify(marks)));
    const quoted = [{ text: `Yes please\n\n${one.text}` }, { html: `<p>Yes please</p>${one.html}` }];
    for (const answer of isHeaded(kind) ? quoted : [])
      expect([kind, newWords(answer).words]).toEqual([kind, "Yes please"]);
    const [reference] = /QK-\w{6}-\w{4}/.exec(one.subject ?? "") ?? [];
    const receipt = messageId(app.app.services.linkKeys, `receipt-${reference}`, "quadkea.example");
    expect(ownMailName(app.app.services.linkKeys, one.messageId ?? "")).toBe(one.name);
    const isFirst = one.messageId === receipt || reference === undefined;
    expect([kind, one.inReplyTo, one.references]).toEqual([
      kind,
      ...(isFirst ? [undefined, undefined] : [receipt, receipt]),
    ]);
  }
  for (const one of mail.messages.filter((each) => /^re(?:turn|fund)$/.test(kindOf(each)))) {
    expect(String(one.html).match(/href="/g)).toHaveLength(1);
    expect(one.html).toContain("Send it &lt;b&gt;to");
    expect(one.text).toContain("Send it <b>to</b>");
  }
  const expected = {
    request: automatic,
    receipt: ["auto-replied", suppress],
    quote: byHand,
    answer: byHand,
    reply: byHand,
    return: byHand,
    asked: automatic,
    refund: automatic,
    photos: byHand,
    offer: byHand,
    "pick-up": automatic,
    reminder: automatic,
    staff: automatic,
    order: automatic,
    pay: automatic,
    part: automatic,
    paid: automatic,
    parcel: automatic,
    lapsed: automatic,
  };
  expect(Object.fromEntries([...seen].map(([kind, marks]) => [kind, [...marks]]))).toEqual(
    Object.fromEntries(Object.entries(expected).map(([kind, marks]) => [kind, [JSON.stringify(marks)]])),
  );
});
