import { expect, test } from "vitest";

import { messageId } from "#server/services/mail/message-id.ts";
import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { inboundMail, receive } from "#tests/inbound-mail.ts";
import { quoteDesk } from "#tests/quote-desk.ts";
import { addRecord, quoteRequestExample } from "#tests/submission-examples.ts";

/** A quote that has left. */
async function withQuote() {
  const { app, mail } = await appWithMailServer();
  const reference = await addRecord(app, quoteRequestExample);
  await (await quoteDesk(app, { reference })).send();
  app.advance(11_000);
  await app.app.run("outbox");
  const idOf = (name: string) => messageId(app.app.services.linkKeys, name, "quadkea.example");
  const states = async () =>
    Object.fromEntries((await app.rows("outbox")).map(({ kind, state }) => [kind, state]));
  return {
    app,
    mail,
    idOf,
    states,
    quote: `quote-${reference}-1`,
    receipt: `receipt-${reference}`,
    reference,
  };
}

/** As exim writes it: it names the mail's thread as well. */
function reportAbout(id: string, references: readonly string[] = []): Buffer {
  const lines = [
    "Return-Path: <>",
    "From: Mail Delivery System <Mailer-Daemon@mx.example>",
    "Subject: Mail delivery failed: returning message to sender",
    "Auto-Submitted: auto-replied",
    `References: ${[...references, id].join(" ")}`,
    `Message-ID: <${Math.random()}@mx.example>`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    "\r\n--b\r\nContent-Type: text/plain\r\n\r\nSorry.",
    "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n",
    "Action: failed\r\nStatus: 5.0.0\r\nDiagnostic-Code: smtp; 550 5.1.1 No such user\r\n",
    `--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: ${id}\r\n--b--\r\n`,
  ];
  return Buffer.from(lines.join("\r\n"));
}

test("a report is about the mail whose id it returns, whatever else it names, and once", async () => {
  const { app, idOf, states, quote, receipt } = await withQuote();
  const report = reportAbout(idOf(quote), [idOf(receipt)]);
  expect([await receive(app, report), await receive(app, report)]).toEqual(["Filed", "Filed"]);
  expect(await states()).toEqual({ receipt: "sent", quote: "bounced" });
  const mailEvents = (await app.rows("record_events")).filter(({ becomes }) => becomes === "bounced");
  expect(mailEvents).toHaveLength(1);
});

test("a report about a mail to staff, or with an id that anybody could make, waits for staff and changes nothing", async () => {
  const { app, idOf, states, quote, receipt, reference } = await withQuote();
  const forged = idOf(quote).replace(/\.[\w-]{22}@/, `.${"A".repeat(22)}@`);
  for (const id of [idOf(`${reference}-staff`), forged])
    expect(await receive(app, reportAbout(id, id === forged ? [] : [idOf(receipt)]))).toBe("Unfiled");
  expect(await states()).toEqual({ receipt: "sent", quote: "sent" });
});

test("no mail is ever sent in answer to a mail by itself", async () => {
  const { app, mail, idOf, quote } = await withQuote();
  const before = mail.messages.length;
  const subject = "Automatic reply: Your quote";
  const away = { "Return-Path": "<>", "X-Auto-Response-Suppress": "All" };
  const inReplyTo = idOf(quote);
  const text = "I am away until Monday.";
  await receive(app, await inboundMail({ inReplyTo, subject, text, headers: away }));
  await receive(app, reportAbout(inReplyTo));
  await receive(app, { subject: "Hello", from: "somebody@else.example", text: "Are you there?" });
  app.advance(60 * 60_000);
  await app.app.run("outbox");
  expect(mail.messages.slice(before).map(({ name }) => name)).toEqual([]);
});
