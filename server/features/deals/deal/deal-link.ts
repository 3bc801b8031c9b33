import { createHmac, timingSafeEqual } from "node:crypto";

import { dealPath } from "#domain/deals/link.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";

import type { DealContext } from "./deal-context.ts";

const keyBytes = 16;

/** The key of a deal's page (deals.md 1.1): nothing is stored, and a higher generation revokes it. */
export function dealKey(linkSecret: string, reference: string, generation: number): string {
  const named = `${quoteRequest.name} ${reference} ${generation}`;
  const mac = createHmac("sha256", linkSecret).update(named).digest();
  return mac.subarray(0, keyBytes).toString("base64url");
}

export function isDealKey(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Where the visitor sees a deal: the address for the browser, and its path. */
export function dealLink(
  { secrets, mail }: Pick<DealContext, "secrets" | "mail">,
  { reference, generation }: { readonly reference: string; readonly generation: number },
): { readonly url: string; readonly path: string } {
  const path = `${dealPath}/${reference}/${dealKey(secrets.linkSecret, reference, generation)}`;
  return { url: mail.siteOrigin + path, path };
}
