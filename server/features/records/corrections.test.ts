import { expect, test } from "vitest";

import { correctionsOf, type CountWords } from "./corrections.ts";

/** As the search index counts: every word of the records, once for each. */
function wordsOf(...records: readonly string[]): CountWords {
  const words = records.flatMap((record) => record.split(" "));
  return async (terms) =>
    terms.map(
      ({ text, isWhole }) => words.filter((word) => (isWhole ? word === text : word.startsWith(text))).length,
    );
}

const textsOf = async (typed: string, words: CountWords) =>
  (await correctionsOf(typed, words)).map(({ text }) => text);

test.for([
  ["a missing letter", "hona", "honda"],
  ["a letter too many", "hondda", "honda"],
  ["a wrong letter", "hinda", "honda"],
  ["two swapped letters", "hodna", "honda"],
  ["a wrong first letter", "jonda", "honda"],
  ["a wrong last letter", "hondo", "honda"],
  ["a missing last letter but one, before the word is complete", "kawsak", "kawasak"],
] as const)("%s is corrected: %s", async ([, typed, meant]) => {
  expect(await textsOf(typed, wordsOf("honda kawasaki suzuki"))).toEqual([meant]);
});

test("the beginning of a known word is no error", async () => {
  expect(await textsOf("hone", wordsOf("honda honeywell"))).toEqual([]);
});

test.for(["hin", "hxndx", "trx42o", "0215550109"])("%j is not corrected", async (typed) => {
  expect(await textsOf(typed, wordsOf("honda trx420 0215550100"))).toEqual([]);
});

test("an error in the last letter is corrected in whole words only", async () => {
  expect(await correctionsOf("hondo", wordsOf("honda hondamatic"))).toEqual([
    { text: "honda", isWhole: true },
  ]);
});

test("the most frequent of many words with one typing error less is among the corrections", async () => {
  const others = "abcdefgijklmnoprstwyz".split("").map((first) => `${first}ona`);
  expect((await textsOf("hona", wordsOf(...others, "honda", "honda", "honda")))[0]).toBe("honda");
});

test("a typing error that a visitor made too is corrected to a word that is ten times more frequent", async () => {
  const words = wordsOf("kawaski suzuky", "kawasaki ".repeat(10).trim(), "suzuki ".repeat(9).trim());
  expect(await correctionsOf("kawaski", words)).toEqual([{ text: "kawasaki", isWhole: true }]);
  expect(await textsOf("suzuky", words)).toEqual([]);
});

test.for(["rhonda", "roberts", "frost"])("%s is a name, however frequent a similar word is", async (name) => {
  expect(await textsOf(name, wordsOf(name, "honda robert front ".repeat(50).trim()))).toEqual([]);
});
