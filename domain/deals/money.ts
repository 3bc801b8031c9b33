/** Money is in whole cents, GST included. */
export type Cents = number;

export const centsMost = 10_000_000;

/** The GST in an amount that includes it: 3/23, rounded half up (GST Act 1985, section 8; deals.md section 3). */
export function gstIn(cents: Cents): Cents {
  return Math.floor((6 * cents + 23) / 46);
}

/** For example "$1,234.50". */
export function formatCents(cents: Cents): string {
  const amount = (Math.abs(cents) / 100).toLocaleString("en-NZ", {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return `${cents < 0 ? "-" : ""}$${amount}`;
}
