import { createHash } from "node:crypto";

import type { Email } from "postal-mime";

import { oneLine, plainText } from "#domain/plain-text.ts";
import { shortened } from "#server/services/mail/mail.ts";
import { messageIdsIn } from "#server/services/mail/message-id.ts";

/** A message as we keep it. */
export interface ReadMail {
  readonly email: Email;
  /** The same for each copy of the message; a message with the same Message-ID and other words has another one. */
  readonly key: string;
  readonly messageId: string | null; // With its angle brackets.
  /** The ids it refers to, oldest first. */
  readonly thread: readonly string[];
  /** The same ids in the order in which they decide: In-Reply-To, then References from the last. */
  readonly answered: readonly string[];
  readonly from: { readonly name: string; readonly address: string }; // In lower case; empty if it has none.
  readonly subject: string;
  readonly words: string;
  readonly full: string;
}

const [nameMost, subjectMost, textMost] = [200, 300, 100_000];
const idsMost = 100;
const idsIn = (header = "") => messageIdsIn(header).slice(-idsMost);

/** Never rejects: what cannot be read as a mail is one without words. */
export async function readMail(source: Uint8Array): Promise<ReadMail> {
  const [{ default: PostalMime }, { newWords }] = await Promise.all([
    import("postal-mime"),
    import("./new-words.ts"),
  ]);
  const email = await PostalMime.parse(source, { forceRfc822Attachments: true }).catch(() => unreadable);
  const { words, full } = newWords(email);
  const [messageId = null] = idsIn(email.messageId);
  const inReplyTo = idsIn(email.inReplyTo);
  const references = idsIn(email.references);
  const isIn = (id: string) => inReplyTo.includes(id);
  const sender = email.from?.group?.[0] ?? email.from;
  return {
    email,
    key: messageId === null ? hashOf(source) : hashOf(`${messageId}\n${full}`),
    messageId,
    thread: [...references.filter((id) => !isIn(id)), ...inReplyTo],
    answered: [...inReplyTo, ...references.filter((id) => !isIn(id)).toReversed()],
    from: {
      name: shortened(oneLine(sender?.name ?? ""), nameMost),
      address: shortened(oneLine(sender?.address ?? "").toLowerCase(), nameMost),
    },
    subject: shortened(oneLine(email.subject ?? ""), subjectMost),
    words: kept(words),
    full: kept(full),
  };
}

const unreadable: Email = {
  headers: [],
  headerLines: [],
  subject: "(This mail could not be read: open it in the mailbox)",
  attachments: [],
};

function kept(text: string): string {
  return plainText(shortened(text, textMost));
}

function hashOf(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("base64url");
}
