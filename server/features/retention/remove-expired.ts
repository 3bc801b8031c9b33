import { type RawBuilder, sql } from "kysely";

import { submissions } from "#domain/forms/submissions.ts";
import type { Notice } from "#domain/notice.ts";
import { ordersBoundary, retentionBoundary, retentionTime } from "#domain/retention.ts";
import type { Submission } from "#domain/submission.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database, Query } from "#server/platform/database/database.ts";
import type { Log } from "#server/platform/observability/log.ts";
import { announceRemoval } from "#server/services/events/events.ts";
import { lastMoment } from "#server/services/schedule/chores.ts";

import { mailFolderOf, removeMails } from "./mail-folder.ts";
import { removeOrders } from "./remove-deals.ts";
import { removeRecords } from "./remove-records.ts";

interface RetentionContext {
  readonly config: Config;
  readonly database: Database;
  readonly log: Log;
  readonly now: () => Date;
}

/** A small shop's busiest day has no more records than this. */
const alwaysAtMost = 10;
const shareAtMost = 0.05;

/** Returns how many of `all` one night may remove: a wrong date must not erase everything. */
export function nightlyShare(all: number): number {
  return Math.max(alwaysAtMost, Math.floor(all * shareAtMost));
}

/** Removes what is older than we promise to keep it, oldest first. Call it once a night. */
export async function removeExpired(context: RetentionContext): Promise<void> {
  const { config, database, log } = context;
  const now = context.now();
  const before = retentionBoundary(now);
  const references = await removeRecordsBefore(database, before, now);
  const mails = await removeMailsBefore(mailFolderOf(config), before, new Set(references));
  const orders = await database.write(async (tx) => {
    const all = await count(tx, sql`select count(*) as count from orders`);
    return removeOrders(tx, ordersBoundary(now), nightlyShare(all));
  });
  await database.emptyLog();
  const removed = { records: references.length, orders, mails };
  log.info({ before: before.toISOString(), ...removed }, "records removed that were due");
}

/** Records per transaction: visitors' writes wait for it. */
const batch = 500;

/** Returns the references of the records that went. */
async function removeRecordsBefore(database: Database, before: Date, now: Date): Promise<string[]> {
  const all = await count(database.reader, sql`select sum(count) as count from record_counts`);
  const gone: string[] = [];
  for (const submission of submissions) {
    for (;;) {
      const atMost = Math.min(batch, nightlyShare(all) - gone.length);
      const references = await database.write(async (tx) => {
        const removed = await removeRecords(tx, submission, isOver(before, now), atMost);
        if (removed.length > 0) await announceRemoval(database, tx);
        return removed;
      });
      gone.push(...references);
      if (references.length < atMost || atMost < batch) break;
    }
  }
  return gone;
}

function isDue(before: Date): RawBuilder<unknown> {
  return sql`created_at < ${before.toISOString()} and order_placed = ${false}`;
}

/** What staff ticked as ordered without an order of ours stays as long as an order would. */
function isOver(before: Date, now: Date): RawBuilder<unknown> {
  const ordersDue = ordersBoundary(now).toISOString();
  return sql`(${isDue(before)})
    or (created_at < ${ordersDue} and ref_number not in (select ref_number from orders))`;
}

/** A mail may be slightly newer than its record; one without a record is due by its own age. */
async function removeMailsBefore(folder: string | null, before: Date, references: ReadonlySet<string>) {
  const ofRecords = await removeMails(folder, ({ reference }) => references.has(reference ?? ""));
  return ofRecords + (await removeMails(folder, ({ sentAt }) => sentAt < before, nightlyShare));
}

async function count(db: Query, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number | null }>`${query}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Says how many records last night had to leave. */
export async function retentionNotice(db: Query, now: Date): Promise<Notice | null> {
  const before = retentionBoundary(lastMoment(now, retentionTime));
  const due = submissions.map(({ table }: Submission) =>
    count(db, sql`select count(*) as count from ${sql.table(table)} where ${isDue(before)}`),
  );
  const waiting = (await Promise.all(due)).reduce((sum, one) => sum + one, 0);
  if (waiting === 0) return null;
  return {
    id: "retention",
    severity: "warn",
    title: "Many old records are due to be removed.",
    words:
      `${waiting} more records are past the time that we keep them. So that a wrong date cannot empty the list, ` +
      `no more than ${shareAtMost * 100} % go in one night, or ${alwaysAtMost} of a few. If so many cannot be that old, check the ` +
      "server's date now. If they are, there is nothing to do.",
  };
}
