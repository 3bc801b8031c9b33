import type { Cents } from "#domain/deals/money.ts";

/** Reads amounts of banks and spreadsheets: "1,234.50", "1234.5", "-21.00", "$100". Returns null for other text. */
export function readCents(written: string): Cents | null {
  const [, sign, dollars = "", decimals = ""] =
    /^([-+]?)\$?(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{0,2}))?$/.exec(
      written.replace(/^\$-/, "-").replaceAll(" ", ""),
    ) ?? [];
  if (dollars === "") return null;
  const cents = Number(dollars.replaceAll(",", "")) * 100 + Number(decimals.padEnd(2, "0"));
  return sign === "-" ? -cents : cents;
}
