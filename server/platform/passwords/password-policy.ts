import { passwordMinLength } from "#domain/accounts.ts";
import { business } from "#domain/business.ts";

import { commonPasswords, localWords } from "./common-passwords.ts";
import { passwordMaxLength } from "./passwords.ts";

/** Only length and commonness count (NIST SP 800-63B). Returns a message or null. `email` is the user's. */
export function passwordProblem(password: string, email: string): string | null {
  if ([...password].length < passwordMinLength) {
    return `A password needs at least ${passwordMinLength} characters`;
  }
  if (password.length > passwordMaxLength) return "This password is too long";
  const plain = password.normalize("NFKC").toLowerCase();
  const named = ownWords(email).find((word) => plain.includes(word) || unleet(plain).includes(word));
  if (named !== undefined) return `A password must not contain “${named}”: it is one of the first guesses.`;
  if (commonPasswords().has(plain) || isCommon(plain) || isCommon(unleet(plain))) {
    return "This password is one of the first guesses. A few words that do not belong together are better.";
  }
  return null;
}

const ownWordMinLength = 4;

function ownWords(email: string): string[] {
  const [name = ""] = email.toLowerCase().split("@");
  return [business.name.toLowerCase(), name].filter((word) => word.length >= ownWordMinLength);
}

const ownCharacters = 5;

function isCommon(password: string): boolean {
  const repeated = /^(.{1,7}?)\1+.{0,2}$/su.test(password);
  if (repeated || /^\d+$/.test(password) || new Set(password).size < ownCharacters) return true;
  const joined = password.replaceAll(/[\s._-]/g, "");
  if (withoutRuns(joined).replaceAll(/\s/g, "").length < ownCharacters) return true;
  const core = joined.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  const forms = [password, joined, core, unleet(core), withoutRuns(core).replaceAll(/\s/g, "")];
  return forms.some(isMostlyWords);
}

const twoWordsMaxLength = 40;

function isMostlyWords(text: string): boolean {
  if (text.length > twoWordsMaxLength) return false;
  for (let cut = 0; cut <= text.length; cut += 1) {
    const [head, tail] = [text.slice(0, cut), text.slice(cut)];
    if (isWord(head) && (tail.length < ownCharacters || isWord(tail))) return true;
    if (isWord(tail) && head.length < ownCharacters) return true;
  }
  return false;
}

function isWord(text: string): boolean {
  return localWords.has(text) || commonPasswords().has(text);
}

const rows = [
  "abcdefghijklmnopqrstuvwxyz",
  "1234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik",
  "qazwsxedcrfvtgbyhnujmikolp",
];
const runs = [...rows, ...rows.map((row) => [...row].toReversed().join(""))];
const runMinLength = 4;
const runMaxLength = Math.max(...rows.map(({ length }) => length));

/** Removes pieces of the alphabet and of keyboard rows, and characters repeated three times or more. */
function withoutRuns(text: string): string {
  let rest = text.replaceAll(/(.)\1{2,}/gsu, " ");
  for (let length = runMaxLength; length >= runMinLength; length -= 1) {
    for (let start = 0; start + length <= rest.length; start += 1) {
      const piece = rest.slice(start, start + length);
      if (runs.some((run) => run.includes(piece))) rest = rest.replaceAll(piece, " ");
    }
  }
  return rest;
}

const leet: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

function unleet(text: string): string {
  return text.replaceAll(/[013457@$!]/g, (character) => leet[character] ?? character);
}
