import { referencesIn } from "#domain/reference-number.ts";

import { type Cents, readDollars } from "./money.ts";
import { invoicesByCode } from "./payment-code.ts";

/** What may be numbers of ours in a text that people type or paste from a bank line. */
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

/** One spelling of a tracking number or label: capitals without blanks and dashes. */
function compactCode(written: string): string {
  return written.toUpperCase().replaceAll(/[\s\p{Pd}\u2212]/gu, "");
}
