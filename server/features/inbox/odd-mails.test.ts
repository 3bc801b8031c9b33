import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { inboundMail, receive } from "#tests/inbound-mail.ts";
import { deskCall } from "#tests/staff.ts";

/** What is kept of each of some mails. */
async function shown(...sources: readonly (Buffer | string)[]) {
  const app = await buildTestApp();
  for (const [index, source] of sources.entries()) {
    const head = `From: Jo <jo@example.com>\r\nMessage-ID: <${index}@example.com>\r\n`;
    await receive(app, Buffer.concat([Buffer.from(head), Buffer.from(source)]));
  }
  return { app, mails: await app.rows("inbound_mails"), files: await app.rows("inbound_files") };
}

const alternative = (text: string, html: string) =>
  `Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n${text}\r\n--b\r\nContent-Type: text/html\r\n\r\n${html}\r\n--b--\r\n`;

test.for([
  [
    "Sent as HTML: use another program.",
    "<p>Send the <b>right</b> one to Taihape</p>",
    "Sent as HTML: use another program.\n\nSend the right one to Taihape",
  ],
  [
    "See the list below for the parts.",
    "<p>See the list below for the parts.</p><ol><li>Hub<li>Diff</ol>",
    "See the list below for the parts.\n\n1. Hub\n2. Diff",
  ],
  [
    "The left one is cracked.",
    "<p>The right one is cracked.</p>",
    "The left one is cracked.\n\nThe right one is cracked.",
  ],
  ["No", "<p>I know</p>", "No\n\nI know"],
  ["Stub", "<p>👍</p>", "Stub\n\n👍"],
  [
    "Look at *this* please, it is mine",
    "<p>Look at <a href='https://example.com/a'>this</a> please, it is mine</p>",
    "Look at *this* please, it is mine",
  ],
  [
    "The list is below.\r\nScanned by Guard",
    "<p>The list is below.</p><p>Front diff</p>",
    "The list is below.\nScanned by Guard\n\nFront diff",
  ],
  ["OK", "<p>ok</p>", "OK"],
  ["Yes 👍", "<p>Yes <img alt='👍🏽' src='cid:a'></p>", "Yes 👍"],
  ["Trish\r\n[A logo]\r\nPh 5", "<p>Trish</p><img alt='A logo'><p>Ph 5</p>", "Trish\n[A logo]\nPh 5"],
])(
  "words of both parts are shown, once if they are the same: %s and %s",
  async ([text = "", html = "", words]) => {
    const { mails } = await shown(alternative(text, html));
    expect(mails).toMatchObject([{ words, full_text: words }]);
  },
);

test("an emoji that is a picture is shown, and open brackets cost no time", async () => {
  const { mails } = await shown(
    "Content-Type: text/html\r\n\r\n<img alt='👍' src='cid:a'><img alt='my logo'>",
    `Content-Type: text/html\r\n\r\n${"<".repeat(200_000)}`,
  );
  expect(mails.map(({ full_text }) => full_text)).toEqual(["👍", ""]);
});

test("a body that is called an attachment, or lacks its boundary, is read", async () => {
  const { mails } = await shown(
    "Content-Type: text/html; name=a.html\r\nContent-Disposition: attachment\r\n\r\n<p>one</p>",
    "Content-Type: application/octet-stream; name=document.htm\r\n\r\n<p>two</p>",
    "Content-Type: text\r\n\r\nthree",
    "Content-Type: multipart/alternative; boundary=never\r\n\r\nfour",
    "Content-Type: multipart/mixed\r\n\r\nfive",
    'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: multipart/alternative; boundary="never"\r\n\r\nsix\r\n--b--',
  );
  expect(mails.map(({ words }) => String(words).trim())).toEqual("one two three four five six".split(" "));
});

const words = "Kei Whangārei mātou – ring me";
const utf8 = Buffer.from(words);

