import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

import type { Mailbox } from "#domain/inbox-wire.ts";
import { oneLine, plainText } from "#domain/plain-text.ts";
import type { MessageSource } from "#server/services/inbox/mailbox.ts";
import { shortened } from "#server/services/mail/mail.ts";
import { messageIdsIn } from "#server/services/mail/message-id.ts";

import type { DeliveryReport } from "./delivery-report.ts";
import type { MailPart } from "./mail-parts.ts";

/** A message as we keep it. */
export interface ReadMail {
  /** Equal for each copy of the message; differs for other words under the same Message-ID. */
  readonly key: string;
  readonly sourceKey: string; // A hash of all bytes.
  /** False if it could not be read: only its head is known, or nothing. */
  readonly isWhole: boolean;
  readonly messageId: string | null; // With its angle brackets.
  /** The ids it refers to, oldest first. */
  readonly thread: readonly string[];
  /** The ids of `thread` in the order in which they decide: In-Reply-To, then References from the last. */
  readonly answered: readonly string[];
  readonly from: Mailbox; // The address is in lower case; empty if it has none.
  readonly replyTo: Mailbox | null; // Unset if it is `from`.
  /** The others in its heads, each once. */
  readonly copies: readonly Mailbox[];
  readonly subject: string;
  readonly words: string;
  readonly full: string;
  /** The letters of what `words` leaves out of `full`. */
  readonly folded: string;
  readonly report: DeliveryReport | null;
  readonly isAutomatic: boolean;
  readonly parts: readonly MailPart[];
}

interface ParsedMail {
  readonly messageId?: string | undefined;
  readonly inReplyTo?: string | undefined;
  readonly references?: string | undefined;
  readonly subject?: string | undefined;
  readonly from?: ParsedAddress | undefined;
  readonly replyTo?: readonly ParsedAddress[] | undefined;
  readonly to?: readonly ParsedAddress[] | undefined;
  readonly cc?: readonly ParsedAddress[] | undefined;
}

interface ParsedAddress {
  readonly name?: string;
  readonly address?: string | undefined;
  readonly group?: readonly ParsedAddress[] | undefined;
}

type Body = Pick<
  ReadMail,
  "sourceKey" | "isWhole" | "words" | "full" | "folded" | "report" | "isAutomatic" | "parts"
>;

const [nameMost, subjectMost, textMost] = [200, 300, 100_000];
const idsMost = 100;
const copiesMost = 17; // With the record's address, From and Reply-To, an answer to all goes to 20.
const idsIn = (header = "") => messageIdsIn(header).slice(-idsMost);

export function mailOf(head: ParsedMail, { words, full, ...body }: Body): ReadMail {
  const [messageId = null] = idsIn(head.messageId);
  const inReplyTo = idsIn(head.inReplyTo);
  const references = idsIn(head.references);
  const isIn = (id: string) => inReplyTo.includes(id);
  const from = mailboxOf(head.from?.group?.[0] ?? head.from);
  const { replyTo: asked = [], to = [], cc = [] } = head;
  const [replyTo = null] = mailboxesIn(asked, [from]);
  const copies = mailboxesIn([...asked, ...to, ...cc], [from, replyTo]);
  return {
    ...body,
    key: messageId === null || !body.isWhole ? body.sourceKey : hashOf(`${messageId}\n${full}`),
    messageId,
    thread: [...references.filter((id) => !isIn(id)), ...inReplyTo],
    answered: [...inReplyTo, ...references.filter((id) => !isIn(id)).toReversed()],
    from,
    replyTo,
    copies: copies.slice(0, copiesMost),
    subject: shortened(oneLine(head.subject ?? ""), subjectMost),
    words: kept(words),
    full: kept(full),
  };
}

function mailboxOf({ name = "", address = "" }: ParsedAddress = {}): Mailbox {
  return {
    name: shortened(oneLine(name), nameMost),
    address: shortened(oneLine(address).toLowerCase(), nameMost),
  };
}

function mailboxesIn(people: readonly ParsedAddress[], known: readonly (Mailbox | null)[]): Mailbox[] {
  const found = new Map<string, Mailbox>();
  for (const one of people.flatMap(({ group, ...person }) => group ?? person).map(mailboxOf)) {
    const isNew = !found.has(one.address) && !known.some((other) => other?.address === one.address);
    if (one.address !== "" && isNew) found.set(one.address, one);
  }
  return [...found.values()];
}

const unreadable = "(This mail could not be read: open it in the mailbox)";

/** A mail that stays for a person: without its head, nothing else is known of it. */
export function unreadMail(sourceKey: string, head: ParsedMail = { subject: unreadable }): ReadMail {
  const words = head.subject === unreadable ? "" : unreadable;
  const rest = { folded: "", report: null, isAutomatic: false, parts: [] };
  return mailOf(head, { sourceKey, isWhole: false, words, full: words, ...rest });
}

function kept(text: string): string {
  return plainText(shortened(text, textMost));
}

function hashOf(data: string): string {
  return createHash("sha256").update(data).digest("base64url");
}

/** Piece by piece: a large one would stop the server. */
export async function sourceKeyOf(source: MessageSource): Promise<string> {
  const hash = createHash("sha256");
  if (source instanceof Uint8Array) hash.update(source);
  else for await (const piece of createReadStream(source.file)) hash.update(piece as Uint8Array);
  return hash.digest("base64url");
}
