import { expect, test } from "vitest";

import { deriveKeys } from "#server/platform/secrets/keyed-hash.ts";

import { composeMail, type MailText } from "./mail.ts";
import { messageId, ownMailName, type Thread } from "./message-id.ts";

const linkKeys = deriveKeys("a secret");
const settings = {
  from: "Kea <desk@kea.example>",
  to: "sales@kea.example",
  replyTo: "",
  siteOrigin: "",
  linkKeys,
};
const name = "quote-QK-ABCDEF-2345-1";
const id = messageId(linkKeys, name, "kea.example");

test("a Message-ID of ours names its mail, whatever our domain was", () => {
  expect(id).toMatch(/^<quote-QK-ABCDEF-2345-1\.[\w-]{22}@kea\.example>$/);
  expect(ownMailName(linkKeys, id)).toBe(name);
  expect(ownMailName(linkKeys, id.replace("kea.example", "old.example"))).toBe(name);
});

test.for([
  ["without a tag", `<${name}@kea.example>`],
  ["with the tag of another mail", id.replace("-1.", "-2.")],
  ["with another tag", id.replace(/.@/, (last) => (last === "A@" ? "B@" : "A@"))],
  ["of another installation", messageId(deriveKeys("another secret"), name, "kea.example")],
  ["without brackets", id.slice(1, -1)],
  ["with more after it", `${id} <other@kea.example>`],
])("an id %s is not ours", ([, other = ""]) => {
  expect(ownMailName(linkKeys, other)).toBeNull();
});

function threadOf(thread: Thread) {
  const text: MailText = {
    name,
    refNumber: "QK-ABCDEF-2345",
    to: settings.to,
    subject: "Re",
    text: "",
    html: "",
  };
  const head = composeMail(settings, { ...text, thread })
    .source.toString()
    .replaceAll(/\r\n[ \t]/g, " ");
  const read = (header: string) => new RegExp(`^${header}: (.*)\r$`, "m").exec(head)?.[1];
  return { inReplyTo: read("In-Reply-To"), references: read("References")?.split(" "), head };
}

const receipt = messageId(linkKeys, "receipt-QK-ABCDEF-2345", "kea.example");

test("an answer to a customer's mail is in the customer's conversation and in ours", () => {
  const { inReplyTo, references } = threadOf({ inReplyTo: "<b@farm.example>", references: [receipt, id] });
  expect([inReplyTo, references]).toEqual(["<b@farm.example>", [receipt, id, "<b@farm.example>"]]);
});

test("no Message-ID from outside can write a header", () => {
  const bad = ["<a@b>\r\nBcc: <c@d>", "<a b@c>", "<ā@b>", "a@b", "<<a@b>>", `<${"a".repeat(250)}@b>`];
  const { inReplyTo, references, head } = threadOf({ inReplyTo: bad[0] ?? "", references: bad });
  expect([inReplyTo, references]).toEqual([receipt, [receipt]]);
  expect(head).not.toContain("Bcc");
});

test("of a long conversation the beginning and the newest mails are named", () => {
  const references = Array.from({ length: 500 }, (_, index) => `<${index}@farm.example>`);
  const named = threadOf({ inReplyTo: "<499@farm.example>", references }).references;
  expect(named).toEqual([receipt, ...references.slice(-20)]);
});