test("UTF-8 is read as UTF-8, whatever it is called, and other texts as they are called", async () => {
  const part = (type: string, body: Buffer) =>
    Buffer.concat([Buffer.from(`Content-Type: ${type}\r\n\r\n`), body]);
  const names = ["us-ascii", "unknown-8bit", "iso-8859-1", "gb2312", "shift_jis", "utf-16"];
  const { mails } = await shown(
    ...names.flatMap((name) => [
      part(`text/plain; charset=${name}`, utf8),
      part(`text/html; charset=${name}`, utf8),
    ]),
    part(
      "text/plain; charset=us-ascii\r\nContent-Transfer-Encoding: base64",
      Buffer.from(utf8.toString("base64")),
    ),
  );
  expect(new Set(mails.map((mail) => String(mail["words"]).trim()))).toEqual(new Set([words]));
  const others = await shown(
    part("text/plain; charset=iso-8859-1", Buffer.from("caf\xe9", "latin1")),
    part("text/plain; charset=iso-2022-jp", Buffer.from("\x1b$B%F%9%H\x1b(B")),
    part(
      "text/plain; charset=utf-16le\r\nContent-Transfer-Encoding: base64",
      Buffer.from(Buffer.from("Whare 臄", "utf16le").toString("base64")),
    ),
  );
  expect(others.mails.map((mail) => String(mail["words"]).trim())).toEqual(["café", "テスト", "Whare 臄"]);
});

test("headers in UTF-8 are read as such", async () => {
  const encoded = [...utf8].map((byte) => `=${byte.toString(16).toUpperCase()}`);
  const inTwo = [encoded.slice(0, 10), encoded.slice(10)].map((half) => `=?iso-8859-1?Q?${half.join("")}?=`);
  const { mails } = await shown(
    `Subject: ${inTwo.join("\r\n ")}\r\n\r\nHi`,
    `Subject: =?us-ascii?B?${utf8.toString("base64")}?=\r\n\r\nHi`,
    `Subject: ${words}\r\n\r\nHi`,
    "Subject: =?iso-8859-1?Q?caf=E9?=\r\n\r\nHi",
  );
  expect(mails.map(({ subject }) => subject)).toEqual([words, words, words, "café"]);
});

const attached = (filename: string, content: Buffer | string, contentType = "message/rfc822") => ({
  filename,
  content,
  contentType,
});

async function mechanicsMail(): Promise<Buffer> {
  const innermost = await inboundMail({
    from: "Kim <kim@example.com>",
    subject: "Number",
    text: "It is 41400-HP5",
  });
  const attachments = [attached("number.eml", innermost), attached("shaft.jpg", "x", "image/jpeg")];
  return inboundMail({
    from: "Mechanic <m@example.com>",
    subject: "Shaft",
    text: "Get this one",
    attachments,
  });
}

const read = [
  "From: Mechanic <m@example.com>",
  "Subject: Shaft",
  "Get this one",
  "Attached: number.eml",
  "From: Kim <kim@example.com>",
  "It is 41400-HP5",
  "Attached: shaft.jpg",
];

test("a mail that is attached to a mail can be opened, and one that is attached to that", async () => {
  const attachments = [attached("shaft.eml", await mechanicsMail())];
  const app = await buildTestApp();
  await receive(app, await inboundMail({ text: "My mechanic wrote this.", attachments }));
  expect(await app.rows("inbound_mails")).toMatchObject([{ words: "My mechanic wrote this." }]);
  const [file] = await app.rows("inbound_files");
  expect(file).toMatchObject({ name: "shaft.eml", kept: "download" });
  const cookie = await app.signIn();
  const { body } = await deskCall(app, cookie, "GET inbox");
  expect(body).toMatchObject({ unfiled: [expect.anything()] });
  const text = Buffer.from(file!["content"] as Uint8Array).toString();
  for (const line of read) expect(text).toContain(line);
});

test("a mail with nothing but an attached mail shows that mail's words", async () => {
  const app = await buildTestApp();
  await receive(
    app,
    await inboundMail({ attachments: [attached("", await mechanicsMail(), "message/rfc822")] }),
  );
  const [mail] = await app.rows("inbound_mails");
  for (const line of read) expect(mail!["words"]).toContain(line);
});

test("mails attached to each other without end are named below the third", async () => {
  let mail = await inboundMail({ text: "deepest" });
  for (let depth = 5; depth > 0; depth -= 1)
    mail = await inboundMail({ text: `depth ${depth}`, attachments: [attached(`${depth}.eml`, mail)] });
  const app = await buildTestApp();
  await receive(app, mail);
  const [file] = await app.rows("inbound_files");
  const text = Buffer.from(file!["content"] as Uint8Array).toString();
  expect(text).toMatch(/depth 2.*depth 3.*depth 4.*Attached: 4\.eml$/s);
});
