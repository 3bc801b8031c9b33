import { randomUUIDv7 } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";

import { sourceContext } from "#server/features/records/inbound-mails.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { InboundMailRow } from "#server/platform/database/inbox-tables.ts";
import type { Log } from "#server/platform/observability/log.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";
import type { Source } from "#server/services/inbox/mailbox.ts";
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
  readonly source: Source;
  readonly linkKeys: Keys;
}

interface Arrival {
  readonly mail: ReadMail;
  readonly kind: InboundMailRow["kind"];
  readonly isFromOther: boolean;
  readonly source: Source;
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
  const files = kind === "reply" ? await keptFiles(context, mail.parts) : [];
  return { row, files, source, linkKeys: context.linkKeys };
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
  await storeSource(tx, mail);
  return true;
}

const pieceBytes = 1024 * 1024;

/** The server answers between two pieces, and a large message is never in memory as a whole. */
async function storeSource(tx: Query, { row: { id, at }, source, linkKeys }: NewMail): Promise<void> {
  let position = 0;
  for (const piece of piecesOf(source)) {
    if (position > 0) await turn();
    const sealed = linkKeys.sealBytes(piece, sourceContext(id, position));
    await tx.insertInto("inbound_sources").values({ mail_id: id, position, at, sealed }).execute();
    position += 1;
  }
}

function* piecesOf(source: Source): Generator<Uint8Array> {
  if (source instanceof Uint8Array) {
    yield source;
    return;
  }
  const file = openSync(source.file, "r");
  const piece = Buffer.allocUnsafe(pieceBytes);
  try {
    for (;;) {
      const bytes = readSync(file, piece);
      if (bytes === 0) return;
      yield piece.subarray(0, bytes);
    }
  } finally {
    closeSync(file);
  }
}
