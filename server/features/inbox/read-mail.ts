import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

import { oneLine, plainText } from "#domain/plain-text.ts";
import type { Source } from "#server/services/inbox/mailbox.ts";
import { shortened } from "#server/services/mail/mail.ts";
import { messageIdsIn } from "#server/services/mail/message-id.ts";

import type { DeliveryReport } from "./delivery-report.ts";
import type { MailPart } from "./mail-parts.ts";

/** A message as we keep it. */
export interface ReadMail {
  /** The same for each copy of the message; a message with the same Message-ID and other words has another one. */
  readonly key: string;
  readonly sourceKey: string; // Of all its bytes.
  /** False if it could not be read: only its head is known, or nothing. */
  readonly isWhole: boolean;
  readonly messageId: string | null; // With its angle brackets.
  /** The ids it refers to, oldest first. */
  readonly thread: readonly string[];
  /** The same ids in the order in which they decide: In-Reply-To, then References from the last. */
  readonly answered: readonly string[];
  readonly from: { readonly name: string; readonly address: string }; // In lower case; empty if it has none.
  readonly subject: string;
  readonly words: string;
  readonly full: string;
  readonly report: DeliveryReport | null;
  readonly isAutomatic: boolean;
  readonly parts: readonly MailPart[];
}

/** What the process that reads mails needs of a parsed one. */
interface Parsed {
  readonly messageId?: string | undefined;
  readonly inReplyTo?: string | undefined;
  readonly references?: string | undefined;
  readonly subject?: string | undefined;
  readonly from?: Sender | undefined;
}

interface Sender {
  readonly name?: string;
  readonly address?: string | undefined;
  readonly group?: readonly Omit<Sender, "group">[] | undefined;
}

type Body = Pick<ReadMail, "sourceKey" | "isWhole" | "words" | "full" | "report" | "isAutomatic" | "parts">;

const [nameMost, subjectMost, textMost] = [200, 300, 100_000];
const idsMost = 100;
const idsIn = (header = "") => messageIdsIn(header).slice(-idsMost);

export function mailOf(head: Parsed, { words, full, ...body }: Body): ReadMail {
  const [messageId = null] = idsIn(head.messageId);
  const inReplyTo = idsIn(head.inReplyTo);
  const references = idsIn(head.references);
  const isIn = (id: string) => inReplyTo.includes(id);
  const sender = head.from?.group?.[0] ?? head.from;
  return {
    ...body,
    key: messageId === null || !body.isWhole ? body.sourceKey : hashOf(`${messageId}\n${full}`),
    messageId,
    thread: [...references.filter((id) => !isIn(id)), ...inReplyTo],
    answered: [...inReplyTo, ...references.filter((id) => !isIn(id)).toReversed()],
    from: {
      name: shortened(oneLine(sender?.name ?? ""), nameMost),
      address: shortened(oneLine(sender?.address ?? "").toLowerCase(), nameMost),
    },
    subject: shortened(oneLine(head.subject ?? ""), subjectMost),
    words: kept(words),
    full: kept(full),
  };
}

const unreadable = "(This mail could not be read: open it in the mailbox)";

/** A mail that stays for a person: without its head, nothing else is known of it. */
export function unreadMail(sourceKey: string, head: Parsed = { subject: unreadable }): ReadMail {
  const words = head.subject === unreadable ? "" : unreadable;
  const rest = { report: null, isAutomatic: false, parts: [] };
  return mailOf(head, { sourceKey, isWhole: false, words, full: words, ...rest });
}

function kept(text: string): string {
  return plainText(shortened(text, textMost));
}

function hashOf(data: string): string {
  return createHash("sha256").update(data).digest("base64url");
}

/** Piece by piece: a large one would stop the server. */
export async function sourceKeyOf(source: Source): Promise<string> {
  const hash = createHash("sha256");
  if (source instanceof Uint8Array) hash.update(source);
  else for await (const piece of createReadStream(source.file)) hash.update(piece as Uint8Array);
  return hash.digest("base64url");
}
