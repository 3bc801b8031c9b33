import { referencesIn } from "#domain/reference-number.ts";

import { type Cents, readDollars } from "./money.ts";

/** Damm's quasigroup of order 10 finds every single wrong digit and every swap of neighbours. */
const damm = [
  [0, 3, 1, 7, 5, 9, 8, 6, 4, 2],
  [7, 0, 9, 2, 1, 5, 4, 8, 6, 3],
  [4, 2, 0, 6, 8, 7, 1, 3, 5, 9],
  [1, 7, 5, 0, 9, 8, 3, 4, 2, 6],
  [6, 1, 2, 3, 0, 4, 5, 9, 7, 8],
  [3, 6, 7, 4, 2, 0, 9, 5, 8, 1],
  [5, 8, 6, 9, 7, 2, 0, 1, 3, 4],
  [8, 9, 4, 5, 3, 6, 2, 0, 1, 7],
  [9, 4, 3, 8, 6, 1, 7, 2, 0, 5],
  [2, 5, 8, 1, 4, 3, 6, 7, 9, 0],
] as const;

function checkDigit(digits: string): number {
  let state = 0;
  for (const digit of digits) state = damm[state]?.[Number(digit)] ?? 0;
  return state;
}

/** A payment code holds the last five digits of its invoice's number. */
const invoicesPerCode = 10;

/**
 * Returns the payment codes in `text` whose check digit is right, as people and banks write them: "qk 010097", "QKO1OO97" or
 * "QK01 0097 SMITH".
 */
export function paymentCodesIn(text: string): string[] {
  const compact = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  return rightCodes(compact.matchAll(/QK(?=([\dOIL]{6}))/g));
}

function rightCodes(found: Iterable<RegExpMatchArray>): string[] {
  const digits = [...found].map(([, code = ""]) => code.replaceAll("O", "0").replaceAll(/[IL]/g, "1"));
  return [...new Set(digits.filter((code) => checkDigit(code) === 0))].map((code) => `QK${code}`);
}

/** Returns the invoices that a code may mean. */
export function invoicesOfCode(code: string): number[] {
  const last = Number(code.slice("QK".length, -1));
  return Array.from({ length: invoicesPerCode }, (_, above) => above * 100_000 + last);
}

/** Finds codes with or without `QK`. */
function invoicesByCode(text: string): number[] {
  const bare = text.toUpperCase().matchAll(/(?<![A-Z\d])(\d{6})(?![A-Z\d])/g);
  return [...new Set([...paymentCodesIn(text), ...rightCodes(bare)])].flatMap(invoicesOfCode);
}

/** Returns what payers type as reference: `QK`, the invoice number in five digits, and a check digit (deals.md section 3). */
export function paymentCode(invoiceNumber: number): string {
  const digits = String(invoiceNumber % 100_000).padStart(5, "0");
  return `QK${digits}${checkDigit(digits)}`;
}

/** Possible numbers of ours in a text that people type or paste from a bank line. */
export interface TypedNumbers {
  readonly references: readonly string[];
  readonly invoices: readonly number[];
  /** Tracking numbers and labels of parts, as `compactCode` writes them. */
  readonly codes: readonly string[];
  readonly cents: Cents | null;
  /** The text is nothing but a few digits: a year, a model or an amount. */
  readonly isVague: boolean;
}

const invoiceWords =
  /(?:\bINV(?:OICE)?|\bORDER|#)[\s\p{Pd}\u2212.:#]*(?:N(?:O|UMBER)[\s.:]*)?(\d{1,9})(?!\d)/gu;
const amount = /-?\$\s?\d+(?:[,\s]\d{3}(?!\d))*(?:\.\d{1,2})?|(?<![\d.,])\d[\d,]*\.\d{2}(?![\d.])/;
const courierNumber = /[A-Z]{2}\d{9}(?=NZ)/g; // Universal Postal Union, standard S10.

export function readNumbers(text: string): TypedNumbers {
  const plain = text
    .trim()
    .replace(/[\s.]+$/, "")
    .toUpperCase();
  const isVague = /^\d{1,9}$/.test(plain);
  const named = [...plain.matchAll(invoiceWords)].map(([, digits]) => Number(digits));
  const [dollars = plain] = amount.exec(plain) ?? [];
  return {
    references: referencesIn(plain),
    invoices: [...new Set([...named, ...(isVague ? [Number(plain)] : []), ...invoicesByCode(plain)])],
    codes: codesIn(plain),
    cents: readDollars(dollars) ?? null,
    isVague,
  };
}

function codesIn(plain: string): string[] {
  const whole = compactCode(plain);
  const parts = plain
    .split(/\s+/)
    .map(compactCode)
    .filter((part) => /[A-Z]\d|\d[A-Z]|\d{8}/.test(part));
  const posted = [...whole.matchAll(courierNumber)].map(([number]) => `${number}NZ`);
  return [...new Set([whole, ...parts, ...posted])].filter((code) => code !== "");
}

/** Spells a tracking number or label in capitals, without blanks and dashes. */
export function compactCode(written: string): string {
  return written.toUpperCase().replaceAll(/[\s\p{Pd}\u2212]/gu, "");
}
