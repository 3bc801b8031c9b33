import { ourNames } from "#domain/firm.ts";
import { lettersOf } from "#server/services/mail/sent-words.ts";

import { htmlText, longest } from "./html-text.ts";
import { isMadeOf } from "./made-of.ts";

/** The bodies that postal-mime returns. */
export interface Bodies {
  readonly text?: string | undefined;
  readonly html?: string | undefined;
}

export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text);
}

/** Returns all words of a mail as text: those of the plain part and of the HTML part, once if they are the same. */
export function wholeText({ text = "", html = "" }: Bodies): string {
  const plain = text.slice(0, longest);
  if (!hasWords(html)) return plain;
  const rich = htmlText(html).slice(0, longest);
  if (!hasWords(plain)) return rich || plain;
  const lettersIn = (words: string) => lettersOf(withoutLinks(withoutOurName(words)));
  if (isMadeOf(lettersIn(rich), [lettersIn(plain)])) return plain;
  if (isMadeOf(lettersIn(plain), [lettersIn(rich)])) return rich;
  return `${plain.trimEnd()}\n\n${linesMissing(rich, plain)}`.trimEnd();
}

/** It stands alone at the top of our mails in HTML. */
function withoutOurName(words: string): string {
  const isName = (line: string) => ourNames().includes(line.replace(/^[> ]*/, ""));
  return words
    .split("\n")
    .filter((line) => !isName(line))
    .join("\n");
}

/** Matches links and pictures as each program writes them. */
const besideWords = /<(?:https?|mailto|tel):[^<>]*>|\[(?:\d{1,3}|(?:image|cid|https?):[^[\]]*)\]/gi;

export function withoutLinks(text: string): string {
  return text.replaceAll(besideWords, " ");
}

/** The lines of one text that the other doesn't have. */
function linesMissing(text: string, other: string): string {
  const known = new Set(withoutLinks(other).split("\n").map(lettersOf));
  const lines = text.split("\n").filter((line) => !known.has(lettersOf(withoutLinks(line))));
  return lines.join("\n").trim();
}
