import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { replyDue } from "#domain/reply-due.ts";
import { forEveryForm, type RecordIdentity } from "#server/features/records/record-table.ts";
import type { Query } from "#server/platform/database/database.ts";

import { promisingCalendar } from "./desk-settings.ts";

export interface PromiseContext {
  readonly calendar: BusinessCalendar;
}

/**
 * Returns the columns for what waits after the first reply. `since` holds when each of it was asked: a mail (`asked_at`), a
 * question, a return. A mail from another address waits for a decision. Within a form, what came first is due first.
 */
export async function promiseCells(
  tx: Query,
  { calendar }: PromiseContext,
  asked: RecordIdentity,
  since: readonly (string | null)[],
) {
  const other_mail_at = await undecidedSince(tx, asked.record.ref_number);
  const [first] = [...since, other_mail_at].filter((at) => at !== null).toSorted();
  if (first === undefined) return { other_mail_at, answer_due_at: null };
  const promising = await promisingCalendar(tx, calendar);
  const { due } = replyDue(asked.submission.replyRule, new Date(first), promising);
  return { other_mail_at, answer_due_at: due.toISOString() };
}

async function undecidedSince(tx: Query, reference: string): Promise<string | null> {
  const mails = tx.selectFrom("inbound_mails").select("at").where("ref_number", "=", reference);
  const undecided = mails.where("kind", "=", "reply").where("is_from_other", "=", true);
  const first = await undecided.where("is_settled", "=", false).orderBy("at").limit(1).executeTakeFirst();
  return first?.at ?? null;
}

/** Notes the next promise of a record that no deal follows. */
export async function notePromise(tx: Query, context: PromiseContext, asked: RecordIdentity): Promise<void> {
  const { table } = asked.submission;
  const row = forEveryForm(tx).selectFrom(table).select("asked_at").where("id", "=", asked.record.id);
  const { asked_at: askedAt } = await row.executeTakeFirstOrThrow();
  const cells = await promiseCells(tx, context, asked, [askedAt]);
  await forEveryForm(tx).updateTable(table).set(cells).where("id", "=", asked.record.id).execute();
}
