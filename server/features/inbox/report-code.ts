import type { BounceReason } from "#domain/bounce-reason.ts";

const enhanced = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![.\d])/;

/** Returns the code of `5.2.2` or `550 5.1.1 …` (RFC 3463); without one, the SMTP reply code (RFC 5321 section 4.2). */
export function codeIn(status: string, words: string): string | null {
  const given = enhanced.exec(status)?.[0] ?? null;
  // Exim writes 5.0.0 whatever it was.
  if (given !== null && !given.endsWith(".0.0")) return given;
  return enhanced.exec(words)?.[0] ?? /(?<![\d.:])[45][0-5]\d(?=[ \-:#])/.exec(words)?.[0] ?? given;
}

type ReasonRule = readonly [code: RegExp, words: RegExp, reason: BounceReason];

const never = /(?!)/;
const full =
  /quota|mailbox (?:is )?full|full mailbox|over ?quota|insufficient (?:system )?storage|out of storage/i;
const large =
  /(?:message|mail|size|file).{0,30}(?:too (?:large|big)|exceed)|exceed.{0,40}size|size.{0,20}limit/i;
const noAddress =
  /(?:user|address|recipient|account|mailbox|alias).{0,40}(?:unknown|not? (?:found|exist|known|valid|such|be found)|n[o']t exist|invalid|inactive|disabled|rejected|unavailable)|(?:no such|unknown|invalid) (?:user|address|recipient|account|mailbox|person|local)|no mailbox|doesn['’]t (?:exist|have a)|(?:host|domain) (?:name )?(?:not found|unknown)|no such domain|no mx record|not listed|unrouteable address/i;
const spam =
  /spam|junk|unsolicited|bulk mail|black ?list|block ?list|blocked|reputation|dnsbl|\brbl\b|phish|virus|malware|banned|content rejected|\bube\b/i;
const unreached =
  /timed? ?out|connection (?:refused|reset|lost|closed)|unreachable|no route|retry time|could not be reached|expired|too long|greylist|giving up|after \S+ retries|delivery temporarily suspended/i;

/** The first that fits: codes say more than words, as long as they say anything. */
const rules: readonly ReasonRule[] = [
  [/^[45]\.2\.2$/, never, "Their mailbox is full"],
  [/^[45]\.(?:2\.3|3\.4)$/, never, "Too large for them"],
  [/^[45]\.1\.(?:1|2|3|6|10)$|^5\.4\.4$/, never, "No such address"],
  [/^4\.4\./, never, "Their mail server could not be reached in time"],
  [never, spam, "Refused as spam"],
  [never, full, "Their mailbox is full"],
  [never, large, "Too large for them"],
  [never, noAddress, "No such address"],
  [/^5\.2\.1$/, never, "No such address"],
  [/^5\.4\.[1-7]$/, never, "Their mail server could not be reached in time"],
  [/^4/, unreached, "Their mail server could not be reached in time"],
];

/** Returns the first reason that the code or the text of the other mail server matches. */
export function reasonOf(code: string | null, words: string): BounceReason {
  const found = rules.find(([codes, said]) => codes.test(code ?? "") || said.test(words));
  return found?.[2] ?? "Their mail server refused it";
}
