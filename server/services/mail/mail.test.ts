import PostalMime from "postal-mime";
import { expect, test } from "vitest";

import { deriveKeys } from "#server/platform/secrets/keyed-hash.ts";

import { composeMail, type MailText } from "./mail.ts";

const settings = {
  from: "Kea & Söhne <desk@wrecker.example>",
  to: "staff@bücher.example",
  replyTo: "",
  siteOrigin: "",
  linkKeys: deriveKeys(""),
};
const plain: MailText = {
  name: "QK-1-staff",
  to: settings.to,
  subject: "Hello",
  text: "Hi\n",
  html: "<p>Hi</p>",
};

function read(mail: Partial<MailText>) {
  return PostalMime.parse(composeMail(settings, { ...plain, ...mail }).source);
}

test.for([
  [
    "macrons and signs",
    "Ōtaika 🚜 front diff",
    `Whangārei = "far"\n.\n--=_QK-1-staff\ntrailing space \n${"ō".repeat(200)}`,
  ],
  ["a long line", "word ".repeat(40).trim(), `${"no-break".repeat(40)}\n`],
])("%s arrive unchanged", async ([, subject = "", text = ""]) => {
  const mail = await read({ subject, text, html: `<pre>${text}</pre>` });
  expect(mail.subject).toBe(subject);
  expect(mail.text?.trimEnd()).toBe(text.trimEnd());
  expect(mail.html?.trimEnd()).toBe(`<pre>${text}</pre>`);
});

test("no value can start another header or part", async () => {
  const mail = await read({
    subject: "Part\r\nBcc: all@example.com\n\nBody",
    replyTo: "a@b.example\r\nCc: c@d.example",
  });
  expect(mail.headers.map((header) => header.key)).not.toContain("bcc");
  expect(mail.cc ?? []).toEqual([]);
  expect(mail.text?.trim()).toBe("Hi");
});

test("lines are ASCII and short enough for every mail server", () => {
  const { source } = composeMail(settings, { ...plain, subject: "ō".repeat(100), html: "ō".repeat(3000) });
  for (const line of source.toString("latin1").split("\r\n")) expect(line).toMatch(/^[\t\x20-\x7e]{0,78}$/);
});

test("names and domains outside ASCII are encoded", async () => {
  const { envelope, source } = composeMail(settings, plain);
  expect(envelope).toEqual({ from: "desk@wrecker.example", to: "staff@xn--bcher-kva.example" });
  expect((await PostalMime.parse(source)).from).toEqual({
    name: "Kea & Söhne",
    address: "desk@wrecker.example",
  });
});
