import { createHmac } from "node:crypto";

import { dealPath } from "#domain/deals/mails.ts";
import type { Submission } from "#domain/submission.ts";
import type { Query } from "#server/platform/database/database.ts";

import type { DealContext } from "./deal-context.ts";

const keyBytes = 16;

/** What has a page of its own: a quote request or a vehicle. */
export interface Linked {
  readonly submission: Pick<Submission, "name">;
  readonly reference: string;
  readonly generation: number;
}

/** The key of a deal's page (deals.md 1.1): nothing is stored, and a higher generation revokes it. */
export function dealKey(linkSecret: string, { submission, reference, generation }: Linked): string {
  const named = `${submission.name} ${reference} ${generation}`;
  const mac = createHmac("sha256", linkSecret).update(named).digest();
  return mac.subarray(0, keyBytes).toString("base64url");
}

/** Where the visitor sees a deal: the address for the browser, and its path. */
export function dealLink(
  { secrets, mail }: Pick<DealContext, "secrets" | "mail">,
  linked: Linked,
): { readonly url: string; readonly path: string } {
  const path = `${dealPath}/${linked.reference}/${dealKey(secrets.linkSecret, linked)}`;
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

/** When the link was renewed the last time; null if it is the first one. */
export async function lastRenewal(db: Query, recordId: string): Promise<string | null> {
  const renewals = db.selectFrom("record_events").select("at").where("record_id", "=", recordId);
  const last = renewals.where("type", "=", "link_renewed").orderBy("id", "desc").limit(1);
  return (await last.executeTakeFirst())?.at ?? null;
}
