import { expect, test } from "vitest";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { quoteExample } from "#tests/quote-example.ts";

import { searchTerms, searchText, type WordTerm } from "./search-words.ts";

const termsOf = (typed: string) => searchTerms(typed, async () => []);

const found = new Set(searchText(quoteRequest, quoteExample, "QK-A2BC3D-EF4G").split(" "));

/** As both engines match: the record has an alternative of every word of one reading. */
async function finds(typed: string): Promise<boolean> {
  const has = ({ text, isWhole }: WordTerm) =>
    [...found].some((word) => (isWhole ? word === text : word.startsWith(text)));
  return (await termsOf(typed)).some((reading) =>
    reading.every((words) => words.some((all) => all.every(has))),
  );
}

const textsOf = async (typed: string) =>
  (await termsOf(typed)).map((reading) => reading.flat(2).map(({ text }) => text));

test.for([
  ["a name, however far it is typed", "aro"],
  ["words in any order", "ngata aroha"],
  ["a macron, typed or not", "otaika"],
  ["a macron as it was written", "ŌTAIKA"],
  ["the reference", "QK-A2BC3D-EF4G"],
  ["the reference without dashes", "qka2bc3def4g"],
  ["the reference without QK", "a2bc3d ef4g"],
  ["the phone number as written", "021 555 0100"],
  ["the phone number in one piece", "0215550100"],
  ["the phone number from abroad", "+64 21 555-0100"],
  ["the beginning of the phone number", "02155"],
  ["the e-mail address", "aroha@example.co.nz"],
  ["a part of the e-mail address", "example.co"],
  ["the model", "trx420fm"],
  ["the digits of the model", "420"],
  ["the model in pieces", "trx 420"],
  ["make, model and year", "honda 2015"],
  ["the VIN without its dash", "te354100123"],
  ["the part", "front diff"],
  ["words of the notes", "whines"],
  ["another word for the part", "differential"],
  ["another word for the part, while it is typed", "differen"],
  ["another word for the part, among others", "front differential honda"],
] as const)("a record is found by %s", async ([, typed]) => {
  expect(await finds(typed)).toBe(true);
});

test.for(["", "   ", "-", "suzuki", "honda suzuki", "QK-A2BC3D-EF4H", "021 555 0199", "roha"])(
  "a record is not found by %j",
  async (typed) => {
    expect(await finds(typed)).toBe(false);
  },
);

test("a model code without spaces finds one that was written with them", async () => {
  expect(await textsOf("yfm450")).toContainEqual(["yfm", "450"]);
});

test("a reference is not read as a phone number", async () => {
  expect((await textsOf("QK-ABCDE8-8972")).flat()).not.toContain("88972");
});

test("unreadable characters never break a query", async () => {
  const nasty = `" * ' & | ! ( ) : NEAR OR AND \\ \u0000 \u202E %_ ${"x".repeat(500)}`;
  for (const word of (await textsOf(nasty)).flat()) expect(word).toMatch(/^[\p{L}\p{N}]{1,40}$/u);
});

test.for([
  ["carby", "carburettor"],
  ["shocky", "shock absorber"],
  ["cvaxle", "cv axle"],
  ["drive shaft", "cv"],
  ["left driveshaft honda", "left cv axle honda"],
  ["shockies", "shockies"],
  ["cv axles", "driveshaft"],
  ["ball joints", "balljoint"],
  ["tie rods", "track rod"],
  ["drive shafts", "cv axle"],
  ["shock absorbers", "shocky"],
  ["side by side", "sxs"],
  ["honda side by sides doors", "honda utv doors"],
] as const)("%j means %j too", async ([typed, meant]) => {
  const [reading] = await termsOf(typed);
  const options = (reading ?? []).map((words) => words.map((all) => all.map(({ text }) => text).join(" ")));
  const sentence = (at: number, rest: string): boolean =>
    at === options.length
      ? rest === ""
      : options[at]!.some(
          (each) => (rest + " ").startsWith(`${each} `) && sentence(at + 1, rest.slice(each.length + 1)),
        );
  expect(sentence(0, meant)).toBe(true);
});

test("a word of the trade is a whole word: carb is not carbon", async () => {
  const carb = (await termsOf("carburettor")).flat(3).find(({ text }) => text === "carb");
  expect(carb).toEqual({ text: "carb", isWhole: true });
});
