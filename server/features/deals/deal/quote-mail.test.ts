import { expect, test } from "vitest";

import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { monday } from "#tests/deal-examples.ts";
import { type MailServer } from "#tests/mail-server.ts";
import { draftLine, exampleDraft, quoteDesk, type QuoteDesk } from "#tests/quote-desk.ts";
import { deskCall } from "#tests/staff.ts";

const undoMs = 10_000;
const account = "01-0902-0068389-00";

interface SentMail {
  readonly app: TestApp;
  readonly desk: QuoteDesk;
  readonly mail: MailServer;
  readonly text: string;
  readonly html: string;
  readonly raw: string;
}

/** The mail of a quote with that draft, as a mail server got it. */
async function sentMail(draft: object): Promise<SentMail> {
  const bank = { BANK_ACCOUNT: account, BANK_ACCOUNT_NAME: "QuadKea Example Limited" };
  const { app, mail } = await appWithMailServer("accept", { startAt: monday, environment: bank });
  const desk = await quoteDesk(app);
  await desk.send(draft);
  app.advance(undoMs);
  await app.app.run("outbox");
  const {
    text = "",
    html = "",
    raw,
  } = mail.messages.find(({ messageId }) => messageId?.startsWith("<quote-"))!;
  return { app, desk, mail, text, html, raw };
}

async function linkOf(desk: QuoteDesk): Promise<string> {
  return String((await desk.quote()).body["link"]);
}

test("the text part says everything: lines, grade and its meaning, evidence, freight, total, GST and the link", async () => {
  const lines = [
    draftLine({ quantity: 2 }),
    draftLine({ id: "bolts", text: "Bolt kit", machine: null, grade: null, evidence: [], unit_cents: 555 }),
  ];
  const words = "Kia ora Aroha,\n\nIt came in last week.\nI turned it by hand.\n\nMere";
  const { desk, text } = await sentMail(exampleDraft({ lines, words, fitment: "TRX420FM 2014 to 2018" }));
  expect(text.replaceAll("\r\n", "\n").trimEnd()).toBe(`Your quote is ready

Kia ora Aroha,

It came in last week.
I turned it by hand.

Mere

Nothing is ordered until you say yes. Use the link below; no login needed.

QuadKea

Part 1:      Front diff
             From a Honda TRX420FM 2015
             Grade B: light wear (no mark longer than 10 cm).
             Backlash 0.2 mm
             2 × $185.00 = $370.00
Part 2:      Bolt kit
             $5.55
Fit:         TRX420FM 2014 to 2018
Freight:     $15.00, Courier to your gate (North Island, rural delivery)
Total:       $390.55, includes GST of $50.94
Valid until: the end of Saturday 8 August
Reference:   ${desk.reference}

See it and approve:
${await linkOf(desk)}

--${" "}
QuadKea, Whangārei, Northland. Questions? Reply to this e-mail or ring 09 000 0000. You buy from a business, QuadKea Example Limited, GST number 000-000-000.`);
});

test("without a greeting of their own, staff greet the customer by the first name and sign with theirs", async () => {
  const { app, mail } = await appWithMailServer("accept", { startAt: monday });
  const desk = await quoteDesk(app);
  await deskCall(app, await app.signIn(), "POST auth-name", { full_name: "Mia Rata" });
  const leave = async () => {
    app.advance(undoMs);
    await app.app.run("outbox");
  };
  await desk.send(exampleDraft({ words: "It came in last week.\nStraight as a die." }));
  await leave();
  await desk.send();
  await leave();
  await desk.call("extend", { valid_days: 9 });
  await leave();
  const untilYes = "Nothing is ordered until you say yes.";
  const letters = [
    ["It came in last week.\nStraight as a die.", `${untilYes} Use the link below; no login needed.`],
    [`Please use this quote: the one before no longer holds. ${untilYes}`],
    [`Only its last day has changed. ${untilYes}`],
  ];
  const quotes = mail.messages.filter(({ messageId }) => messageId?.startsWith("<quote-"));
  expect(quotes.map(({ text }) => text?.replaceAll("\r\n", "\n").split("\n\n").slice(1, -4))).toEqual(
    letters.map((words) => ["Hi Aroha,", ...words, "Mia Rata, QuadKea"]),
  );
  expect(quotes[0]?.html).toContain("It came in last week.<br>Straight as a die.</p>");
});

test("alternatives and options are readable, with every possible total", async () => {
  const lines = [
    draftLine(),
    draftLine({
      id: "a",
      kind: "choice",
      group: "axle",
      text: "CV axle, used",
      unit_cents: 9000,
      evidence: [],
    }),
    draftLine({
      id: "b",
      kind: "choice",
      group: "axle",
      text: "CV axle, new",
      grade: null,
      unit_cents: 20_000,
    }),
    draftLine({ id: "o", kind: "option", text: "Bolt kit", grade: null, machine: null, unit_cents: 500 }),
  ];
  const { text, mail } = await sentMail(exampleDraft({ lines }));
  for (const line of [
    /^Either: +CV axle, used$/m,
    /^or: +CV axle, new$/m,
    /^If you like: Bolt kit$/m,
    /CV axle, used \(B\): \$290\.00, includes GST of \$37\.83$/m,
    /CV axle, used \(B\) \+ Bolt kit: \$295\.00, includes GST of \$38\.48$/m,
    /CV axle, new: \$400\.00, includes GST of \$52\.17$/m,
    /CV axle, new \+ Bolt kit: \$405\.00, includes GST of \$52\.83$/m,
    /^See it, choose and approve:$/m,
  ])
    expect(text.replaceAll("\r\n", "\n")).toMatch(line);
  expect(mail.messages.at(-1)?.subject).toMatch(/: from \$290\.00, valid until Saturday 8 August$/);
});

