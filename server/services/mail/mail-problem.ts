import { type RawBuilder, sql } from "kysely";

import { contactMessage } from "#domain/forms/contact-message.ts";
import { submissions } from "#domain/forms/submissions.ts";
import type { Query } from "#server/platform/database/database.ts";

const isToCustomer = (mail: string) => sql`${sql.ref(`${mail}.kind`)} not in ('receipt', 'staff', 'other')`;
const isReply = (mail: string) => sql`(${sql.ref(`${mail}.kind`)} = 'reply')`;

/** A later reply, or a later mail that leads to the same page. */
const isReplaced = sql`exists (select 1 from outbox as later
  where later.ref_number = mail.ref_number and later.created_at > mail.created_at
    and ${isToCustomer("later")} and ${isReply("later")} = ${isReply("mail")}
    and (later.record_address is null or ${isReply("later")}))`; // To others, it leads nowhere.

/** Staff rang, or changed a closed record with the failure in sight. */
const isSettled = sql`(record.is_open = ${false} and record.updated_at >= mail.changed_at) or exists (
  select 1 from record_events as call
  where call.record_id = record.id and call.type = 'call' and call.at >= mail.changed_at
    and not exists (select 1 from record_events as undone where undone.key = call.key || ' undone'))`;

const problem = sql`select min(mail.state) from outbox as mail
  where mail.ref_number = record.ref_number and ${isToCustomer("mail")}
    and mail.state in ('bounced', 'failed', 'unknown') and coalesce(mail.error_class, '') <> 'stopped'
    and not (${isReplaced} or ${isSettled})`;

/**
 * Notes in a record whether a mail to the customer has come back, has failed or may not have arrived, until it is sent again or replaced, or staff
 * ring or close the record. A quote that did not arrive waits for us, not for an answer. Receipts are left out: the record shows
 * them. Call it with the record locked.
 */
export function noteMailProblem(tx: Query, table: string, id: string): Promise<void> {
  return noteIn(tx, table, sql`record.id = ${id}`);
}

/** Notes the problem on all records whose mails a restore has put in doubt. */
export async function noteDoubtedMails(tx: Query): Promise<void> {
  const which = sql`record.ref_number in (select ref_number from outbox where error_class = 'restored')`;
  for (const { table } of submissions) await noteIn(tx, table, which);
}

async function noteIn(tx: Query, table: string, which: RawBuilder<unknown>): Promise<void> {
  await sql`update ${sql.table(table)} as record set mail_problem = (${problem}) where ${which}`.execute(tx);
  if (table === contactMessage.table) return;
  await sql`update ${sql.table(table)} as record
    set next_step = case when mail_problem is null then 'waiting' else 'mail' end
    where ${which} and next_step in ('waiting', 'mail')`.execute(tx);
}
