/** Characters that can't be mistaken for one another when read aloud or written by hand. No X: the placeholder has it. */
const unmistakableCharacters = "23456789ABCDEFGHJKMNPQRSTVWYZ";

export const referencePlaceholder = "QK-XXXXXX-XXXX";

const pattern = new RegExp(`^QK-[${unmistakableCharacters}]{6}-[${unmistakableCharacters}]{4}$`);

export function isReferenceNumber(value: unknown): value is string {
  return typeof value === "string" && pattern.test(value);
}

/** `randomIndex(n)` must return an unpredictable whole number below n. */
export function makeReferenceNumber(randomIndex: (below: number) => number): string {
  return `QK-${unmistakableText(6, randomIndex)}-${unmistakableText(4, randomIndex)}`;
}

export function unmistakableText(length: number, randomIndex: (below: number) => number): string {
  const character = () => unmistakableCharacters.charAt(randomIndex(unmistakableCharacters.length));
  return Array.from({ length }, character).join("");
}
