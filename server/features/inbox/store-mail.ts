import { randomUUIDv7 } from "node:crypto";

import type { Query } from "#server/platform/database/database.ts";
import type { InboundMailRow } from "#server/platform/database/inbox-tables.ts";
import type { Log } from "#server/platform/observability/log.ts";
import type { Services } from "#server/services/services.ts";

import { keptFiles, type NewFile } from "./attachments.ts";
import type { ReadMail } from "./read-mail.ts";

export interface InboxContext extends Services {
  readonly log: Log;
  /** Aborts when the server stops: what that cuts off is read again. */
  readonly stopping: AbortSignal;
}

/** Everything that is kept of a message, ready to be written in one transaction. */
export interface NewMail {
  readonly row: Omit<InboundMailRow, "state" | "ref_number" | "is_from_other" | "is_settled"> & {
    readonly is_from_other: boolean;
  };
  readonly files: readonly NewFile[];
  readonly sealed: Uint8Array;
}

interface Arrival {
  readonly mail: ReadMail;
  readonly kind: InboundMailRow["kind"];
  readonly isFromOther: boolean;
  readonly source: Uint8Array;
  readonly at: Date;
}

export async function newMail(
  context: InboxContext,
  { mail, kind, isFromOther, source, at }: Arrival,
): Promise<NewMail> {
  const id = randomUUIDv7();
  const row = {
    id,
    key: mail.key,
    kind,
    is_from_other: isFromOther,
    message_id: mail.messageId,
    thread: mail.thread.join(" "),
    from_name: mail.from.name,
    from_address: mail.from.address,
    subject: mail.subject,
    at: at.toISOString(),
    words: mail.words,
    full_text: mail.full,
  };
  const files = kind === "reply" ? await keptFiles(context, mail.email.attachments) : [];
  return { row, files, sealed: context.linkKeys.sealBytes(source, `mail ${id}`) };
}

/** False if it is there already: read again after a crash, by another instance, or from another folder. */
export async function storeMail(
  tx: Query,
  { row, files, sealed }: NewMail,
  place: Pick<InboundMailRow, "state" | "ref_number">,
): Promise<boolean> {
  const stored = await tx
    .insertInto("inbound_mails")
    .values({ ...row, ...place })
    .onConflict((known) => known.column("key").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (stored === undefined) return false;
  const { id: mail_id, at } = row;
  if (files.length > 0)
    await tx
      .insertInto("inbound_files")
      .values(files.map((file) => ({ ...file, mail_id })))
      .execute();
  await tx.insertInto("inbound_sources").values({ mail_id, at, sealed }).execute();
  return true;
}
