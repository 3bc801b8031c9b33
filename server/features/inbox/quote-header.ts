import { ourNames } from "#domain/firm.ts";

/** Kinds of lines: `quoted`, marked or not; `header` says whose the quote is; `footer` is a program's own. */
export type Kind = "blank" | "own" | "quoted" | "header" | "footer";

export interface MailLines {
  readonly lines: string[];
  readonly kinds: Kind[];
}

/** The lines before a quote that say whose it is; `to` is the first one after them. */
export interface Header {
  readonly from: number;
  /** The offset in its first line: the words before it are the customer's. */
  readonly column: number;
  readonly to: number;
  readonly isLabelled: boolean;
}

/** Labels that Outlook, Samsung and Zimbra put before a quote, also in bold; in te reo Māori as well. */
const labels = {
  from: /^\*{0,2}(?:From|Mai|Mai i|Nā) ?:\*{0,2}\s*\S/iu,
  date: /^\*{0,2}(?:Sent|Date|I tukuna|Te rā|Rā) ?:\*{0,2}\s*\S.*\d/iu,
  to: /^\*{0,2}(?:To|Cc|Ki|Ki a) ?:\*{0,2}\s*\S/iu,
  subject: /^\*{0,2}(?:Subject|Kaupapa) ?:/iu,
};

export function labelOf(line = ""): string | undefined {
  return Object.entries(labels).find(([, pattern]) => pattern.test(line.slice(0, 400)))?.[0];
}

const fromWithin = /(?<=\S)\*{0,2}(?:From|Mai i|Nā) ?:\*{0,2}\s*\S/u;

/** From, date and one more, each of up to three lines. Words can touch the first. */
export function labelledHeader(mail: MailLines, from: number): Header | null {
  const line = (mail.lines[from] ?? "").slice(0, 2000);
  const column = Math.max(line.search(fromWithin), labelOf(line) === "from" ? 0 : -1);
  if (mail.kinds[from] !== "own" || column === -1) return null;
  const to = endOfLabels(mail, from, { column });
  return to === null ? null : { from, column, to, isLabelled: true };
}

const forwardMark =
  /^[> ]*(?:-{2,} ?(?:original|forwarded) message(?: from .{1,200})? ?-{2,}|begin forwarded message:)$/i;

export function isForwardMark(line = ""): boolean {
  return forwardMark.test(line.slice(0, 250).trim());
}

/** "-------- Forwarded Message --------", and below it the labels in any order, or a whole header. */
function forwardHeader(mail: MailLines, from: number): Header | null {
  if (mail.kinds[from] !== "own" || !isForwardMark(mail.lines[from])) return null;
  const to = endOfLabels(mail, from + 1, { isAnyLabel: true });
  return to === null ? null : { from, column: 0, to, isLabelled: true };
}

const separator = /^(?:_{10,}|-{10,})$/;

/** Returns whether programs write such a line above a quote and its header. */
export function isSeparator(line = ""): boolean {
  return isForwardMark(line) || separator.test(line.slice(0, 100).trim());
}

/** The header that begins at a line, or ends with it. */
export function headerAt(mail: MailLines, at: number): Header | null {
  return forwardHeader(mail, at) ?? labelledHeader(mail, at) ?? wroteHeader(mail, at);
}

/** Gives the words that it touches a line of their own. Returns the first line below it. */
export function foldHeader({ lines, kinds }: MailLines, { from, column, to }: Header): number {
  const line = lines[from] ?? "";
  const isTouched = /[^\s>*-]/.test(line.slice(0, column)); // Zimbra writes dashes there.
  const more = isTouched ? 1 : 0;
  if (isTouched) {
    lines.splice(from, 1, line.slice(0, column), line.slice(column));
    kinds.splice(from, 0, "own");
  }
  kinds.fill("header", from + more, to + more);
  return to + more;
}

const otherLabel =
  /^(?:Reply-To|Message-ID|In-Reply-To|References|MIME-Version|Auto-Submitted|Received|Return-Path|(?:Content|X|List)-[\w-]{1,40}): /i;

const headerMost = 100; // In lines.

