import { ourNames } from "#domain/firm.ts";
import { plainText } from "#domain/plain-text.ts";
import { referencesIn } from "#domain/reference-number.ts";

import { type Bodies, hasWords, wholeText } from "./body-text.ts";
import { foldFooters } from "./mail-footers.ts";
import {
  addressed,
  dated,
  foldHeader,
  type Header,
  headerAt,
  isForwardMark,
  isSeparator,
  type Kind,
  labelledHeader,
  labelOf,
  type MailLines,
  wroteHeader,
} from "./quote-header.ts";
import { quotedLetters } from "./quoted-letters.ts";

const mostLines = 20_000;

export interface NewWords {
  readonly words: string;
  readonly full: string;
  /** The letters of the quotes that `words` leaves out: they are to be compared with what was quoted. */
  readonly folded: string;
}

/**
 * Returns what a customer newly wrote, without quotes, signatures and the footers of phones, and the whole mail as text. If it
 * is not certain what is new, `words` is the whole mail as well.
 */
export function newWords(mail: Bodies): NewWords {
  const full = plainText(wholeText(mail).replaceAll(/\r\n?/g, "\n"));
  return { words: full, folded: "", ...ownWords(full), full };
}

/** Matches words that point into the quote, and lone greetings: the answers may be in the quote. */
const pointsBelow =
  /\b(?:below|underneath|in[- ]?line|in (?:red|blue|green|bold|capitals|caps))\b|^(?:hi|hey|hello|dear|kia ora|t[eē]n[aā] koe|m[oō]rena|good (?:morning|afternoon|evening))(?: \S+){0,2}$/iu;

/** Returns null if the customer's own words can't be told from the rest. */
function ownWords(full: string): Omit<NewWords, "full"> | null {
  const lines = full.split("\n");
  if (lines.length > mostLines || forwardsOthers(lines)) return null;
  const kinds = lines.map((line): Kind => (line.trim() === "" ? "blank" : isMarked(line) ? "quoted" : "own"));
  const mail = { lines, kinds };
  if (!foldQuotes(mail)) foldHeaderless(mail);
  keepLoneMarks(mail);
  foldSeparators(mail);
  foldFooters(mail);
  const order = kinds
    .map((kind) => (kind === "header" ? "quoted" : kind))
    .filter((kind) => kind === "own" || kind === "quoted");
  const shape = order.filter((kind, index) => kind !== order[index - 1]).join(" ");
  if (!["own", "own quoted", "quoted own"].includes(shape)) return null;
  const own = lines.slice(kinds.indexOf("own"), kinds.lastIndexOf("own") + 1);
  const words = own
    .map((line) => line.trim())
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n");
  if (!hasWords(words) || (shape !== "own" && pointsBelow.test(words))) return null;
  return { words, folded: quotedLetters(mail) };
}

function isMarked(line: string): boolean {
  return /^\s?>/.test(line);
}

/** Passing on someone else's mail is what the customer has to say. */
function forwardsOthers(lines: readonly string[]): boolean {
  const mark = lines.findIndex((line) => isForwardMark(line) && !/original/i.test(line));
  const sender = lines.slice(mark, mark + 10).find((line) => labelOf(line.replace(/^[> ]+/, "")) === "from");
  return mark !== -1 && !isNamed(sender ?? "");
}

function isNamed(text: string): boolean {
  return ourNames().some((name) => text.toLowerCase().includes(name.toLowerCase()));
}

/** The headings of our mails. */
const ourHeading =
  /^(?:Your quote (?:is ready|is valid for longer|is waiting for you|ends soon)|We have (?:corrected your quote|your [a-z ]+)|Our answer to your question|Order confirmed\. Here is how to pay|Please pay by .+|Payment time has passed: nothing is owed|Paid, thank you|Part of your payment has arrived: .+|Your parcel is on its way|The right number of your parcel|Please forget this parcel|Return agreed: send it back|Our answer about your return|Our offer (?:is ready|holds for longer)|We have changed our offer|Can you send us a few photos\?|Offer accepted: pick-up|We have (?:paid \$[\d,.]+ back|refunded \$[\d,.]+))$/;

function isOurHeading(line = ""): boolean {
  return ourHeading.test(line.slice(0, 200).trim());
}

