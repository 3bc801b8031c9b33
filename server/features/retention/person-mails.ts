import { type RawBuilder, sql } from "kysely";

import { sourceContext } from "#server/features/records/inbound-mails.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";

import type { Row } from "./person-tables.ts";

/** Of these records, or of these senders and in no record. */
interface Whose {
  readonly references: readonly string[];
  readonly addresses: readonly string[];
}

function areOf({ references, addresses }: Whose): RawBuilder<boolean> {
  // SQL has no empty list.
  return sql`(ref_number in (${sql.join(["", ...references])}) or (${areUnfiledOf(addresses)}))`;
}

function areUnfiledOf(addresses: readonly string[]): RawBuilder<boolean> {
  return sql`ref_number is null and from_address in (${sql.join([null, ...addresses])})`;
}

/** Returns mails that came back, each with what is kept of its files and the message as it came (null after 90 days), in base64. */
export async function exportMails(db: Query, linkKeys: Keys, whose: Whose): Promise<Row[]> {
  const mails = await db.selectFrom("inbound_mails").selectAll().where(areOf(whose)).orderBy("at").execute();
  const exported: Row[] = [];
  for (const mail of mails) {
    const files = await db
      .selectFrom("inbound_files")
      .select(["name", "bytes", "type", "content"])
      .where("mail_id", "=", mail.id)
      .orderBy("position")
      .execute();
    const sources = db.selectFrom("inbound_sources").select("sealed").where("mail_id", "=", mail.id);
    const pieces = (await sources.orderBy("position").execute()).map(({ sealed }) => sealed);
    exported.push({
      ...mail,
      files: files.map(({ content, ...file }) => ({ ...file, content: inBase64(content) })),
      source: pieces.length === 0 ? null : inBase64(opened(linkKeys, mail.id, pieces)),
    });
  }
  return exported;
}

function inBase64(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : Buffer.from(bytes).toString("base64");
}

/** Null if it was sealed with another LINK_SECRET. */
function opened(linkKeys: Keys, mailId: string, pieces: readonly Uint8Array[]): Uint8Array | null {
  const open = (piece: Uint8Array, position: number) =>
    linkKeys.unsealBytes(piece, sourceContext(mailId, position));
  try {
    return Buffer.concat(pieces.map(open));
  } catch {
    return null;
  }
}

/** Removes mails of these senders that are in no record: others go with theirs. Returns how many. */
export async function eraseUnfiled(
  tx: Query,
  addresses: readonly string[],
  until: string | null,
): Promise<number> {
  let theirs = tx.deleteFrom("inbound_mails").where(areUnfiledOf(addresses));
  if (until !== null) theirs = theirs.where("at", "<=", until);
  return (await theirs.returning("id").execute()).length;
}

/** Returns the senders of mails that are in no record. */
export async function unfiledSenders(db: Query): Promise<string[]> {
  const unfiled = db.selectFrom("inbound_mails").select("from_address").where("ref_number", "is", null);
  return (await unfiled.distinct().execute()).map(({ from_address: address }) => address);
}
