import { mailWatcher } from "#server/features/records/record-events.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { OutboxRow } from "#server/platform/database/tables.ts";
import { ownMailName } from "#server/services/mail/message-id.ts";
import { mailByName } from "#server/services/mail/reported-mail.ts";

import type { DeliveryReport } from "./delivery-report.ts";
import { type InboxContext, type NewMail, storeMail } from "./store-mail.ts";

/** Notes a delivery report at the mail that it is about, once. False if that is no mail of ours to a customer. */
export async function noteDelivery(
  context: InboxContext,
  report: DeliveryReport,
  stored: NewMail,
): Promise<boolean> {
  const { database, outbox, now } = context;
  const { key, ref_number } = (await reportedMail(context, report)) ?? {};
  if (key === undefined || ref_number === undefined) return false;
  await database.write(async (tx) => {
    await database.lock(tx, `deal ${ref_number}`);
    const isFirst = await storeMail(tx, stored, { state: "filed", ref_number });
    if (!isFirst || report.action === "other") return;
    const { action, reason, code } = report;
    const mail = await outbox.noteReport(tx, key, { action, reason, code, at: now() });
    if (mail?.kind === "receipt") await tellDesks(tx, context, mail);
  });
  return true;
}

/** By the first id of ours: those after it may be of mails before, such as the receipt. */
async function reportedMail(
  { database, linkKeys }: InboxContext,
  { messageIds }: DeliveryReport,
): Promise<OutboxRow | null> {
  const name = messageIds.map((id) => ownMailName(linkKeys, id)).find((one) => one !== null);
  const mail = name === undefined ? undefined : await mailByName(database.reader, name);
  return mail === undefined || mail.kind === "staff" ? null : mail;
}

/** Receipts change nothing else. */
async function tellDesks(tx: Query, context: InboxContext, mail: OutboxRow): Promise<void> {
  const { state, error_class: errorClass, changed_at: at } = mail;
  if (state === "bounced")
    await mailWatcher(context, null)(tx, mail, { state, errorClass, at: new Date(at) });
}
