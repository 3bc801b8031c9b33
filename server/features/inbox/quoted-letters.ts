import { lettersOf } from "#server/services/mail/sent-words.ts";

import { withoutLinks } from "./body-text.ts";
import { foldHeader, headerAt, isSeparator, type Kind, type Mail } from "./quote-header.ts";

const linesMost = 2000;
const lettersMost = 200_000;

/** Returns the letters of what is quoted, without marks, headers and what programs write for links. Null: more than we compare. */
export function quotedLetters({ lines, kinds }: Mail): string | null {
  const quoted = lines.filter((_, at) => kinds[at] === "quoted");
  if (quoted.length > linesMost) return null;
  const bare = quoted.map((line) => line.replace(/^[>\s]+/, ""));
  const mail: Mail = { lines: bare, kinds: bare.map((line): Kind => (line === "" ? "blank" : "own")) };
  for (let at = 0; at < mail.lines.length; at += 1) {
    const header = headerAt(mail, at);
    if (header !== null) at = foldHeader(mail, header) - 1;
  }
  const words = mail.lines.filter((line, at) => mail.kinds[at] === "own" && !isSeparator(line)).join("\n");
  const letters = lettersOf(withoutLinks(words.replaceAll(/^Links:\n-{3,}$/gm, "")));
  return letters.length > lettersMost ? null : letters;
}
