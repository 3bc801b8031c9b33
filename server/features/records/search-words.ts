import { kindOf } from "#domain/field.ts";
import { fieldEntries, type Submission } from "#domain/submission.ts";
import { phoneDigits } from "#domain/text-fields.ts";

type Values = Readonly<Record<string, unknown>>;

const longestWord = 40;
const mostPieces = 8;
const letterMeetsDigit = /(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u;

/** Lower case without macrons and other marks: Ōtaika and otaika are one word. */
function fold(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

function piecesOf(text: string): string[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).map((piece) => piece.slice(0, longestWord));
}

/** Returns all words, those with hyphens or dots also as one, and tails of model codes: "420" finds TRX420FM. */
export function searchText(submission: Submission, values: Values, reference: string): string {
  const words = new Set(wordsOf(`${reference} ${reference.replace(/^QK-/, "")}`));
  for (const [name, field] of fieldEntries(submission)) {
    const value = values[name];
    if (typeof value !== "string" && typeof value !== "number") continue;
    for (const text of kindOf(field).searchTexts(field, value)) {
      for (const word of wordsOf(text)) words.add(word);
    }
  }
  words.delete("");
  return [...words].join(" ");
}

function wordsOf(text: string): string[] {
  return fold(text)
    .split(/\s+/)
    .flatMap((chunk) => {
      const pieces = piecesOf(chunk);
      const joined = pieces.join("").slice(0, longestWord);
      return [...pieces, joined].flatMap((word) => [word, ...tailsOf(word)]);
    });
}

function tailsOf(word: string): string[] {
  const parts = word.split(letterMeetsDigit).slice(0, mostPieces);
  return parts.slice(1).map((_, index) => parts.slice(index + 1).join(""));
}

/** Readings of a search. A record matches one if it has a word beginning with each of its parts. */
export type SearchTerms = readonly (readonly string[])[];

/** Reads a search: words in any order, or a reference, phone number or model code with any spacing. */
export function searchTerms(typed: string): SearchTerms {
  const pieces = piecesOf(fold(typed)).slice(0, mostPieces);
  if (pieces.length === 0) return [];
  const joined = pieces.join("").slice(0, longestWord);
  const phone = /^[+\d\s().-]+$/.test(typed) ? phoneDigits(typed) : joined;
  const parts = pieces.flatMap((piece) => piece.split(letterMeetsDigit));
  // Single characters would match nearly everything.
  const isCode = parts.length > pieces.length && parts.every((part) => part.length > 1);
  const readings = [pieces, [joined], [phone], isCode ? parts : pieces];
  return [...new Map(readings.map((words) => [words.join(" "), words])).values()];
}

export function ftsQuery(terms: SearchTerms): string {
  return terms.map((words) => `(${words.map((word) => `"${word}" *`).join(" AND ")})`).join(" OR ");
}

export function tsQuery(terms: SearchTerms): string {
  return terms.map((words) => `(${words.map((word) => `'${word}':*`).join(" & ")})`).join(" | ");
}
