import PostalMime from "postal-mime";
import { expect, test } from "vitest";

import { deliveryReport } from "./delivery-report.ts";

const ours = "<quote-QK-ABCDEF-2345-1.aaaaaaaaaaaaaaaaaaaaaa@quadkea.example>";
const receipt = "<receipt-QK-ABCDEF-2345.bbbbbbbbbbbbbbbbbbbbbb@quadkea.example>";

function read(source: string) {
  return PostalMime.parse(source.replaceAll("\n", "\r\n"), { forceRfc822Attachments: true });
}

async function reported(source: string) {
  return deliveryReport(await read(source));
}

const copyOfOurs = `From: QuadKea <website@quadkea.example>
Message-ID: ${ours}
References: ${receipt}
Subject: Your quote QK-ABCDEF-2345: $550.00

Price 550 dollars
`;

interface Report {
  readonly head?: string;
  readonly said?: string;
  readonly status: string;
  readonly copyAs?: string;
}

/** RFC 3464, as servers write it. */
function rfc3464({ head = "", said = "Sorry.", status, copyAs = "message/rfc822" }: Report): string {
  return `Return-Path: <>
From: Mail Delivery System <MAILER-DAEMON@mail.example>
Subject: Undelivered Mail Returned to Sender
${head}Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

${said}
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example

Final-Recipient: rfc822; hemi@farm.example
${status}

--b
Content-Type: ${copyAs}

${copyOfOurs}
--b--
`;
}

const postfix = (code: string, words: string, action = "failed") =>
  rfc3464({ status: `Action: ${action}\nStatus: ${code}\nDiagnostic-Code: smtp; ${words}` });

/** The other server's words, its code first. */
const said = {
  "No such address": [
    "5.1.1 <hemi@farm.example>: Recipient address rejected: User unknown",
    "5.1.10 RESOLVER.ADR.RecipientNotFound; not found by SMTP address lookup",
    "5.4.4 Host or domain name not found. Name service error for name=farm.example",
    "5.2.1 The email account that you tried to reach is inactive",
    "5.7.1 Recipient not found",
    "5.4.1 Recipient address rejected: Access denied",
  ],
  "Their mailbox is full": ["5.2.2 Mailbox is over quota", "4.2.2 The inbox is out of storage space"],
  "Too large for them": ["5.3.4 Message size exceeds fixed limit", "5.2.3 RESOLVER.RST.RecipSizeLimit"],
  "Refused as spam": ["5.7.1 Message rejected: it looks like spam", "5.7.606 Access denied, banned IP"],
  "Their mail server refused it": ["5.7.1 Relaying denied", "5.6.0 It did not please us"],
  "Their mail server could not be reached in time": ["4.4.1 Connection timed out", "4.7.1 Greylisted"],
};
const cases = Object.entries(said).flatMap(([reason, all]) => all.map((words) => [words, reason] as const));

test.for(cases)("%s: %s", async ([words, reason]) => {
  const [code = ""] = words.split(" ");
  const expected = { action: "failed", code, reason, messageIds: [ours] };
  expect(await reported(postfix(code, `550 ${words}`))).toEqual(expected);
});

test("only the action says whether it is a bounce", async () => {
  const actions = {
    failed: "failed",
    expired: "failed",
    delayed: "delayed",
    relayed: "other",
    delivered: "other",
  };
  for (const [written, action] of Object.entries(actions))
    expect(await reported(postfix("4.4.1", "timed out", written))).toMatchObject({ action });
});

test("exim writes 5.0.0 whatever it was: the code is in the words, and its reference is ours", async () => {
  const status = `Action: failed
Status: 5.0.0
Remote-MTA: dns; mx.farm.example
Diagnostic-Code: smtp; 552-5.2.2 The mailbox of this person
 552 5.2.2 is full`;
  const head = `References: ${receipt} ${ours}\nX-Failed-Recipients: hemi@farm.example\n`;
  const report = await reported(rfc3464({ head, status, copyAs: "text/rfc822-headers" }));
  expect(report).toMatchObject({ code: "5.2.2", reason: "Their mailbox is full" });
  expect(report?.messageIds[0]).toBe(ours);
  const delay = rfc3464({ head, status: "Action: delayed\nStatus: 4.0.0", said: "still trying: timed out" });
  expect(await reported(delay)).toMatchObject({ action: "delayed", code: "4.0.0" });
});

