import { stringify } from "csv-stringify/sync";

import type { Cents } from "#domain/deals/money.ts";

/** Marks the file as UTF-8: without it, Excel assumes an older encoding. */
export const byteOrderMark = "\uFEFF";

/**
 * Matches texts that a spreadsheet takes for a formula (OWASP, CSV injection), with the full-width forms, and frame
 * numbers that it takes for amounts: 1E5 becomes 100000, and 0012 becomes 12.
 */
const readWrongly = /^[=+\-@\t\r\n＝＋－＠]|^(?:0\d+|\d+E\d+)$/i;

export interface Amount {
  readonly cents: Cents;
}

export type CsvCell = string | number | Amount | null;

/**
 * Formats lines of a CSV file (RFC 4180). A text that would be read as something else gets an apostrophe in front and
 * stays text. Amounts are dollars with two decimals.
 */
export function csvOf(rows: readonly (readonly CsvCell[])[]): string {
  return stringify([...rows], {
    record_delimiter: "windows",
    quoted_string: true,
    cast: {
      string: (text) => (readWrongly.test(text) ? `'${text}` : text),
      object: (amount) => (isAmount(amount) ? (amount.cents / 100).toFixed(2) : ""),
    },
  });
}

function isAmount(value: object): value is Amount {
  return "cents" in value;
}
