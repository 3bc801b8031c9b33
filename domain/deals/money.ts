/** Money is in whole cents, GST included. */
export type Cents = number;

export const nzd = "NZD";

export const centsMost = 10_000_000;

/** New Zealand's smallest coin. Cash can't be exact: what is left of up to as much is rounding. */
export const coinCents = 10;

export const zeroRefusal = "Enter an amount other than 0";

/** Returns the GST in an amount that includes it: 3/23, rounded half up (GST Act 1985, section 8; deals.md section 3). */
export function gstIn(cents: Cents): Cents {
  return Math.floor((6 * cents + 23) / 46);
}

export interface PaymentSums {
  readonly paid: Cents;
  /** The part of `paid` that is no money: what cash can't pay, or paid too much. */
  readonly rounding: Cents;
}

/** Ignores payments in other currencies. */
export function sumsOf(
  payments: readonly {
    readonly amount_cents: Cents;
    readonly method: string;
    readonly currency: string;
  }[],
): PaymentSums {
  const counted = payments.filter(({ currency }) => currency === nzd);
  const sum = (some: typeof payments) => some.reduce((cents, one) => cents + one.amount_cents, 0);
  return { paid: sum(counted), rounding: sum(counted.filter(({ method }) => method === "rounding")) };
}

/**
 * Reads "185", "$1,234.50", "1 250", and "185,50" as $185.50: a comma or blank parts thousands only before three digits.
 * Returns null for nothing, undefined for text that is no amount.
 */
export function readDollars(text: string): Cents | null | undefined {
  const typed = text.trim().replace(/^(-?)\s*\$?\s*(-?)\s*/, "$1$2");
  if (typed === "" && !text.includes("$")) return null;
  const [, sign, dollars = "", decimals = ""] =
    /^(-?)(\d{1,6}|[1-9]\d{0,2}(?:[,\s]\d{3})+)(?:\.(\d{0,2}))?$/.exec(
      typed.replace(/^(-?\d+),(\d{1,2})$/, "$1.$2"),
    ) ?? [];
  if (dollars === "") return undefined;
  const cents = Number(dollars.replaceAll(/\D/g, "")) * 100 + Number(decimals.padEnd(2, "0"));
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

/** For example "$1,200", or "$1,200.50". */
export function formatShortCents(cents: Cents): string {
  return formatCents(cents).replace(/\.00$/, "");
}

export function gstText(cents: Cents): string {
  return `includes GST of ${formatCents(gstIn(cents))}`;
}
