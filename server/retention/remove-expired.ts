import { sql } from "kysely";

import { retentionBoundary, retentionTime } from "#domain/retention.ts";
import type { Submission } from "#domain/submission.ts";
import { submissions } from "#domain/submissions.ts";

import { removeAbandonedScratch } from "../backup/scratch-folder.ts";
import type { Config } from "../config.ts";
import type { Database } from "../database/database.ts";
import { announceRemoval } from "../live/news.ts";
import { choreNamed, claimChore, lastMoment, noteDone } from "../operations/chores.ts";
import type { Keys } from "../operations/keyed-hash.ts";
import type { Log } from "../operations/log.ts";
import { removeUnreadable } from "../submissions/unreadable-attempts.ts";
import { forgetErasures } from "./erasure-ledger.ts";
import { type KeptMail, removeMails } from "./mail-folder.ts";
import { removeRecords } from "./remove-records.ts";

export interface RetentionContext {
  readonly config: Config;
  readonly database: Database;
  readonly keys: Keys;
  readonly log: Log;
  readonly now: () => Date;
}

/** So many in one transaction, so that visitors need not wait long for theirs. */
const batch = 500;

/** Each night, on one of all instances, removes what is older than we promise to keep it. */
export async function removeExpiredWhenDue(context: RetentionContext): Promise<void> {
  const { database, now } = context;
  // A new installation holds nothing that is due.
  if ((await choreNamed(database.reader, "retention")) === undefined) {
    return database.write((tx) => noteDone(tx, "retention", now()));
  }
  if (!(await claimChore(database, "retention", lastMoment(now(), retentionTime), now()))) return;
  await removeExpired(context);
  await database.write((tx) => noteDone(tx, "retention", now()));
}

async function removeExpired(context: RetentionContext): Promise<void> {
  const { config, database, log, now } = context;
  const before = retentionBoundary(now());
  const removed: Record<string, number> = {};
  const references = new Set<string>();
  for (const submission of submissions) {
    const gone = await removeKind(database, submission, before);
    for (const reference of gone) references.add(reference);
    removed[submission.table] = gone.length;
  }
  const folder = config.mail.kind === "file" ? config.mail.folder : null;
  // A mail may be a moment younger than its record; one that never became a record is due by its own age.
  const isDue = ({ sentAt, reference }: KeptMail) => sentAt < before || references.has(reference ?? "");
  const mails = await removeMails(folder, isDue);
  await removeAbandonedScratch(config.dataDir);
  await forgetWhatIsOver(context);
  await database.scrub();
  log.info({ before: before.toISOString(), removed, mails }, "records removed that were due");
}

/** Submissions that nobody could open for 30 days, and erasures that no backup is older than. */
async function forgetWhatIsOver({ config, database, keys, log, now }: RetentionContext): Promise<void> {
  const references = await database.write((tx) => removeUnreadable(tx, keys, now()));
  if (references.length > 0) log.error({ references }, "submissions removed that could not be opened");
  await forgetErasures(database, config, now());
}

async function removeKind(database: Database, submission: Submission, before: Date): Promise<string[]> {
  const isDue = sql`created_at < ${before.toISOString()} and order_placed = ${false}`;
  const removed: string[] = [];
  for (;;) {
    const gone = await database.write(async (tx) => {
      const references = await removeRecords(tx, submission, isDue, batch);
      if (references.length > 0) await announceRemoval(database, tx);
      return references;
    });
    removed.push(...gone);
    if (gone.length < batch) return removed;
  }
}
