import { lettersOf } from "#server/services/mail/sent-words.ts";

import { withoutLinks } from "./body-text.ts";
import { foldHeader, headerAt, isSeparator, type Kind, type MailLines } from "./quote-header.ts";

/** Returns the letters of what is quoted, without marks, headers and what programs write for links. */
export function quotedLetters({ lines, kinds }: MailLines): string {
  const bare = lines.filter((_, at) => kinds[at] === "quoted").map((line) => line.replace(/^[>\s]+/, ""));
  const mail: MailLines = { lines: bare, kinds: bare.map((line): Kind => (line === "" ? "blank" : "own")) };
  for (let at = 0; at < mail.lines.length; at += 1) {
    const header = headerAt(mail, at);
    if (header !== null) at = foldHeader(mail, header) - 1;
  }
  const words = mail.lines.filter((line, at) => mail.kinds[at] === "own" && !isSeparator(line)).join("\n");
  return lettersOf(withoutLinks(words.replaceAll(/^Links:\n-{3,}$/gm, "")));
}
