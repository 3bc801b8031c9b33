import { lettersOf } from "#server/services/mail/sent-words.ts";

import { htmlText, longest } from "./html-text.ts";

/** As postal-mime returns them. */
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
  const added = wordsMissing(rich, plain);
  if (added === "") return plain;
  return wordsMissing(plain, rich) === "" ? rich : `${plain.trimEnd()}\n\n${added}`;
}

/** What programs write for a link or a picture, each in its own way. */
const besideWords = /<(?:https?|mailto|tel):[^<>]*>|\[(?:\d{1,3}|(?:image|cid|https?):[^[\]]*)\]/gi;

export function withoutLinks(text: string): string {
  return text.replaceAll(besideWords, " ");
}

/** The lines of one text with a word that the other doesn't have. Blanks, line ends, marks and case don't count. */
function wordsMissing(text: string, other: string): string {
  const bare = withoutLinks(other);
  const letters = lettersOf(bare);
  const known = new Set(wordsOf(bare));
  const isKnown = (line: string) => {
    const words = withoutLinks(line);
    return letters.includes(lettersOf(words)) || wordsOf(words).every((word) => known.has(word));
  };
  return text
    .split("\n")
    .filter((line) => !isKnown(line))
    .join("\n");
}

function wordsOf(text: string): string[] {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}]+/u)
    .filter((word) => word !== "");
}
