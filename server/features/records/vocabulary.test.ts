import { expect, test } from "vitest";

import { Vocabulary } from "./vocabulary.ts";

function vocabularyOf(words: string): Vocabulary {
  const vocabulary = new Vocabulary();
  vocabulary.learn(words);
  return vocabulary;
}

const texts = (vocabulary: Vocabulary, typed: string) => vocabulary.correct(typed).map(({ text }) => text);

test.for([
  ["a missing letter", "hona", "honda"],
  ["a letter too many", "hondda", "honda"],
  ["a wrong letter", "hinda", "honda"],
  ["two swapped letters", "hodna", "honda"],
  ["a wrong first letter", "jonda", "honda"],
  ["a wrong last letter", "hondo", "honda"],
  ["a missing last letter but one, before the word is complete", "kawsak", "kawasak"],
] as const)("%s is corrected: %s", ([, typed, meant]) => {
  expect(texts(vocabularyOf("honda kawasaki suzuki"), typed)).toEqual([meant]);
});

test("the beginning of a known word is no error", () => {
  expect(texts(vocabularyOf("honda honeywell"), "hone")).toEqual([]);
});

test.for(["hin", "hxndx", "trx42o", "0215550109"])("%j is not corrected", (typed) => {
  expect(texts(vocabularyOf("honda trx420 0215550100"), typed)).toEqual([]);
});

test("an error in the last letter is corrected in whole words only", () => {
  expect(vocabularyOf("honda hondamatic").correct("hondo")).toEqual([{ text: "honda", isWhole: true }]);
});

test("words that are learned later are known, however many came before", () => {
  const vocabulary = new Vocabulary();
  const word = (index: number) =>
    "x".repeat(4) + [...String(index)].map((digit) => "abcdefghij"[Number(digit)]).join("");
  for (let index = 0; index < 5000; index += 1) vocabulary.learn(word(index));
  vocabulary.learn("carburettor");
  expect(texts(vocabulary, "caburettor")).toEqual(["carburettor"]);
  expect(texts(vocabulary, word(4321).replace("xxxx", "xxqx"))).toContain(word(4321));
});

test("the most frequent of many words with one typing error less is among the corrections", () => {
  const others = "abcdefgijklmnoprstwyz"
    .split("")
    .map((first) => `${first}ona`)
    .join(" ");
  const vocabulary = vocabularyOf(others);
  for (let record = 0; record < 3; record += 1) vocabulary.learn("honda");
  expect(texts(vocabulary, "hona")[0]).toBe("honda");
});

test("a typing error that a visitor made too is corrected to a word that is ten times more frequent", () => {
  const vocabulary = vocabularyOf("kawaski suzuky");
  for (let record = 0; record < 10; record += 1) vocabulary.learn("kawasaki");
  for (let record = 0; record < 9; record += 1) vocabulary.learn("suzuki");
  expect(vocabulary.correct("kawaski")).toEqual([{ text: "kawasaki", isWhole: true }]);
  expect(texts(vocabulary, "suzuky")).toEqual([]);
});

test.for(["rhonda", "roberts", "frost"])("%s is a name, however frequent a similar word is", (name) => {
  const vocabulary = vocabularyOf(name);
  for (let record = 0; record < 50; record += 1) vocabulary.learn("honda robert front");
  expect(texts(vocabulary, name)).toEqual([]);
});
