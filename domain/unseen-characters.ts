import { plainText } from "./plain-text.ts";

/** Drops what nobody sees and copies from web pages and contact lists bring along: of short texts, where it has no meaning. */
export function withoutUnseen(text: string): string {
  return text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "");
}

/** For short texts: on one line, without characters that nobody sees. */
export function oneLine(text: string): string {
  return plainText(withoutUnseen(text).replaceAll(/\s+/g, " "));
}
