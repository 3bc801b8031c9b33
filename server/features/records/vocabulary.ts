import type { WordTerm } from "./search-words.ts";

const letters = "abcdefghijklmnopqrstuvwxyz".split("");
const shortestTypo = 4;
const longestTypo = 12; // Longer pieces of a text keep the whole text in memory.
const mostCorrections = 20;

/** A correctable word: letters only. One wrong digit is another model or phone number. */
function isCorrectable(word: string): boolean {
  return word.length >= shortestTypo && word.length <= longestTypo && /^[a-z]+$/.test(word);
}

/** The words that records are found by, sorted. */
export class Vocabulary {
  #sorted: readonly string[] = [];
  readonly #fresh = new Set<string>();

  learn(searchText: string): void {
    for (const word of searchText.split(" "))
      if (isCorrectable(word) && !this.#has(word)) this.#fresh.add(word);
    // Sorted in now and then: all at once would take long.
    if (this.#fresh.size > 1000 + this.#sorted.length / 4) this.#sortIn();
  }

  /** Returns words with one typing error less, if no word begins with what was typed. */
  correct(typed: string): WordTerm[] {
    if (!isCorrectable(typed)) return [];
    this.#sortIn();
    if (this.#hasBeginning(typed)) return [];
    const terms = variantsOf(typed).filter(({ text, isWhole }) =>
      isWhole ? this.#has(text) : this.#hasBeginning(text),
    );
    return terms.slice(0, mostCorrections);
  }

  #sortIn(): void {
    if (this.#fresh.size === 0) return;
    this.#sorted = [...this.#sorted, ...this.#fresh].toSorted();
    this.#fresh.clear();
  }

  #has(word: string): boolean {
    return this.#fresh.has(word) || this.#following(word) === word;
  }

  #hasBeginning(text: string): boolean {
    return this.#following(text)?.startsWith(text) === true;
  }

  /** The first word that is not before `text`. */
  #following(text: string): string | undefined {
    let [from, to] = [0, this.#sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#sorted[middle] ?? "") < text) from = middle + 1;
      else to = middle;
    }
    return this.#sorted[from];
  }
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
