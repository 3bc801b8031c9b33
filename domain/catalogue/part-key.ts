import { sameWords } from "./trade-words.ts";

/** Words that do not tell one part from another. */
const fillers = new Set(["a", "an", "the", "my", "and", "complete", "assembly", "assy"]);

/** Pairs of another name, longest first, and our own word, both with a blank at each end. */
const otherNames = sameWords
  .flatMap(([ours = "", ...others]) => others.map((other) => [inWords(other), inWords(ours)] as const))
  .toSorted(([a], [b]) => b.length - a.length);

/** Gives all names of a part the same spelling: "Differential, front" and "front diffs" are both "diff front". */
export function partKey(written: string): string {
  let words = inWords(written);
  for (const [other, ours] of otherNames) words = words.replaceAll(other, ours);
  const telling = words.split(" ").filter((word) => word !== "" && !fillers.has(word));
  // Our word may hold the other one: "brake caliper" is what "caliper" means.
  return [...new Set(telling)].toSorted().join(" ");
}

function inWords(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return ` ${words.map(inSingular).join(" ")} `;
}

function inSingular(word: string): string {
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}
