/** Drops what nobody sees and copies from web pages and contact lists bring along: of short texts, where it has no meaning. */
export function withoutUnseen(text: string): string {
  return text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "");
}
