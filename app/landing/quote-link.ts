import { quotePage } from "#app/layout/navigation.ts";
import type { QuotePrefill } from "#domain/quote-request.ts";

/** The quote form with what is known filled in (app/quote/prefill.ts). */
export function quoteLink(known: QuotePrefill): string {
  return `${quotePage}?${new URLSearchParams(known).toString()}`;
}
