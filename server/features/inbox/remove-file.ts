import { appendEvents, lockHistory } from "#server/features/records/record-events.ts";
import { recordByReference } from "#server/features/records/record-table.ts";
import type { Query } from "#server/platform/database/database.ts";
import { announceReload } from "#server/services/events/events.ts";
import type { Services } from "#server/services/services.ts";

/**
 * Takes an attachment out of a mail: its name stays. The message as it came, which has it, goes as well. False if there is no such
 * attachment; one that was taken out is so again.
 */
export async function removeFile(services: Services, id: string, userId: string): Promise<boolean> {
  const { database, inbox } = services;
  const mail = await mailWith(database.reader, id).executeTakeFirst();
  if (mail === undefined) return false;
  await database.write(async (tx) => {
    const at = services.now().toISOString();
    const empty = { kept: null, type: null, content: null, preview: null, removed_at: at };
    const file = tx.updateTable("inbound_files").set(empty).where("id", "=", id);
    const emptied = await file.where("removed_at", "is", null).returning("id").executeTakeFirst();
    if (emptied === undefined) return;
    await tx.deleteFrom("inbound_sources").where("mail_id", "=", mail.id).execute();
    const found = mail.ref_number === null ? null : await recordByReference(tx, mail.ref_number);
    if (found === null) return announceReload(database, tx);
    const of = await lockHistory(tx, services, found);
    await appendEvents(tx, [{ ...of, type: "file_removed", at, user_id: userId, becomes: mail.id }]);
  });
  // Mails without a Message-ID leave their folder after 90 days.
  if (mail.message_id !== null) await inbox.forget(mail.message_id);
  return true;
}

function mailWith(db: Query, fileId: string) {
  const mails = db.selectFrom("inbound_mails").select(["id", "ref_number", "message_id"]);
  return mails.where("id", "in", db.selectFrom("inbound_files").select("mail_id").where("id", "=", fileId));
}
