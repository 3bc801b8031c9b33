import { randomUUIDv7 } from "node:crypto";
import { open, stat } from "node:fs/promises";

import type { Mailbox } from "#domain/inbox-wire.ts";
import { sourceContext } from "#server/features/records/inbound-mails.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { InboundMailRow, InboundSourceRow } from "#server/platform/database/inbox-tables.ts";
import type { Log } from "#server/platform/observability/log.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";
import type { MessageSource } from "#server/services/inbox/mailbox.ts";
import { isOurs } from "#server/services/mail/mail.ts";
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
  readonly source: Uint8Array; // A large message's first piece.
  readonly linkKeys: Keys;
}

interface MailToStore {
  readonly mail: ReadMail;
  readonly kind: InboundMailRow["kind"];
  readonly isFromOther: boolean;
  readonly source: MessageSource;
  readonly at: Date;
}

export async function newMail(
  context: InboxContext,
  { mail, kind, isFromOther, source, at }: MailToStore,
): Promise<NewMail> {
  const id = randomUUIDv7();
  const isTheirs = ({ address }: Mailbox) => !isOurs(context.mail, address);
  const replyTo = mail.replyTo !== null && isTheirs(mail.replyTo) ? mail.replyTo : null;
  const row = {
    id,
    key: mail.key,
    kind,
    is_from_other: isFromOther,
    message_id: mail.messageId,
    thread: mail.thread.join(" "),
    from_name: mail.from.name,
    from_address: mail.from.address,
    reply_to_name: replyTo?.name ?? "",
    reply_to_address: replyTo?.address ?? "",
    copies: JSON.stringify(mail.copies.filter(isTheirs)),
    subject: mail.subject,
    at: at.toISOString(),
    words: mail.words,
    full_text: mail.full,
  };
  const files = kind === "reply" ? await keptFiles(context, mail.parts) : [];
  const piece = source instanceof Uint8Array ? source : await pieceAt(source.file, 0);
  return { row, files, source: piece, linkKeys: context.linkKeys };
}

/** False if it is there already: read again after a crash, by another instance, or from another folder. */
export async function storeMail(
  tx: Query,
  mail: NewMail,
  place: Pick<InboundMailRow, "state" | "ref_number">,
): Promise<boolean> {
  const { row, files } = mail;
  const stored = await tx
    .insertInto("inbound_mails")
    .values({ ...row, ...place })
    .onConflict((known) => known.column("key").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (stored === undefined) return false;
  const { id: mail_id } = row;
  if (files.length > 0)
    await tx
      .insertInto("inbound_files")
      .values(files.map((file) => ({ ...file, mail_id })))
      .execute();
  const source = sourceRow(mail.linkKeys, row, { position: 0, piece: mail.source });
  await tx.insertInto("inbound_sources").values(source).execute();
  return true;
}

const pieceBytes = 1024 * 1024;

async function pieceAt(file: string, position: number): Promise<Uint8Array> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(
    Buffer.allocUnsafe(pieceBytes),
    0,
    pieceBytes,
    position * pieceBytes,
  );
  return buffer.subarray(0, bytesRead);
}

/**
 * Keeps the rest of a large message, of which the first piece was stored with the mail: in one transaction, it would stop the
 * server. After a kill, the next offer of the same message goes on. Nothing, if the source is no longer kept.
 */
export async function completeSource(context: InboxContext, mail: ReadMail, file: string): Promise<void> {
  const { database, linkKeys } = context;
  const mails = database.reader.selectFrom("inbound_mails").select(["id", "at"]);
  const stored = await mails.where("key", "in", [mail.key, mail.sourceKey]).executeTakeFirst();
  if (stored === undefined) return;
  const pieces = database.reader.selectFrom("inbound_sources").select("position");
  const { length: kept } = await pieces.where("mail_id", "=", stored.id).execute();
  const all = kept === 0 ? 0 : Math.ceil((await stat(file)).size / pieceBytes);
  for (let position = kept; position < all; position += 1) {
    const piece = await pieceAt(file, position);
    const row = sourceRow(linkKeys, stored, { position, piece });
    // The last one makes all of them durable.
    const keep = (tx: Query) => tx.insertInto("inbound_sources").values(row).execute();
    await (position === all - 1 ? database.write(keep) : database.writePassing(keep));
  }
}

function sourceRow(
  linkKeys: Keys,
  { id, at }: Pick<InboundMailRow, "id" | "at">,
  { position, piece }: { readonly position: number; readonly piece: Uint8Array },
): InboundSourceRow {
  return { mail_id: id, position, at, sealed: linkKeys.sealBytes(piece, sourceContext(id, position)) };
}
