import type { NewNote } from "#domain/desk.ts";
import { appendEvents } from "#server/features/records/record-events.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";
import { announceEvents, type EventsContext } from "#server/services/events/events.ts";

import type { FoundRecord } from "./open-record.ts";

/** Adds a note to a record's history. The same note sent again, after a lost answer, is not doubled. */
export function addNote(
  context: AuditContext & EventsContext,
  { submission, record }: FoundRecord,
  note: NewNote & { readonly userId: string; readonly at: Date },
): Promise<void> {
  const { text, key, userId, at } = note;
  const { database } = context;
  return database.write(async (tx) => {
    await database.lock(tx, `record ${record.id}`);
    const known = await tx.selectFrom("record_events").select("id").where("key", "=", key).executeTakeFirst();
    if (known !== undefined) return;
    await announceEvents(database, tx);
    const of = { record_table: submission.table, record_id: record.id };
    await appendEvents(tx, [{ ...of, type: "note", at: at.toISOString(), user_id: userId, note: text, key }]);
    const reference = record.ref_number;
    await recordAudit(tx, context, { event: "note-added", actor: userId, reference });
  });
}
