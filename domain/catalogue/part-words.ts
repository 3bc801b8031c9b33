import { partNames, partsByShelf } from "./parts.ts";
import { sameWords } from "./trade-words.ts";

const sides = ["left", "right", "upper", "lower", "inner", "outer"];

/** Words that say nothing about a part. */
const fillers = new Set(["a", "an", "the", "my"]);

const wordsMax = 12;

const listed = [...Object.keys(partsByShelf), ...partNames].flatMap(wordsOf);

/** By `keyOf`: our spelling of every word of our lists, in the singular and the plural. */
const ownWords = new Map(
  [...listed.map(lowerUnlessCode), ...sides].flatMap(inBothNumbers).map((word) => [keyOf(word), word]),
);

const otherNames = sameWords.flatMap(([ours = "", ...others]) => {
  const own = ownWords.get(keyOf(ours));
  return own === undefined ? [] : others.map((other) => [other, own] as const);
});

const vocabulary: ReadonlyMap<string, string> = new Map([...otherNames, ...ownWords]);

/** Parts in our own words, if we have all of them: "Rear CV-Axle" is "rear CV axle", "axle + lunch" is nothing. */
export function knownParts(written: string): string | null {
  const parts = written
    .split(/[,;+&]/)
    .map((part) => wordsOf(part).filter((word) => !fillers.has(keyOf(word))));
  const known = parts.map((words) => words.map((word) => vocabulary.get(keyOf(word))));
  const count = known.flat().length;
  if (count === 0 || count > wordsMax || known.flat().includes(undefined)) return null;
  return known
    .map((words) => words.join(" "))
    .filter((part) => part !== "")
    .join(", ");
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,/]+/).filter((word) => word !== "");
}

function keyOf(word: string): string {
  return word.replaceAll("-", "").toLowerCase();
}

/** "CDI", "4WD" and "A-arm" stay as they are. */
function lowerUnlessCode(word: string): string {
  return /\p{Lu}.*\p{Lu}|^\p{Lu}-/u.test(word) ? word : word.toLowerCase();
}

function inBothNumbers(word: string): string[] {
  return word.endsWith("s") ? [word, word.slice(0, -1)] : [word, `${word}s`];
}
