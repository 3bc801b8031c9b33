import { sameWords } from "#domain/catalogue/trade-words.ts";
import { kindOf } from "#domain/field.ts";
import { isNumberOnly, phoneNumbers } from "#domain/phone-numbers.ts";
import type { RawValues } from "#domain/submission-values.ts";
import { fieldEntries, type Submission } from "#domain/submission.ts";

const longestWord = 40;
const mostPieces = 8;
const shortestBeginning = 5;
const shortestDigits = 3; // Matches the beginning of a phone number.
const letterMeetsDigit = /(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u;

/** Lower case without macrons and other marks: Ōtaika and otaika are one word. */
function fold(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

function piecesOf(text: string): string[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).map((piece) => piece.slice(0, longestWord));
}

const mostWords = 2000; // Limits each record: long conversations make the index no slower.
/** In characters. */
export const mostSaid = 40_000;

/** Returns what a record is found by: the form's own words come first, then those of what was `said` since. */
export function searchText(
  submission: Submission,
  values: RawValues,
  reference: string,
  said: readonly string[] = [],
): string {
  const texts = fieldEntries(submission).flatMap(([name, field]) => {
    const value = values[name];
    return typeof value === "string" || typeof value === "number"
      ? kindOf(field).searchTexts(field, value)
      : [];
  });
  const own = [reference, reference.replace(/^QK-/, ""), ...texts].join(" ");
  const words = new Set([...wordsOf(own), ...wordsOf(said.join(" ").slice(0, mostSaid))]);
  return [...words].slice(0, mostWords).join(" ");
}

/** Returns all words, those with hyphens or dots also as one, and tails of model codes: "420" finds TRX420FM. */
export function wordsOf(text: string): string[] {
  return fold(text)
    .split(/\s+/)
    .flatMap((chunk) => {
      const pieces = piecesOf(chunk);
      const joined = pieces.length > 1 ? [pieces.join("").slice(0, longestWord)] : [];
      return [...pieces, ...joined].flatMap((word) => [word, ...tailsOf(word)]);
    });
}

function tailsOf(word: string): string[] {
  if (!/\p{N}/u.test(word)) return [];
  const parts = word.split(letterMeetsDigit).slice(0, mostPieces);
  return parts.slice(1).map((_, index) => parts.slice(index + 1).join(""));
}

/** A word of a record begins with `text`, or is it. */
export interface WordTerm {
  readonly text: string;
  readonly isWhole: boolean;
}

/** Meanings of a typed word. A record matches one if it has all of its terms. */
type Alternatives = readonly (readonly WordTerm[])[];

/** Readings of a search. A record matches one if it has an alternative of each of its words. */
export type SearchTerms = readonly (readonly Alternatives[])[];

/** Returns words that a typed word may mean, if no record has one that begins with it. */
export type Corrector = (word: string) => Promise<readonly WordTerm[]>;

/** Reads a search: words in any order, or a reference, phone number or model code with any spacing. */
export async function searchTerms(typed: string, correct: Corrector): Promise<SearchTerms> {
  const pieces = piecesOf(fold(typed)).slice(0, mostPieces);
  if (pieces.length === 0) return [];
  const joined = pieces.join("").slice(0, longestWord);
  const phones = phoneNumbers(typed, isNumberOnly(typed) ? shortestDigits : undefined);
  const parts = pieces.flatMap((piece) => piece.split(letterMeetsDigit));
  // Single characters would match nearly everything.
  const isCode = parts.length > pieces.length && parts.every((part) => part.length > 1);
  const numbers = phones.map((number) => [number.replace("+", "")]);
  const others = [[joined], ...numbers, isCode ? parts : pieces].filter(
    (words) => words.join(" ") !== pieces.join(" "),
  );
  const readings = new Map(others.map((words) => [words.join(" "), words]));
  return [
    await Promise.all(inTradeWords(pieces).map((words) => alternativesOf(words, correct))),
    ...[...readings.values()].map((words) => words.map((word) => [[beginning(word)]])),
  ];
}

async function alternativesOf(words: readonly string[], correct: Corrector): Promise<Alternatives> {
  const same = meanings(words);
  const [only = ""] = words;
  const corrected = same.length === 0 && words.length === 1 ? await correct(only) : [];
  return [words.map(beginning), ...same, ...corrected.map((term) => [term])];
}

function beginning(text: string): WordTerm {
  return { text, isWhole: false };
}

/** Every typed word by itself, but up to three that are one word of the trade together. */
function inTradeWords(pieces: readonly string[]): string[][] {
  const words: string[][] = [];
  for (let at = 0; at < pieces.length; at += words.at(-1)?.length ?? 1) {
    const together = [3, 2].map((count) => pieces.slice(at, at + count));
    words.push(
      together.find((some) => knownMeanings(some.join("")) !== undefined) ?? pieces.slice(at, at + 1),
    );
  }
  return words;
}

/** The groups of words that mean the same, by each of their words in one piece. */
const tradeWords: ReadonlyMap<string, Alternatives> = new Map(
  sameWords.flatMap((group) => {
    const alternatives = group.map((words) => piecesOf(words).map(asMeaning));
    return group.map((words) => [piecesOf(words).join(""), alternatives] as const);
  }),
);

/** Short words would begin too many others: "rad" is not "radial". */
function asMeaning(text: string): WordTerm {
  return { text, isWhole: text.length < shortestBeginning };
}

/** Looks up a trade word in one piece, in the singular or the plural. */
function knownMeanings(word: string): Alternatives | undefined {
  return tradeWords.get(word) ?? tradeWords.get(word.replace(/s$/, ""));
}

function meanings(words: readonly string[]): Alternatives {
  const word = words.join("");
  const [typedSoFar] =
    word.length < shortestBeginning ? [] : [...tradeWords.keys()].filter((key) => key.startsWith(word));
  return knownMeanings(word) ?? tradeWords.get(typedSoFar ?? "") ?? [];
}

export function ftsQuery(terms: SearchTerms): string {
  return queryOf(terms, {
    and: " AND ",
    or: " OR ",
    word: ({ text, isWhole }) => `"${text}"${isWhole ? "" : " *"}`,
  });
}

export function tsQuery(terms: SearchTerms): string {
  return queryOf(terms, {
    and: " & ",
    or: " | ",
    word: ({ text, isWhole }) => `'${text}'${isWhole ? "" : ":*"}`,
  });
}

interface QueryLanguage {
  readonly and: string;
  readonly or: string;
  readonly word: (term: WordTerm) => string;
}

function queryOf(terms: SearchTerms, { and, or, word }: QueryLanguage): string {
  const all = (words: readonly WordTerm[]) => `(${words.map(word).join(and)})`;
  const any = (alternatives: Alternatives) => `(${alternatives.map(all).join(or)})`;
  return terms.map((reading) => `(${reading.map(any).join(and)})`).join(or);
}
