/** Signs that cannot be mistaken for one another when read aloud or written by hand; no X, the placeholder has it. */
const referenceAlphabet = "23456789ABCDEFGHJKMNPQRSTVWYZ";

/** Shown where no reference is known (specification section 3). */
export const referencePlaceholder = "QK-XXXXXX-XXXX";

const pattern = new RegExp(`^QK-[${referenceAlphabet}]{6}-[${referenceAlphabet}]{4}$`);

export function isReferenceNumber(value: unknown): value is string {
  return typeof value === "string" && pattern.test(value);
}

/** `randomIndex(n)` must return an unpredictable whole number below n. */
export function makeReferenceNumber(randomIndex: (below: number) => number): string {
  const sign = () => referenceAlphabet.charAt(randomIndex(referenceAlphabet.length));
  const signs = (count: number) => Array.from({ length: count }, sign).join("");
  return `QK-${signs(6)}-${signs(4)}`;
}
