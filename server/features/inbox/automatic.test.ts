import PostalMime from "postal-mime";
import { expect, test } from "vitest";

import { isAutomatic } from "./automatic.ts";

function judged(...head: string[]) {
  const lines = ["From: Hemi <hemi@farm.example>", ...head, "", "Yes please."];
  return PostalMime.parse(lines.join("\r\n")).then(isAutomatic);
}

test.for([
  ["RFC 3834", ["Auto-Submitted: auto-replied"]],
  ["RFC 3834 with comments", ["Auto-Submitted: (vacation) auto-replied (rejected)"]],
  ["a program's own notice", ["Auto-Submitted: auto-generated; type=notice"]],
  ["X-Autoreply", ["X-Autoreply: yes"]],
  ["X-Autorespond", ["X-Autorespond: Re: Your quote"]],
  ["an old vacation", ["Precedence: bulk", "Subject: away from my mail"]],
  ["auto_reply", ["Precedence: auto_reply"]],
  ["Exchange", ["Return-Path: <>", "X-Auto-Response-Suppress: All", "Subject: Automatic reply: Your quote"]],
  ["Exchange, from a file", ["X-Auto-Response-Suppress: All", "Subject: Automatic reply: Your quote"]],
  ["Exchange in Māori", ["Return-Path: <>", "X-Auto-Response-Suppress: DR, OOF", "Subject: Whakautu aunoa"]],
  ["an out-of-office without a header", ["Return-Path: <>", "Subject: Out of office: back on Monday"]],
] as const)("%s: a program wrote it", async ([, head]) => {
  expect(await judged(...head)).toBe(true);
});

test("a read receipt is automatic", async () => {
  const mail = await PostalMime.parse(
    `Content-Type: multipart/report; report-type=disposition-notification; boundary=b\r\n\r\n--b\r
Content-Type: message/disposition-notification\r\n\r\nDisposition: manual-action/MDN-sent-manually; displayed\r\n--b--\r\n`,
  );
  expect(isAutomatic(mail)).toBe(true);
});

test.for([
  ["an answer", ["Subject: Re: Your quote"]],
  ["Auto-Submitted: no", ["Auto-Submitted: no", "Precedence: bulk"]],
  ["only the subject says so", ["Subject: Automatic reply: Your quote", "Return-Path: <hemi@farm.example>"]],
  ["an empty return path alone", ["Return-Path: <>", "Subject: Re: Your quote"]],
  ["a shop's address that is a group", ["Precedence: list", "List-Id: <sales.kea.example>", "Subject: Hi"]],
  ["an old mailing list", ["Precedence: bulk", "List-Post: <mailto:farmers@list.example>"]],
  ["a help desk that wants no answers", ["X-Auto-Response-Suppress: All", "Subject: Re: Your quote"]],
] as const)("%s: a person wrote it", async ([, head]) => {
  expect(await judged(...head)).toBe(false);
});
