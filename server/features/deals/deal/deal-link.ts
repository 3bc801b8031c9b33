import { createHmac } from "node:crypto";

import { dealPath } from "#domain/deals/mails.ts";
import type { Submission } from "#domain/submission.ts";
import type { Query } from "#server/platform/database/database.ts";

import type { DealContext } from "./deal-context.ts";

const keyBytes = 16;

/** A quote request or a vehicle: each has a page of its own. */
export interface LinkedDeal {
  readonly submission: Submission;
  readonly reference: string;
  readonly generation: number;
}

/** The key of a deal's page (deals.md 1.1): nothing is stored, and a higher generation revokes it. */
export function dealKey(linkSecret: string, { submission, reference, generation }: LinkedDeal): string {
  const named = `${submission.name} ${reference} ${generation}`;
  const mac = createHmac("sha256", linkSecret).update(named).digest();
  return mac.subarray(0, keyBytes).toString("base64url");
}

/** Returns the address of a deal's page for the visitor, and its path. */
export function dealLink(
  { secrets, mail }: Pick<DealContext, "secrets" | "mail">,
  deal: LinkedDeal,
): { readonly url: string; readonly path: string } {
  const path = `${dealPath}/${deal.reference}/${dealKey(secrets.linkSecret, deal)}`;
  return { url: mail.siteOrigin + path, path };
}

/** Ends the link that is out. Call it with the deal locked, and note the event. Returns the next generation. */
export async function raiseGeneration(tx: Query, reference: string): Promise<number> {
  const { generation } = await tx
    .insertInto("deals")
    .values({ ref_number: reference, generation: 2, reminders_stopped_at: null })
    .onConflict((known) =>
      known.column("ref_number").doUpdateSet((row) => ({ generation: row("deals.generation", "+", 1) })),
    )
    .returning("generation")
    .executeTakeFirstOrThrow();
  return generation;
}

/** Returns when the link was last renewed; null if it never was. */
export async function lastRenewal(db: Query, recordId: string): Promise<string | null> {
  const renewals = db.selectFrom("record_events").select("at").where("record_id", "=", recordId);
  const last = renewals.where("type", "=", "link_renewed").orderBy("id", "desc").limit(1);
  return (await last.executeTakeFirst())?.at ?? null;
}
