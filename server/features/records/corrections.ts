import { sql } from "kysely";

import type { FilterContext } from "./filter.ts";
import { tsQuery, type WordTerm } from "./search-words.ts";

const letters = "abcdefghijklmnopqrstuvwxyz".split("");
const shortestTypo = 4;
const longestTypo = 12;
const mostCorrections = 20;
const shortestKnownTypo = 6; // Frost is not front.
const timesMoreFrequent = 10;

/** In how many records the words occur, in the order of the terms. */
export type CountWords = (terms: readonly WordTerm[]) => Promise<readonly number[]>;

/** Returns words with one typing error less, the most frequent first, unless what was typed is likely meant. */
export async function correctionsOf(typed: string, countWords: CountWords): Promise<WordTerm[]> {
  // Letters only: one wrong digit is another model or phone number.
  if (typed.length < shortestTypo || typed.length > longestTypo || !/^[a-z]+$/.test(typed)) return [];
  const [known = 0] = await countWords([{ text: typed, isWhole: false }]);
  if (known > 0 && typed.length < shortestKnownTypo) return [];
  const variants = known === 0 ? variantsOf(typed) : variantsInside(typed);
  const counts = await countWords(variants);
  const least = Math.max(1, known * timesMoreFrequent);
  return variants
    .map((term, index) => ({ term, count: counts[index] ?? 0 }))
    .filter(({ count }) => count >= least)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, mostCorrections)
    .map(({ term }) => term);
}

/**
 * Corrects a known word only to whole words with the same first letter and the same end. Otherwise Rhonda would find
 * every Honda, and Roberts every Robert.
 */
function variantsInside(typed: string): WordTerm[] {
  const [first, last] = [typed.charAt(0), typed.slice(-1)];
  return variantsOf(typed)
    .filter(({ text }) => text.startsWith(first) && text.endsWith(last))
    .map(({ text }) => ({ text, isWhole: true }));
}

/** Adds, drops, replaces or swaps a letter. An error in the last letter says nothing about longer words. */
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

/** On PostgreSQL, which has no list of its words, no further than this: it would read every record of a common one. */
const countedTo = 1000;

/** Asks the search index for its words: they are kept nowhere else. */
export function wordsIn({ db, submission: { table }, engine }: FilterContext): CountWords {
  return async (terms) => {
    const { rows } =
      engine === "sqlite"
        ? await sql<{ count: number }>`
            select (select coalesce(sum(doc), 0) from ${sql.table(`${table}_search_words`)}
              where term between range.value ->> 0 and range.value ->> 1) as count
            from json_each(${JSON.stringify(terms.map(rangeOf))}) as range order by range.key`.execute(db)
        : await sql<{ count: number }>`
            select (select count(*) from (
              select 1 from ${sql.table(table)} where search @@ word.query::tsquery limit ${countedTo}
            ) as found) as count
            from jsonb_array_elements_text(${JSON.stringify(terms.map((term) => tsQuery([[[[term]]]])))}::jsonb)
              with ordinality as word (query, place) order by place`.execute(db);
    return rows.map(({ count }) => count);
  };
}

/** The first and the last word that a term stands for. */
function rangeOf({ text, isWhole }: WordTerm): [string, string] {
  return [text, isWhole ? text : `${text}\u{10FFFF}`];
}
