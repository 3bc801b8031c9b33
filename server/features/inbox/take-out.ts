import { randomUUID } from "node:crypto";

import { noteFewerAsked } from "#server/features/records/inbound-mails.ts";
import { appendEvents, lockHistory } from "#server/features/records/record-events.ts";
import { type RecordIdentity, recordByReference } from "#server/features/records/record-table.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { StoredMail } from "#server/platform/database/inbox-tables.ts";
import type { Services } from "#server/services/services.ts";

interface MailLeaving {
  readonly mail: Pick<StoredMail, "id">;
  /** The record where it is now; null if it stays, but isn't the customer's. */
  readonly to: string | null;
  readonly userId: string;
}

/** Leaves the record that a mail has moved out of as if it had never come. Its history says where it went. */
export async function takeOut(
  tx: Query,
  services: Services,
  { from, ...leaving }: MailLeaving & { readonly from: string },
): Promise<void> {
  const former = await recordByReference(tx, from);
  if (former === null) return;
  await forgetMessage(tx, leaving.mail.id);
  await noteFewerAsked(tx, former);
  await noteLeft(tx, services, former, leaving);
  await services.noteStep(tx, from, services.now());
}

/** Says in the history that a mail isn't the customer's. */
export async function noteLeft(
  tx: Query,
  services: Services,
  record: RecordIdentity,
  { mail, to, userId }: MailLeaving,
): Promise<void> {
  const of = await lockHistory(tx, services, record);
  const event = { type: "mail_out", user_id: userId, was: mail.id, becomes: to } as const;
  await appendEvents(tx, [{ ...of, ...event, at: services.now().toISOString() }]);
}

/** What was answered stays as a message without words: with it, what was asked before is answered, too. */
async function forgetMessage(tx: Query, id: string): Promise<void> {
  const place = randomUUID();
  const answers = tx.updateTable("deal_messages").set({ answers: place }).where("answers", "=", id);
  const { numUpdatedRows } = await answers.executeTakeFirstOrThrow();
  const kept = tx.updateTable("deal_messages").set({ id: place, words: null }).where("id", "=", id);
  if (numUpdatedRows > 0n) await kept.execute();
  else await tx.deleteFrom("deal_messages").where("id", "=", id).execute();
}
