/** Returns the longest part of a shelf that a text starts with, up to the end of a word. */
export function shelfPartIn(text: string, parts: readonly string[]): string | undefined {
  const typed = text.trim();
  const isInside = (part: string) => /^[\p{L}\p{N}]/u.test(typed.slice(part.length));
  const found = parts.filter((part) => startsWith(typed, part) && !isInside(part));
  return found.toSorted((one, other) => other.length - one.length)[0];
}

/** Puts a part at the start of a text, in place of the shelf's part that is there, or takes that one out again. */
export function pressShelfPart(text: string, pressed: string, parts: readonly string[]): string {
  const typed = text.trim();
  const held = shelfPartIn(typed, parts);
  const begun = held ?? (startsWith(pressed, typed) ? typed : "");
  const rest = begun === "" ? ` ${typed}` : typed.slice(begun.length);
  return (held === pressed ? rest : pressed + rest).trim();
}

function startsWith(text: string, start: string): boolean {
  return text.toLowerCase().startsWith(start.toLowerCase());
}
