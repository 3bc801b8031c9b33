import type { Query } from "#server/platform/database/database.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";
import { ownMailName } from "#server/services/mail/message-id.ts";
import { nameOf } from "#server/services/mail/outbox-table.ts";
import { sentWordsByName } from "#server/services/mail/reported-mail.ts";
import { lettersOf, openSentWords } from "#server/services/mail/sent-words.ts";

import { isMadeOf } from "./made-of.ts";
import type { ReadMail } from "./read-mail.ts";

const namesMost = 20;

/**
 * False if the folded words of a reply are not those of the mails that it answers: the customer has typed between them. True if
 * we don't know what we sent.
 */
export async function quotesUsOnly(db: Query, linkKeys: Keys, mail: ReadMail, reference: string) {
  const { folded, answered, thread } = mail;
  const names = answered.map((id) => ownMailName(linkKeys, id)).filter((name) => name !== null);
  if (folded === "" || names.length === 0) return true;
  const sent = await sentWordsByName(db, names.slice(0, namesMost));
  const known = new Map(
    sent.map(({ key, sent_words }) => [nameOf(key), openSentWords(linkKeys, key, sent_words)]),
  );
  if (!known.get(names[0] ?? "")) return true;
  const mails = [...known.values()].map((words) => words ?? []);
  // A program quotes the one or the other.
  const forms = [mails.flatMap(([text = ""]) => text), mails.flatMap(([, ...html]) => html)];
  if (forms.some((form) => isMadeOf(folded, form))) return true;
  const earlier = await earlierMails(db, reference, thread);
  return earlier.length > 0 && forms.some((form) => isMadeOf(folded, [...form, ...earlier]));
}

async function earlierMails(db: Query, reference: string, thread: readonly string[]): Promise<string[]> {
  const mails = db.selectFrom("inbound_mails").select("full_text").where("ref_number", "=", reference);
  const named = await mails.where("message_id", "in", thread.slice(-namesMost)).execute();
  return named.map(({ full_text }) => lettersOf(full_text));
}
