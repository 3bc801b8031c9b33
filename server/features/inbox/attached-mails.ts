import type { Attachment } from "postal-mime";

import { oneLine } from "#domain/plain-text.ts";

import { headerOf } from "./automatic.ts";
import { newWords } from "./new-words.ts";
import { parseMail } from "./parse-mail.ts";

const mailsMost = 10;
const deepest = 3;
const bytesMost = 1_000_000; // Limits each mail: its text comes first.

/** Returns the attachments of a mail with the mails among them as text files, so that they can be read like any other. */
export async function withMailsAsText(attachments: readonly Attachment[]): Promise<Attachment[]> {
  const mails = attachments.filter(isMail).slice(0, mailsMost);
  return Promise.all(
    attachments.map(async (part) => {
      const content = mails.includes(part) ? await mailText(part, 1) : null;
      const filename = part.filename || "Attached mail";
      return content === null ? part : { ...part, filename, mimeType: "text/plain", content };
    }),
  );
}

function isMail({ mimeType, filename }: Attachment): boolean {
  return /^message\/(?:rfc822|global)$/.test(mimeType) || /\.eml$/i.test(filename ?? "");
}

/** Sender, date, subject and words, and what is attached to it; null if it cannot be read. */
async function mailText({ content }: Attachment, depth: number): Promise<string | null> {
  const bytes = typeof content === "string" ? Buffer.from(content) : new Uint8Array(content);
  const email = await parseMail(bytes.slice(0, bytesMost));
  if (email === null) return null;
  const parts: string[] = [];
  for (const part of email.attachments.slice(0, mailsMost)) {
    const inner = isMail(part) && depth < deepest ? await mailText(part, depth + 1) : null;
    parts.push(`Attached: ${oneLine(part.filename || part.mimeType)}${inner === null ? "" : `\n\n${inner}`}`);
  }
  const { from: { name = "", address = "" } = {}, subject = "" } = email;
  const head = [`From: ${name} <${address}>`, `Date: ${headerOf(email, "date")}`, `Subject: ${subject}`];
  return [head.map(oneLine).join("\n"), newWords(email).full.trim(), ...parts].join("\n\n");
}