function endOfLabels(
  { lines, kinds }: MailLines,
  from: number,
  { column = 0, isAnyLabel = false },
): number | null {
  const seen = new Set<string>();
  const isEnough = () => seen.size >= 3 && seen.has("from") && seen.has("date");
  let to = from;
  const end = Math.min(lines.length, from + headerMost);
  for (let at = from; at < to + 3 && at < end && kinds[at] !== "quoted"; at += 1) {
    const line = lines[at]?.slice(at === from ? column : 0);
    const label = labelOf(line);
    if ((label === "from" && seen.has(label)) || (isAnyLabel && kinds[at] === "blank" && isEnough())) break;
    if (label !== undefined) seen.add(label);
    else if (!isAnyLabel || !otherLabel.test(line ?? "")) continue;
    to = at + 1;
  }
  return isEnough() ? to : null;
}

export const dated = /\b20\d\d\b|\d{1,2}[/.]\d{1,2}[/.]\d{2}|\d{1,2}[:.]\d{2}/;
export const addressed = /\S@\S/;

/** "On Thu, 26 …", "I te 26/11/2026, …": also behind the words that it touches. */
const opener = /(?:On|I te)(?=\s+(?:\p{Lu}\p{L}{1,11}\.?,?\s+){0,2}\d)/gu;
const nameOnly =
  /^[\s*"']*(?:\p{Lu}[\p{L}\p{N}.'’&-]*[",]*(?:\s+|(?=[<[(]))){1,5}(?:[<[(].*)?wr(?:ote|ites)\b.*$/u;
const nameAndDate = /^\s*\*? ?(?:\p{Lu}[\p{L}\p{N}.'’&-]*\s+){1,5}<[^<>]*> \[[^\]]*\d\d:\d\d[^\]]*\]:$/u;
/** In other languages. */
const otherHeader =
  /^(?:Le|Am|El|Il|Op|Em|Den) (?:\p{L}{2,11}\.?,? ){0,2}\d.*<[^\s<>@]+@[^\s<>]+>(?: [^\s:]+){0,3}\s?:$/u;
const forwardedFrom = /^\s*Forwarded message from \S.{1,200}:$/i;

const wroteEnd = /\bwr(?:ote|ites) ?(?::|-{2,})$|\btuhia? (?:a|e) [^:]{1,200}:$/;

/** Lower case belongs to sentences, but for these words. */
const sentence =
  /(?<![\p{L}\p{N}@.'’-])(?!(?:at|am|pm|[ap]\.m|and|of|the|via|van|de|der|den|i|te|tuhia?|a|e|wrote|writes)(?![\p{L}\p{N}]))\p{Ll}|\bI\b(?! te)|\p{L}{3}[.!?]+\s+["\p{Lu}]|[!?]/u;

function isHeaderOnly(words: string): boolean {
  return !sentence.test(words.replaceAll(/<[^<>]*>|(?<!\S)[^\s@]{1,64}@\S+/g, ""));
}

/** "On 26/11/2026, at 2:02 pm, NAME <ADDRESS> wrote:" on up to four lines that end with `last`, in any language. */
export function wroteHeader({ lines, kinds }: MailLines, last: number): Header | null {
  const end = (lines[last] ?? "").slice(-400).trimEnd();
  if (!/(?::|\bwrote ?-{2,})$/.test(end)) return null;
  let found: Header | null = null;
  let below = "";
  for (let from = last; from > last - 4 && kinds[from] === "own"; from -= 1) {
    const line = lines[from] ?? "";
    const cut = Math.max(0, line.length - 400);
    const words = `${line.slice(cut).trimEnd()} ${below}`.trimEnd();
    const header = (column: number): Header => ({ from, column, to: last + 1, isLabelled: false });
    const column = openerIn(words);
    if (column !== null && column <= line.length - cut) return header(cut + column);
    if (cut === 0 && isBare(words)) found ??= header(0);
    below = words;
  }
  return found;
}

/** Finds the last opener that is followed by nothing but the rest of a header. */
function openerIn(words: string): number | null {
  if (!wroteEnd.test(words)) return null;
  const found = [...words.matchAll(opener)].slice(-5).findLast(({ index }) => {
    const header = words.slice(index);
    return dated.test(header) && isHeaderOnly(header.replace(/^(?:On|I te)/, ""));
  });
  return found?.index ?? null;
}

/** Returns whether the text is a header alone, without our opener. */
function isBare(words: string): boolean {
  if ([forwardedFrom, nameAndDate, otherHeader].some((header) => header.test(words))) return true;
  const ours = ourNames().find((name) => words.includes(name));
  // Otherwise the customer's words touch it.
  const isKnown =
    ours === undefined ? addressed.test(words) : words.replace(/^[\s*"']*/, "").startsWith(ours);
  return isKnown && wroteEnd.test(words) && nameOnly.test(words) && isHeaderOnly(words);
}
