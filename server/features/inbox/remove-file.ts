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
  const file = await fileWithMail(database.reader, id);
  if (file === undefined) return false;
  await database.write(async (tx) => {
    if (!(await emptyFile(tx, id, services.now()))) return;
    await tx.deleteFrom("inbound_sources").where("mail_id", "=", file.mail_id).execute();
    await tellDesks(tx, services, file, userId);
  });
  if (file.message_id !== null) await inbox.forget(file.message_id);
  return true;
}

type MailOfFile = NonNullable<Awaited<ReturnType<typeof fileWithMail>>>;

function fileWithMail(db: Query, id: string) {
  return db
    .selectFrom("inbound_files as file")
    .innerJoin("inbound_mails as mail", "mail.id", "file.mail_id")
    .select(["file.mail_id", "mail.ref_number", "mail.message_id"])
    .where("file.id", "=", id)
    .executeTakeFirst();
}

async function emptyFile(tx: Query, id: string, at: Date): Promise<boolean> {
  const empty = { kept: null, type: null, content: null, preview: null, removed_at: at.toISOString() };
  const file = tx.updateTable("inbound_files").set(empty).where("id", "=", id);
  return (await file.where("removed_at", "is", null).returning("id").executeTakeFirst()) !== undefined;
}

/** In the history of its record, if it is in one. */
async function tellDesks(
  tx: Query,
  services: Services,
  { mail_id: becomes, ref_number: reference }: MailOfFile,
  userId: string,
): Promise<void> {
  const found = reference === null ? null : await recordByReference(tx, reference);
  if (found === null) return announceReload(services.database, tx);
  const of = await lockHistory(tx, services, found);
  const at = services.now().toISOString();
  await appendEvents(tx, [{ ...of, type: "file_removed", at, user_id: userId, becomes }]);
}
