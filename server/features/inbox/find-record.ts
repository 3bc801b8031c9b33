import type { UnfiledMail } from "#domain/inbox-wire.ts";
import { referencesIn } from "#domain/reference-number.ts";
import { emailOf, summaryOf } from "#domain/submission-values.ts";
import { type FoundRecord, recordByReference } from "#server/features/records/record-table.ts";
import { recordsOfAddress } from "#server/features/records/relatives.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { StoredMail } from "#server/platform/database/inbox-tables.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";
import { isSameMailbox } from "#server/services/mail/mail.ts";
import { ownMailName } from "#server/services/mail/message-id.ts";
import { mailByName } from "#server/services/mail/reported-mail.ts";

import type { ReadMail } from "./read-mail.ts";

/** The record of a mail. `isFromOther`: its sender's address is not the record's. */
export interface MailPlace {
  readonly reference: string;
  readonly isFromOther: boolean;
}

/** Finds a record by our mail that is answered, else by a reference if the record's address sent it. Null leaves it to staff. */
export async function findPlace(db: Query, linkKeys: Keys, mail: ReadMail): Promise<MailPlace | null> {
  for (const id of mail.answered) {
    const reference = await referenceOf(db, linkKeys, id);
    const found = reference === null ? null : await recordByReference(db, reference);
    if (found !== null)
      return { reference: found.record.ref_number, isFromOther: !isFrom(found, mail.from.address) };
  }
  for (const found of await quoted(db, [mail.subject, mail.words, mail.full]))
    if (isFrom(found, mail.from.address)) return { reference: found.record.ref_number, isFromOther: false };
  return null;
}

async function referenceOf(db: Query, linkKeys: Keys, messageId: string): Promise<string | null> {
  const name = ownMailName(linkKeys, messageId);
  if (name === null) return null;
  return (await mailByName(db, name))?.ref_number ?? referencesIn(name)[0] ?? null;
}

function isFrom({ submission, record }: FoundRecord, address: string): boolean {
  const own = emailOf(submission, record);
  return own !== undefined && isSameMailbox(own, address);
}

const quotedMost = 5;

/** The records that a mail names: first those in its subject, then those that the customer wrote. */
async function quoted(db: Query, texts: readonly string[]): Promise<FoundRecord[]> {
  const references = [...new Set(texts.flatMap(referencesIn))];
  const found: FoundRecord[] = [];
  for (const reference of references.slice(0, quotedMost)) {
    const record = await recordByReference(db, reference);
    if (record !== null) found.push(record);
  }
  return found;
}

const suggestionsMost = 3;

/** Records that a mail may belong to: those of its people's addresses, the newest first, then those that it names. */
export async function suggestionsFor(db: Query, mail: StoredMail): Promise<UnfiledMail["suggestions"]> {
  const all = new Map<string, string>();
  const suggest = ({ submission, record }: FoundRecord, why: string) =>
    all.has(record.ref_number) || all.set(record.ref_number, `${why}: ${summaryOf(submission, record)}`);
  for (const address of [mail.from_address, mail.reply_to_address])
    for (const found of await recordsOfAddress(db, address, suggestionsMost)) suggest(found, "Same address");
  for (const found of await quoted(db, [mail.subject, mail.words, mail.full_text]))
    suggest(found, "Named in the mail");
  return [...all].slice(0, suggestionsMost).map(([ref, why]) => ({ ref, why }));
}
