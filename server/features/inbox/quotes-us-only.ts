import type { Query } from "#server/platform/database/database.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";
import { ownMailName } from "#server/services/mail/message-id.ts";
import { sentWordsByName } from "#server/services/mail/reported-mail.ts";
import { lettersOf, openSentWords } from "#server/services/mail/sent-words.ts";

import { isMadeOf } from "./made-of.ts";
import type { ReadMail } from "./read-mail.ts";

const namesMost = 20;
/** Longer mails are shown whole: comparing them would hold the server up. */
const lettersMost = 50_000;

/**
 * False if the folded words of a reply are not those of the mails that it answers: the customer has typed between them. True if
 * we don't know what we sent.
 */
export async function quotesUsOnly(db: Query, linkKeys: Keys, mail: ReadMail, reference: string) {
  const { folded, answered, thread } = mail;
  const names = answered.map((id) => ownMailName(linkKeys, id)).filter((name) => name !== null);
  if (folded === "" || names.length === 0) return true;
  if (folded.length > lettersMost) return false;
  const sent = await sentWordsByName(db, names.slice(0, namesMost));
  const known = sent.flatMap(({ key, sent_words }) => openSentWords(linkKeys, key, sent_words) ?? []);
  if (known.length === 0) return true;
  const mails = db.selectFrom("inbound_mails").select("full_text").where("ref_number", "=", reference);
  const named = await mails.where("message_id", "in", thread.slice(-namesMost)).execute();
  const earlier = named.map(({ full_text }) => lettersOf(full_text));
  // A program quotes the one or the other.
  return [known.map(({ text }) => [text]), known.map(({ html }) => html)].some((form) =>
    isMadeOf(folded, [...form.flat(), ...earlier]),
  );
}