test("with too many ways to choose, the lowest and the highest total are given", async () => {
  const options = Array.from({ length: 6 }, (_, index) =>
    draftLine({ id: `o${index}`, kind: "option", text: `Option ${index}`, unit_cents: 1000 }),
  );
  const { text } = await sentMail(exampleDraft({ lines: [draftLine(), ...options] }));
  expect(text).toMatch(/From \$200\.00, includes GST of \$26\.09\s+to \$260\.00, includes GST of \$33\.91/);
});

test("one link, no bank account, no attachment, no remote image; what staff type stays text", async () => {
  const hostile = `<script>alert(1)</script><a href="https://evil.example">x</a>"'&amp;\u202E`;
  const lines = [draftLine({ text: hostile, machine: hostile, evidence: [hostile] })];
  const { desk, text, html, raw } = await sentMail(exampleDraft({ lines, words: hostile, fitment: hostile }));
  // Short texts, such as the part, lose the mark that turns the direction of reading.
  expect(text.split(hostile)).toHaveLength(4);
  expect(text.split(hostile.slice(0, -1))).toHaveLength(6);
  expect(html).not.toMatch(/<script|<img|<link|evil\.example"|src=|url\(/);
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)).toEqual([await linkOf(desk)]);
  expect(text.match(/https?:\/\/quadkea\S+/g)).toEqual([await linkOf(desk)]);
  expect(raw).not.toMatch(/0068389|attachment|multipart\/mixed/);
});

test("a quote of forty lines fits into 30 KB: its text part has them all", async () => {
  const lines = Array.from({ length: 40 }, (_, index) =>
    draftLine({
      id: `l${index}`,
      text: `Part number ${index} of a long list`,
      evidence: ["No mark", "No play"],
    }),
  );
  const { text, raw, html } = await sentMail(exampleDraft({ lines, words: "ā".repeat(500) }));
  expect(Buffer.byteLength(raw)).toBeLessThanOrEqual(30_000);
  expect(text.match(/Part number \d+ of a long list/g)).toHaveLength(40);
  expect(html).toContain("40, on the page");
});

test("a quote whose mail would be larger than 30 KB is refused with 422", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  await desk.save(exampleDraft({ words: "ā".repeat(5000) }));
  const error = "The e-mail would be larger than 30 KB: use fewer words or lines";
  expect(await desk.call("send")).toMatchObject({ status: 422, body: { error } });
  expect([await app.rows("quote_versions"), await app.rows("outbox")]).toEqual([[], []]);
});

test("what a part cost is in nothing that a visitor can fetch", async () => {
  const draft = exampleDraft({ lines: [draftLine({ cost_cents: 98_765 })], words: "Kia ora" });
  const { app, desk, raw } = await sentMail(draft);
  expect((await desk.quote()).body).toMatchObject({ draft: { lines: [{ cost_cents: 98_765 }] } });
  const path = new URL(await linkOf(desk)).pathname;
  await desk.call("approve", { number: 1, how: "phone", note: "Rang", selection: {} });
  const pages = await Promise.all(["", "/version/1", "/invoice"].map((page) => app.fetch(path + page)));
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
  const seen = [raw, ...(await Promise.all(pages.map((page) => page.text())))];
  for (const text of seen) expect(text).not.toMatch(/98.?765|987\.65|cost_cents/);
});

test("the preview is the mail and the page exactly as they are sent a moment later", async () => {
  const environment = { UNDO_SECONDS: "0" };
  const { app, mail } = await appWithMailServer("accept", { startAt: monday, environment });
  const desk = await quoteDesk(app);
  await desk.save(exampleDraft({ words: "Kia ora <Aroha>" }));
  const { status, body: preview } = await desk.read(`quote-preview?ref=${desk.reference}`);
  expect([status, await app.rows("quote_versions")]).toEqual([200, []]);
  await desk.call("send");
  await app.app.run("outbox");
  const sent = mail.messages.find(({ messageId }) => messageId?.startsWith("<quote-"));
  const page = await app.fetch(new URL(await linkOf(desk)).pathname);
  const plain = (text: unknown) => String(text).replaceAll("\r\n", "\n").trim();
  expect([sent?.subject, plain(sent?.text), plain(sent?.html)]).toEqual(
    [preview["subject"], preview["text"], preview["html"]].map(plain),
  );
  expect(preview["page"]).toBe(await page.text());
});
