import { sql } from "kysely";

import type { BounceReason } from "#domain/bounce-reason.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { OutboxRow } from "#server/platform/database/tables.ts";

import { stopMailsOf, stopped } from "./outbox-table.ts";

/** A delivery report about a mail that our mail server had accepted. */
export interface ReportedDelivery {
  readonly action: "failed" | "delayed";
  readonly reason: BounceReason;
  /** `5.2.2`, or else the SMTP reply code. */
  readonly code: string | null;
  readonly at: Date;
}

/** The error class of a sent mail that their mail server has not taken yet. */
const delayed = "delayed";

const named = sql<string>`replace(key, '/', '-')`; // Matches the index on it.

/** Returns the mail with the name that its Message-ID holds. Mails to staff about a new record are not in the outbox. */
export function mailByName(db: Query, name: string): Promise<OutboxRow | undefined> {
  return db.selectFrom("outbox").selectAll().where(named, "=", name).executeTakeFirst();
}

export function sentWordsByName(db: Query, names: readonly string[]) {
  return db.selectFrom("outbox").select(["key", "sent_words"]).where(named, "in", names).execute();
}

/**
 * Notes that a mail came back, or is late; no reminder that waits goes the same way. A report can be here before we have stored that
 * the mail left. All tries have the same Message-ID, so a late report about an earlier one counts, unless staff have just sent the
 * mail again and it waits to leave. Returns the mail if that changes it.
 */
export async function noteReport(
  tx: Query,
  key: string,
  { action, reason, code, at }: ReportedDelivery,
): Promise<OutboxRow | undefined> {
  const mail = tx.updateTable("outbox").where("key", "=", key).where("kind", "<>", "staff").returningAll();
  if (action === "delayed") {
    const late = mail.set({ error_class: delayed, code }).where("state", "=", "sent");
    return late.where("error_class", "is", null).executeTakeFirst();
  }
  const bounced = await mail
    .set({ state: "bounced", error_class: reason, code, changed_at: at.toISOString() })
    .where("state", "in", ["sending", "sent", "unknown"])
    .executeTakeFirst();
  if (bounced?.record_address === null)
    await stopMailsOf(tx, bounced.ref_number, { kinds: ["reminder", "pay"], why: stopped, now: at });
  return bounced;
}

/** True if no mail to the record's address alone, written since an instant, came back. Both parameters are columns. */
export function noneCameBack(reference: string, since: string) {
  return sql<boolean>`not exists (select 1 from outbox as back where back.ref_number = ${sql.ref(reference)}
    and back.created_at >= ${sql.ref(since)} and back.state = 'bounced' and back.kind <> 'staff'
    and back.record_address is null)`;
}
