import { quotePage } from "#app/site/layout/navigation.ts";
import type { QuotePrefill } from "#domain/forms/quote-request.ts";

/** The quote form with what is known filled in (app/site/quote/prefill.ts). */
export function quoteLink(known: QuotePrefill): string {
  return `${quotePage}?${new URLSearchParams(known).toString()}`;
}
