/** Characters that can't be mistaken for one another when read aloud or written by hand. No X: the placeholder has it. */
const unmistakableCharacters = "23456789ABCDEFGHJKMNPQRSTVWYZ";

export const referencePlaceholder = "QK-XXXXXX-XXXX";

const pattern = new RegExp(`^QK-[${unmistakableCharacters}]{6}-[${unmistakableCharacters}]{4}$`);

export function isReferenceNumber(value: unknown): value is string {
  return typeof value === "string" && pattern.test(value);
}

const body = `([${unmistakableCharacters}]{6})`;
const end = `([${unmistakableCharacters}]{4})`;
const bare = new RegExp(`(?<![A-Z0-9])${body}[\\s\\p{Pd}\\u2212]*${end}(?![A-Z0-9])`, "gu");
const prefixed = new RegExp(`QK(?=${body}${end})`, "g");

/** Returns what may be references in `text`, as people type them: in any case, without QK, with other dashes or none. */
export function referencesIn(text: string): string[] {
  const upper = text.toUpperCase();
  const found = [...upper.replaceAll(/[^A-Z0-9]/g, "").matchAll(prefixed), ...upper.matchAll(bare)];
  return [...new Set(found.map(([, six, four]) => `QK-${six}-${four}`))];
}

/** `randomIndex(n)` must return an unpredictable whole number below n. */
export function makeReferenceNumber(randomIndex: (below: number) => number): string {
  return `QK-${unmistakableText(6, randomIndex)}-${unmistakableText(4, randomIndex)}`;
}

export function unmistakableText(length: number, randomIndex: (below: number) => number): string {
  const character = () => unmistakableCharacters.charAt(randomIndex(unmistakableCharacters.length));
  return Array.from({ length }, character).join("");
}
