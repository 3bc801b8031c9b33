import { newestModelYear } from "#domain/nz-time.ts";

import { knownMake, knownModel, machineKey } from "./known-summary.ts";
import { type Make, makes, modelNames } from "./models.ts";
import { partKey } from "./part-key.ts";
import { knownParts } from "./part-words.ts";
import { partNames } from "./parts.ts";

interface Mentioned {
  readonly make: string;
  readonly model: string;
  readonly year: string;
  readonly part_needed: string;
}

const mostWords = 400;
const mostInName = 4;
const oldestYear = 1980;

/** Finds a machine and a part of our catalogue in what somebody wrote. What is not there is empty. */
export function mentionedIn(text: string, now: Date): Mentioned {
  const words = (text.match(/[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?/gu) ?? []).slice(0, mostWords);
  const written = firstOf(words, 2, knownMake);
  const model = firstOf(words, mostInName, (name) => modelIn(name, written)) ?? "";
  const make = written ?? makes.find((one) => model !== "" && isModelOf(one, model)) ?? "";
  const year = words.find((word) => isYear(word, now)) ?? "";
  return { make, model, year, part_needed: firstOf(words, mostInName, partIn) ?? "" };
}

/** The first name in the text that `read` knows; of those that begin with the same word, the longest. */
function firstOf<Name>(
  words: readonly string[],
  most: number,
  read: (name: string) => Name | null,
): Name | null {
  for (let at = 0; at < words.length; at += 1) {
    for (let count = Math.min(most, words.length - at); count > 0; count -= 1) {
      const name = read(words.slice(at, at + count).join(" "));
      if (name !== null) return name;
    }
  }
  return null;
}

/** A number alone is a year or a phone number. */
function modelIn(name: string, make: Make | null): string | null {
  return /^\p{L}/u.test(name) ? knownModel(name, make) : null;
}

function isModelOf(make: Make, model: string): boolean {
  return modelNames(make).some((name) => machineKey(name).includes(machineKey(model)));
}

function isYear(word: string, now: Date): boolean {
  return /^\d{4}$/.test(word) && Number(word) >= oldestYear && Number(word) <= newestModelYear(now);
}

const partsByWords = partNames.map((name) => partKey(name).split(" "));

/** "Rear rack" is one, "rear" is not. */
function partIn(name: string): string | null {
  if (/\band\b/i.test(name)) return null;
  const words = new Set(partKey(name).split(" "));
  return partsByWords.some((part) => part.every((word) => words.has(word))) ? knownParts(name) : null;
}
