import type { Mailbox } from "#domain/inbox-wire.ts";

import { dated } from "./quote-header.ts";

const linesMost = 2000;
const headMost = 12; // In lines.
/** "From: ", "*Von:* ", "De : ", "差出人：" */
const label = /^\*{0,2}\p{L}[\p{L}\p{M} ]{0,20}\*{0,2}\s?[:：]\*{0,2}\s*(?=\S)/u;
const address = /[^\s<>[\]()"',;:*]+@[^\s<>[\]()"',;:*]+/;

/**
 * Who wrote the mail that this one passes on: the first address in the first head that a program left in the text. That is three
 * labelled lines or more without a blank one between them, and a date, in any language.
 */
export function forwardedFrom(full: string): Mailbox | null {
  const lines = full.split("\n", linesMost).map((line) => line.slice(0, 400).replace(/^[>\s]+/, ""));
  for (const [from, line] of lines.entries()) {
    if (!label.test(line)) continue;
    const rest = lines.slice(from, from + headMost);
    const head = rest.slice(0, [...rest, ""].indexOf(""));
    if (head.filter((one) => label.test(one)).length < 3 || !head.some((one) => dated.test(one))) continue;
    const sender = head.find((one) => address.test(one));
    return sender === undefined ? null : mailboxIn(sender);
  }
  return null;
}

function mailboxIn(line: string): Mailbox {
  const [found = ""] = address.exec(line) ?? [];
  const name = line.slice(0, line.indexOf(found)).replace(label, "");
  return { name: name.replaceAll(/["'*<[(]|mailto:/g, "").trim(), address: found.toLowerCase() };
}
