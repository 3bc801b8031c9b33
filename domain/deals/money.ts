/** Money is in whole cents, GST included. */
export type Cents = number;

export const centsMost = 10_000_000;

/** What staff read of a payment of nothing. */
export const zeroRefusal = "Enter an amount other than 0";

/** The GST in an amount that includes it: 3/23, rounded half up (GST Act 1985, section 8; deals.md section 3). */
export function gstIn(cents: Cents): Cents {
  return Math.floor((6 * cents + 23) / 46);
}

export interface PaymentSums {
  readonly paid: Cents;
  /** The part of `paid` that is goodwill: never positive. */
  readonly goodwill: Cents;
}

export function sumsOf(
  payments: readonly { readonly amount_cents: Cents; readonly method: string }[],
): PaymentSums {
  const sum = (some: typeof payments) => some.reduce((cents, one) => cents + one.amount_cents, 0);
  return { paid: sum(payments), goodwill: sum(payments.filter(({ method }) => method === "goodwill")) };
}

/** What an order that has ended holds. Goodwill beyond what was paid is not owed back (decision 032). */
export function heldCents({ paid, goodwill }: PaymentSums): Cents {
  return paid < 0 ? paid - goodwill : paid;
}

interface CancelledOrders<Earlier> {
  readonly earlier: readonly Earlier[];
  /** What the last order holds; 0 if it is not cancelled. */
  readonly last: Cents;
}

/**
 * The earlier order, cancelled, that money is paid back for. A cancelled order that holds exactly as much comes first,
 * the last one too, then the first earlier one that holds more. Undefined if the money counts for the last order.
 */
export function cancelledPaidBack<Earlier extends { readonly cents: Cents }>(
  { cents, method }: { readonly cents: Cents; readonly method: string },
  { earlier, last }: CancelledOrders<Earlier>,
): Earlier | undefined {
  if (cents >= 0 || method === "goodwill") return undefined;
  const exact = earlier.find(({ cents: held }) => held === -cents);
  if (exact !== undefined || last === -cents) return exact;
  return earlier.find(({ cents: held }) => held > -cents);
}

/** Reads "185", "$1,234.50": null for nothing, undefined for what is no amount. */
export function readDollars(text: string): Cents | null | undefined {
  const plain = text.replaceAll(/[$,\s]/g, "");
  if (plain === "") return null;
  const [, sign, dollars, decimals = ""] = /^(-?)(\d{1,6})(?:\.(\d{0,2}))?$/.exec(plain) ?? [];
  if (dollars === undefined) return undefined;
  const cents = Number(dollars) * 100 + Number(decimals.padEnd(2, "0"));
  if (cents > centsMost) return undefined;
  return sign === "-" ? -cents : cents;
}

/** For example "$1,234.50". */
export function formatCents(cents: Cents): string {
  const size = Math.abs(cents);
  // Intl takes 50 times as long, on pages that show dozens of amounts.
  const dollars = String(Math.floor(size / 100)).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
  return `${cents < 0 ? "-" : ""}$${dollars}.${String(size % 100).padStart(2, "0")}`;
}

export function gstText(cents: Cents): string {
  return `includes GST of ${formatCents(gstIn(cents))}`;
}
