import { type RawBuilder, sql } from "kysely";

import { BusinessCalendar } from "#domain/business-calendar.ts";
import { noteAnyStep } from "#server/features/deals/note-any-step.ts";
import { noteFewerAsked, sourceContext } from "#server/features/records/inbound-mails.ts";
import { recordByReference } from "#server/features/records/record-table.ts";
import { noteWords } from "#server/features/records/said-words.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";

import type { Row } from "./person-tables.ts";

/** Selects mails of these records, or of these senders in any. */
interface Whose {
  readonly references: readonly string[];
  readonly addresses: readonly string[];
}

function areOf({ references, addresses }: Whose): RawBuilder<boolean> {
  // SQL has no empty list.
  return sql`(ref_number in (${sql.join(["", ...references])}) or (${areFrom(addresses)}))`;
}

/** Matches senders, and in unfiled mails also Reply-To: a form or a noreply@ sent those for them. */
function areFrom(addresses: readonly string[]): RawBuilder<boolean> {
  const theirs = sql.join([null, ...addresses]);
  return sql`(from_address in (${theirs}) or (ref_number is null and reply_to_address in (${theirs})))`;
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

/** Returns null if another LINK_SECRET sealed it. */
function opened(linkKeys: Keys, mailId: string, pieces: readonly Uint8Array[]): Uint8Array | null {
  const open = (piece: Uint8Array, position: number) =>
    linkKeys.unsealBytes(piece, sourceContext(mailId, position));
  try {
    return Buffer.concat(pieces.map(open));
  } catch {
    return null;
  }
}

interface ErasedSenders {
  readonly addresses: readonly string[];
  /** References of the senders' own records: their mails go or stay with them. */
  readonly own: readonly string[];
  /** Later mails stay; null: none came later. */
  readonly until: string | null;
}

/**
 * Removes mails of these senders that are in no record, or in one of somebody else, where the event stays and nothing waits for
 * an answer to them any more. Returns how many of each.
 */
export async function eraseMails(tx: Query, { addresses, own, until }: ErasedSenders, at: Date) {
  let theirs = tx.deleteFrom("inbound_mails").where(areFrom(addresses));
  theirs = theirs.where(sql<boolean>`coalesce(ref_number, '') not in (${sql.join(["-", ...own])})`);
  if (until !== null) theirs = theirs.where("at", "<=", until);
  const gone = await theirs.returning(["id", "ref_number"]).execute();
  const filed = gone.flatMap(({ id, ref_number: reference }) =>
    reference === null ? [] : [{ id, reference }],
  );
  await eraseWords(tx, filed);
  for (const reference of new Set(filed.map((mail) => mail.reference))) await noteGone(tx, reference, at);
  return { filed: filed.length, unfiled: gone.length - filed.length };
}

/** In a deal, what was answered stays as a message without words: with it, what was asked before is answered, too. */
async function eraseWords(tx: Query, mails: readonly { readonly id: string }[]): Promise<void> {
  const isTheirs = sql<boolean>`id in (${sql.join(["", ...mails.map(({ id }) => id)])})`;
  const answered = tx.selectFrom("deal_messages").select("answers").where("answers", "is not", null);
  const messages = tx.deleteFrom("deal_messages").where(isTheirs);
  await messages.where("id", "not in", answered.$castTo<{ answers: string }>()).execute();
  await tx.updateTable("deal_messages").set({ words: null }).where(isTheirs).execute();
}

/** Commands erase without the server: what still waits in such a record may then be due on a day of a closure. */
const withoutClosures = new BusinessCalendar([]);

async function noteGone(tx: Query, reference: string, at: Date): Promise<void> {
  const found = await recordByReference(tx, reference);
  if (found === null) return;
  await noteFewerAsked(tx, found);
  await noteWords(tx, found.submission.table, found.record.id);
  await noteAnyStep(tx, { calendar: withoutClosures }, reference, at);
}

/** Returns who has written mails that came back, or wants the answers. */
export async function mailSenders(db: Query): Promise<string[]> {
  const mails = db.selectFrom("inbound_mails").select(["from_address", "reply_to_address"]);
  const found = await mails.distinct().execute();
  return [...new Set(found.flatMap((mail) => [mail.from_address, mail.reply_to_address]))];
}
