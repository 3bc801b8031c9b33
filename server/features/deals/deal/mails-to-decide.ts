import { type RawBuilder, sql } from "kysely";

import { remindersSince } from "#domain/deals/deadlines.ts";
import type { Query } from "#server/platform/database/database.ts";

/**
 * True unless a mail from another address waits in the deal: nobody is reminded before staff say whose it is. Reminders that waited
 * for that leave at the next time of reminders.
 */
export function noneToDecide(reference: string | RawBuilder<string>, now: Date): RawBuilder<boolean> {
  const named = typeof reference === "string" ? sql.ref<string>(reference) : reference;
  return sql<boolean>`not exists (select 1 from quote_requests as decided
    where decided.ref_number = ${named} and (decided.other_mail_at is not null or exists (
      select 1 from record_events as event where event.record_id = decided.id
        and event.type = 'mail_out' and event.at >= ${remindersSince(now).toISOString()})))`;
}

/** The same, for one deal. */
export async function isDecided(tx: Query, reference: string, now: Date): Promise<boolean> {
  const { rows } = await sql`select 1 where ${noneToDecide(sql<string>`${reference}`, now)}`.execute(tx);
  return rows.length > 0;
}
