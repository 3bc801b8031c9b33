import type { WordTerm } from "./search-words.ts";

const letters = "abcdefghijklmnopqrstuvwxyz".split("");
const shortestTypo = 4;
const longestTypo = 12; // Longer pieces of a text keep the whole text in memory.
const mostCorrections = 20;
const shortestKnownTypo = 6; // Frost is not front.
const timesMoreFrequent = 10;

/** A correctable word: letters only. One wrong digit is another model or phone number. */
function isCorrectable(word: string): boolean {
  return word.length >= shortestTypo && word.length <= longestTypo && /^[a-z]+$/.test(word);
}

/** The words that records are found by, sorted, and how many records have each. */
export class Vocabulary {
  #sorted: readonly string[] = [];
  #counts: number[] = [];
  readonly #fresh = new Map<string, number>();

  learn(searchText: string): void {
    for (const word of searchText.split(" ")) if (isCorrectable(word)) this.#count(word);
    // Sorted in now and then: all at once would take long.
    if (this.#fresh.size > 1000 + this.#sorted.length / 4) this.#sortIn();
  }

  /** Returns words with one typing error less, the most frequent first, unless what was typed is likely meant. */
  correct(typed: string): WordTerm[] {
    if (!isCorrectable(typed)) return [];
    this.#sortIn();
    const known = this.#frequency({ text: typed, isWhole: false });
    if (known > 0 && typed.length < shortestKnownTypo) return [];
    const variants = known === 0 ? variantsOf(typed) : variantsInside(typed);
    const least = Math.max(1, known * timesMoreFrequent);
    return variants
      .map((term) => ({ term, count: this.#frequency(term) }))
      .filter(({ count }) => count >= least)
      .toSorted((a, b) => b.count - a.count)
      .slice(0, mostCorrections)
      .map(({ term }) => term);
  }

  #count(word: string): void {
    const at = this.#placeOf(word);
    if (this.#sorted[at] === word) this.#counts[at] = (this.#counts[at] ?? 0) + 1;
    else this.#fresh.set(word, (this.#fresh.get(word) ?? 0) + 1);
  }

  #sortIn(): void {
    if (this.#fresh.size === 0) return;
    const sorted = [...this.#sorted, ...this.#fresh.keys()].toSorted();
    let at = 0;
    this.#counts = sorted.map((word) => this.#fresh.get(word) ?? this.#counts[at++] ?? 0);
    this.#sorted = sorted;
    this.#fresh.clear();
  }

  /** How often records have the word, or words that begin so. */
  #frequency({ text, isWhole }: WordTerm): number {
    const from = this.#placeOf(text);
    if (isWhole) return this.#sorted[from] === text ? (this.#counts[from] ?? 0) : 0;
    let count = 0;
    for (let at = from; this.#sorted[at]?.startsWith(text) === true; at += 1) count += this.#counts[at] ?? 0;
    return count;
  }

  /** The index of the first word that is not before `text`. */
  #placeOf(text: string): number {
    let [from, to] = [0, this.#sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#sorted[middle] ?? "") < text) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

/**
 * What a known word may have been meant to be: a whole word with the same first letter and the same end. Otherwise
 * Rhonda would find every Honda, and Roberts every Robert.
 */
function variantsInside(typed: string): WordTerm[] {
  const [first, last] = [typed.charAt(0), typed.slice(-1)];
  return variantsOf(typed)
    .filter(({ text }) => text.startsWith(first) && text.endsWith(last))
    .map(({ text }) => ({ text, isWhole: true }));
}

/** One letter too many, too few, wrong or swapped. An error in the last letter says nothing about words that go on. */
function variantsOf(typed: string): WordTerm[] {
  const variants = new Map<string, WordTerm>();
  for (let at = 0; at < typed.length; at += 1) {
    const [before, letter, after] = [typed.slice(0, at), typed.charAt(at), typed.slice(at + 1)];
    const isWhole = after === "";
    const texts = [
      before + after,
      before + after.slice(0, 1) + letter + after.slice(1),
      ...letters.flatMap((other) => [before + other + after, before + other + letter + after]),
    ];
    for (const text of texts) if (!variants.has(text)) variants.set(text, { text, isWhole });
  }
  variants.delete(typed);
  return [...variants.values()];
}
