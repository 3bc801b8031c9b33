import type { Query } from "#server/platform/database/database.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";
import { ownMailName } from "#server/services/mail/message-id.ts";
import { nameOf } from "#server/services/mail/outbox-table.ts";
import { sentWordsByName } from "#server/services/mail/reported-mail.ts";
import { lettersOf, openSentWords } from "#server/services/mail/sent-words.ts";

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
  const texts = [...known.values()].flatMap((letters) => letters ?? []);
  if (isMadeOf(folded, texts)) return true;
  const earlier = await earlierMails(db, reference, thread);
  return earlier.length > 0 && isMadeOf(folded, [...texts, ...earlier]);
}

async function earlierMails(db: Query, reference: string, thread: readonly string[]): Promise<string[]> {
  const mails = db.selectFrom("inbound_mails").select("full_text").where("ref_number", "=", reference);
  const named = await mails.where("message_id", "in", thread.slice(-namesMost)).execute();
  return named.map(({ full_text }) => lettersOf(full_text));
}

const leastLetters = 12;
const piecesMost = 200;
const placesMost = 20;

/**
 * Whether letters are pieces of these texts and nothing else, each text's in their order. Programs leave out lines, and join
 * others; a word that was typed between them makes a piece that is too short, even if our mail has the same word elsewhere.
 */
export function isMadeOf(letters: string, texts: readonly string[]): boolean {
  const next = texts.map(() => 0);
  let at = 0;
  for (let pieces = 0; at < letters.length && pieces < piecesMost; pieces += 1) {
    const found = texts.map((text, index) => longestPiece(letters, at, text, next[index] ?? 0));
    const length = Math.max(0, ...found.map((piece) => piece.length));
    if (length === 0) return false;
    const index = found.findIndex((piece) => piece.length === length);
    next[index] = found[index]?.end ?? 0;
    at += length;
  }
  return at >= letters.length;
}

/** The longest of a text that `letters` has at a place; of length 0 if it is too short, unless it is the whole text. */
function longestPiece(letters: string, at: number, text: string, from: number) {
  const start = letters.slice(at, at + Math.min(leastLetters, text.length));
  let best = { length: 0, end: from };
  if (text === "" || start.length < Math.min(leastLetters, text.length)) return best;
  let place = text.indexOf(start, from);
  for (let places = 0; place !== -1 && places < placesMost; places += 1) {
    let { length } = start;
    while (at + length < letters.length && letters[at + length] === text[place + length]) length += 1;
    if (length > best.length) best = { length, end: place + length };
    place = text.indexOf(start, place + 1);
  }
  return best;
}
