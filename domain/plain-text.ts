/** Makes what staff and customers write or paste storable: drops control characters instead of refusing them. */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll("\r\n", "\n")
    .replaceAll(/[\p{Cc}--[\n\t]]/gv, "")
    .normalize("NFC")
    .trim();
}

export function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Drops what nobody sees and copies from web pages and contact lists bring along: of short texts, where it has no meaning. */
export function withoutUnseen(text: string): string {
  return text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "");
}

/** For short texts: on one line, without characters that nobody sees. */
export function oneLine(text: string): string {
  return plainText(withoutUnseen(text).replaceAll(/\s+/g, " "));
}

const gaps = [
  /\[[^\]\n]{0,60}\]/,
  /^.*(?:\$(?!\s?\d)|_{2,}|(?:^|\s)(?:…|\.{3})(?=\s|$)).*$/m,
  // A label with nothing after it, before the next label or a blank line; not what introduces a list.
  /^(?:[^\n:]{1,30}:[ \t]*(?=\n[^\n:]{1,30}:)|\p{L}+:[ \t]*(?=\n\s*\n[ \t]*\p{L}|\s*(?![^])))/mu,
];

/** Asks staff about what was left to be filled in: `Price: $`, `[day]`, `… mm`, three empty lines. */
export function gapIn(text: string): string | null {
  const [left = ""] = gaps.flatMap((gap) => gap.exec(text)?.[0] ?? []);
  if (left !== "") return `Fill in “${left.trim().replaceAll(/\s+/g, " ")}”, or send it as it is`;
  return /\S[ \t]*\n(?:[ \t]*\n){3}\s*\S/.test(text) ? "Fill in the empty lines, or send it as it is" : null;
}
