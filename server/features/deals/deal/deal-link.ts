import { createHmac, timingSafeEqual } from "node:crypto";

import { dealPath } from "#domain/deals/link.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";

import { changeDeal } from "./change-deal.ts";
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

interface Renewal {
  readonly reference: string;
  readonly userId: string;
  readonly callKey: string | null;
}

/** Gives a deal the link of the next generation; the one before is dead. Returns null if there is no such request. */
export function newLink(context: DealContext, renewal: Renewal): Promise<string | null> {
  return changeDeal<string>(context, renewal, async ({ tx, deal }) => {
    const { reference } = deal;
    const generation = deal.generation + 1;
    await tx
      .insertInto("deals")
      .values({ ref_number: reference, generation, reminders_stopped_at: null })
      .onConflict((known) => known.column("ref_number").doUpdateSet({ generation }))
      .execute();
    const link = dealLink(context, { reference, generation }).url;
    return {
      result: link,
      response: { link },
      events: [{ type: "link_renewed", becomes: String(generation) }],
    };
  });
}