function isOurReference(line: string): boolean {
  return /^\s*Reference:?\s+QK-/.test(line);
}

/** Returns whether an unmarked quote is ours: its header names us, or our mail follows. */
function quotesUs({ lines }: MailLines, { from, column, to, isLabelled }: Header): boolean {
  const header = lines
    .slice(from, to)
    .join("\n")
    .slice(column, column + 2000);
  const isWhole = isLabelled || (dated.test(header) && addressed.test(header));
  if (isWhole && (isNamed(header) || referencesIn(header).length > 0)) return true;
  return lines.slice(to, to + 6).some(isOurHeading) && lines.slice(to, to + 300).some(isOurReference);
}

/** Returns whether there is a quote that nothing marks. */
function foldQuotes(mail: MailLines): boolean {
  const { kinds } = mail;
  let isFound = false;
  for (let at = 0; at < kinds.length; at += 1) {
    const header = headerAt(mail, at);
    if (header === null) continue;
    const isFollowed = kinds[nextWords(mail, header.to)] === "quoted";
    if (!isFollowed && !quotesUs(mail, header)) continue;
    const below = foldHeader(mail, header);
    const to = isFollowed ? below : endOfOurs(mail, below);
    kinds.fill("quoted", below, to);
    isFound ||= !isFollowed;
    at = to - 1;
  }
  return isFound;
}

/** Folds a quote without a header, from our heading or from our name above it. */
function foldHeaderless(mail: MailLines): void {
  const { lines, kinds } = mail;
  const heading = lines.findLastIndex((line, at) => kinds[at] === "own" && isOurHeading(line));
  if (heading === -1 || lines.findLastIndex(isOurReference) < heading) return;
  const above = previousWords(mail, heading);
  const from = ourNames().includes(lines[above]?.trim() ?? "") ? above : heading;
  kinds.fill("quoted", from, endOfOurs(mail, heading));
}

function nextWords({ kinds }: MailLines, from: number): number {
  let at = from;
  while (kinds[at] === "blank") at += 1;
  return at;
}

function previousWords({ kinds }: MailLines, before: number): number {
  let at = before - 1;
  while (kinds[at] === "blank") at -= 1;
  return at;
}

const endMark = /^-{2,} ?end (?:of )?forwarded message ?-{2,}$/i;

/** Folds the marks that programs write above a quote and its header, and below it. */
function foldSeparators(mail: MailLines): void {
  const { lines, kinds } = mail;
  for (let at = lines.length - 1; at > 0; at -= 1) {
    if (endMark.test((lines[at] ?? "").slice(0, 100).trim()) && kinds[previousWords(mail, at)] === "quoted")
      kinds.fill("header", at, at + 1);
    if (kinds[at] !== "quoted" && kinds[at] !== "header") continue;
    const above = previousWords(mail, at);
    if (isSeparator(lines[above])) kinds.fill("header", above, at);
  }
}

/** Our mails end with their footer: what follows it is an older mail, or written by the customer. */
function endOfOurs(mail: MailLines, from: number): number {
  const { lines, kinds } = mail;
  const isFooter = (line: string) => ourNames().some((name) => line.trimStart().startsWith(`${name}, `));
  let end = from;
  while (end < lines.length && !isFooter(lines[end] ?? "")) end += 1;
  while (kinds[end] === "own") end += 1;
  const next = nextWords(mail, end);
  const isOlder =
    isSeparator(lines[next]) ||
    labelledHeader(mail, next) !== null ||
    [0, 1, 2, 3].some((more) => wroteHeader(mail, next + more) !== null);
  return isOlder ? lines.length : end;
}

/** Lines that begin with `>` before any quote, as in "> 20 years old", are the customer's if they don't name us or a sender. */
function keepLoneMarks({ lines, kinds }: MailLines): void {
  for (let at = 0; at < lines.length; at += 1) {
    if (kinds[at] === "header") return;
    if (kinds[at] !== "quoted") continue;
    let end = at;
    while (isMarked(lines[end] ?? "")) end += 1;
    const isQuote =
      end > at + 2 &&
      lines.slice(at, end).some((line) => isNamed(line) || /(?:wrote|@\S+>):$/i.test(line.trimEnd()));
    if (isQuote || kinds[end] === "quoted" || end === at) return;
    kinds.fill("own", at, end);
  }
}
