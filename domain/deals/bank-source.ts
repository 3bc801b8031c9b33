import type { Payment } from "./deal.ts";

/** Names the payment of a bank line in `source`. A line may have paid several orders, at once or after it was taken back. */
export function bankSource(line: string, before: number): string {
  return before === 0 ? `bank:${line}` : `bank:${line}:${before}`;
}

/** Returns the bank line that made the payment, or null. */
export function lineOf({ source }: Pick<Payment, "source">): string | null {
  return /^bank:([^:]+)/.exec(source ?? "")?.[1] ?? null;
}

/** The `source` of the opposite row of a payment. */
export const undoneSource = (source: string | null) => `undone ${source}`;

export function isUndone(payment: Pick<Payment, "source">, payments: readonly Pick<Payment, "source">[]) {
  return payments.some(({ source }) => source === undoneSource(payment.source));
}