test.for<[string, string, object]>([
  [
    "qmail",
    `Return-Path: <>
From: MAILER-DAEMON@mx.example
Subject: failure notice

Hi. This is the qmail-send program at mx.example.
I'm afraid I wasn't able to deliver your message to the following addresses.

<hemi@farm.example>:
192.0.2.5 does not like recipient.
Remote host said: 550 5.1.1 Mailbox not found
Giving up on 192.0.2.5.

--- Below this line is a copy of the message.

${copyOfOurs}`,
    { action: "failed", code: "5.1.1", reason: "No such address", messageIds: [ours] },
  ],
  [
    "Yahoo, without a code that says more",
    `From: MAILER-DAEMON@yahoo.example
Subject: Failure Notice

Sorry, we were unable to deliver your message to the following address.

<hemi@farm.example>:
552: 1 Requested mail action aborted, mailbox not found, quota exceeded

--- Original message below this line ---

${copyOfOurs}`,
    { action: "failed", code: "552", reason: "Their mailbox is full", messageIds: [ours] },
  ],
  [
    "Gmail in its old form",
    `Return-Path: <>
From: Mail Delivery Subsystem <mailer-daemon@googlemail.example>
Subject: Delivery Status Notification (Failure)
X-Failed-Recipients: hemi@farm.example
In-Reply-To: ${ours}
References: ${receipt} ${ours}

Delivery to the following recipient failed permanently:

     hemi@farm.example

The error that the other server returned was:
550 550 5.7.1 This message was blocked because its content looks like spam (state 18).
`,
    { action: "failed", code: "5.7.1", reason: "Refused as spam", messageIds: [ours, receipt] },
  ],
  [
    "Exchange in HTML and text, with our headers at the end",
    `From: postmaster@farm.example
Subject: Undeliverable: Your quote QK-ABCDEF-2345: $550.00

mx.farm.example rejected your message to the following email addresses:
hemi@farm.example
Your message wasn't delivered because the address does not exist.

Original message headers:
Received: from mail.example (192.0.2.1)
Message-ID:
 ${ours}
`,
    { action: "failed", code: null, reason: "No such address", messageIds: [ours] },
  ],
  [
    "sendmail, which is still trying",
    `Return-Path: <>
From: MAILER-DAEMON@mx.example
Subject: Warning: could not send message for past 4 hours

hemi@farm.example... Deferred: 451 4.4.1 Connection timed out

   ----- Original message follows -----
${copyOfOurs}`,
    { action: "delayed", messageIds: [ours] },
  ],
])("a report in the text form of %s", async ([, source, expected]) => {
  expect(await reported(source)).toMatchObject(expected);
});

const answer = (head: string, text = "Yes please.") =>
  `From: Hemi <hemi@farm.example>\nIn-Reply-To: ${ours}\n${head}\n\n${text}\n`;

const asKind = (kind: string) =>
  postfix("5.7.1", "spam").replace("delivery-status;", `${kind};`).replace("e/delivery-status", `e/${kind}`);
const passedOn = postfix("5.1.1", "unknown")
  .replace("Return-Path: <>\n", "")
  .replace("MAILER-DAEMON@mail.example", "hemi@farm.example")
  .replace("multipart/report;", "multipart/mixed;");

test.for([
  ["an answer", answer("Subject: Re: Your quote")],
  ["an answer about a failure", answer("Subject: Delivery has failed", `550 5.1.1\nMessage-ID: ${ours}`)],
  ["an out-of-office", answer("Return-Path: <>\nSubject: Automatic reply: Your quote")],
  ["a complaint about spam", asKind("feedback-report")],
  ["a read receipt", asKind("disposition-notification")],
  ["a report that a person passes on", passedOn],
  ["an empty mail", "\n"],
])("%s is no delivery report", async ([, source = ""]) => {
  expect(await reported(source)).toBeNull();
});

test.for(["Re: Delay with my order", "Automatic reply: delivery status enquiries"])(
  "“%s” is no report, although a forwarder emptied its return path",
  async (subject) => {
    const source = `Return-Path: <>\r\nFrom: hemi@farm.example\r\nSubject: ${subject}\r\nIn-Reply-To: <a@b.example>\r\n\r\nHi\r\n`;
    expect(await reported(source)).toBeNull();
  },
);
