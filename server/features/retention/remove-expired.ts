import { type RawBuilder, sql } from "kysely";

import { dayMs } from "#domain/durations.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { submissions } from "#domain/forms/submissions.ts";
import type { Notice } from "#domain/notice.ts";
import { nzDate } from "#domain/nz-time.ts";
import {
  alwaysAtMost,
  nightlyShare,
  ordersBoundary,
  retentionBoundary,
  retentionTime,
  shareAtMost,
  sourcesKeptDays,
} from "#domain/retention.ts";
import type { Submission } from "#domain/submission.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database, Query } from "#server/platform/database/database.ts";
import type { Log } from "#server/platform/observability/log.ts";
import { announceReload } from "#server/services/events/events.ts";
import { lastMoment } from "#server/services/schedule/chores.ts";

import { mailFolderOf, removeMails } from "./mail-folder.ts";
import { emptyTables, removeRecords } from "./person-tables.ts";

interface RetentionContext {
  readonly config: Config;
  readonly database: Database;
  readonly log: Log;
  readonly now: () => Date;
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
  const purchases = await database.write((tx) => removePurchases(tx, ordersBoundary(now)));
  await database.write((tx) => removeStrayMoney(tx, ordersBoundary(now)));
  const inbound = await database.write((tx) => removeInbound(tx, before, now));
  await database.emptyLog();
  const removed = { records: references.length, orders, purchases, mails, inbound };
  log.info({ before: before.toISOString(), ...removed }, "records removed that were due");
}

/** Records per transaction: visitors' writes wait for it. */
const batch = 500;

/** Returns the references of the records that went. Photos count as records do. */
async function removeRecordsBefore(database: Database, before: Date, now: Date): Promise<string[]> {
  const { reader } = database;
  const all = await count(reader, sql`select sum(count) as count from record_counts`);
  const photos = await count(reader, allPhotos);
  const gone: string[] = [];
  for (const submission of submissions) {
    for (;;) {
      const atMost = Math.min(batch, nightlyShare(all) - gone.length);
      const photosLeft = nightlyShare(photos) - photos + (await count(reader, allPhotos));
      const isToGo = withPhotos(submission, isOver(before, now), photosLeft);
      const references = await database.write(async (tx) => {
        const removed = await removeRecords(tx, submission, isToGo, atMost);
        if (removed.length > 0) await announceReload(database, tx);
        return removed;
      });
      gone.push(...references);
      if (references.length < atMost || atMost < batch) break;
    }
  }
  return gone;
}

const allPhotos = sql`select count(*) as count from photos`;

/** The oldest of them, as long as those before have fewer photos than `atMost`. */
function withPhotos({ table }: Submission, isOld: RawBuilder<unknown>, atMost: number): RawBuilder<unknown> {
  const photos = sql`(select count(*) from photos where photos.ref_number = record.ref_number)`;
  return sql`id in (select id from (select id, coalesce(sum(${photos}) over
    (order by created_at, id rows between unbounded preceding and 1 preceding), 0) as photos_before
    from ${sql.table(table)} as record where ${isOld}) as old where photos_before < ${atMost})`;
}

/** A vehicle that we bought stays with the record of that, as a request does with its order. */
function isDue(before: Date): RawBuilder<unknown> {
  return sql`created_at < ${before.toISOString()} and order_placed = ${false}
    and ref_number not in (select ref_number from purchases)`;
}

/** Keeps records that staff ticked as ordered, without an order of ours, as long as an order. */
function isOver(before: Date, now: Date): RawBuilder<unknown> {
  const ordersDue = ordersBoundary(now).toISOString();
  return sql`(${isDue(before)}) or (created_at < ${ordersDue}
    and ref_number not in (select ref_number from orders union select ref_number from purchases))`;
}

/** A mail may be slightly newer than its record; one without a record is due by its own age. */
async function removeMailsBefore(folder: string | null, before: Date, references: ReadonlySet<string>) {
  const ofRecords = await removeMails(folder, ({ reference }) => references.has(reference ?? ""));
  return ofRecords + (await removeMails(folder, ({ sentAt }) => sentAt < before, nightlyShare));
}

/** Mails that are in no record go when an enquiry of their age would, messages as they came much earlier. Returns how many mails. */
async function removeInbound(tx: Query, before: Date, now: Date): Promise<number> {
  const sourcesBefore = new Date(now.getTime() - sourcesKeptDays * dayMs).toISOString();
  await removeOldest(tx, sql`inbound_sources`, sql`mail_id`, sql`at < ${sourcesBefore}`);
  const isOld = sql`ref_number is null and at < ${before.toISOString()}`;
  return removeOldest(tx, sql`inbound_mails`, sql`id`, isOld);
}

/** Money that came in and is of no order goes when an order of its age would. */
function removeStrayMoney(tx: Query, boundary: Date): Promise<number> {
  return removeOldest(tx, sql`bank_lines`, sql`id`, sql`order_id is null and at < ${boundary.toISOString()}`);
}

type Sql = RawBuilder<unknown>;

async function removeOldest(tx: Query, table: Sql, id: Sql, isOld: Sql): Promise<number> {
  const atMost = nightlyShare(await count(tx, sql`select count(*) as count from ${table}`));
  const { rows } = await sql`delete from ${table} where ${id} in
    (select ${id} from ${table} where ${isOld} order by at limit ${atMost}) returning ${id}`.execute(tx);
  return rows.length;
}

/** Orders whose last change or payment is before `boundary`, oldest first, with all that belongs to them. */
async function removeOrders(tx: Query, boundary: Date, atMost: number): Promise<number> {
  const before = boundary.toISOString();
  const paidSince = tx.selectFrom("payments").select("order_id").where("at", ">=", before);
  const old = await tx
    .selectFrom("orders")
    .select(["id", "ref_number"])
    .where("changed_at", "<", before)
    .where("id", "not in", paidSince)
    .orderBy("invoice_number")
    .limit(atMost)
    .execute();
  if (old.length === 0) return 0;
  const ids = old.map(({ id }) => id);
  for (const table of orderParts) await tx.deleteFrom(table).where("order_id", "in", ids).execute();
  await tx.deleteFrom("orders").where("id", "in", ids).execute();
  await releaseRequests(tx, [...new Set(old.map(({ ref_number: reference }) => reference))]);
  return ids.length;
}

/** Records of purchases, with their corrections, oldest first. The machines stay: they name nobody. Returns how many. */
async function removePurchases(tx: Query, boundary: Date): Promise<number> {
  const all = await count(tx, sql`select count(*) as count from machines`);
  const { rows } = await sql`delete from purchases where machine_number in
    (select machine_number from purchases group by machine_number having max(bought_on) < ${nzDate(boundary)}
      order by max(bought_on) limit ${nightlyShare(all)}) returning id`.execute(tx);
  return rows.length;
}

/** Tables that refer to others come first. */
const orderParts = [
  "returns",
  "card_refunds",
  "taken_back",
  "card_sessions",
  "bank_lines",
  "documents",
  "parcels",
  "payments",
  "order_items",
  "machine_sales",
] as const;

/** Frees requests that were kept for an order; if the request itself is gone, its quotes go too. */
async function releaseRequests(tx: Query, references: readonly string[]): Promise<void> {
  const { table } = quoteRequest;
  const others = await tx
    .selectFrom("orders")
    .select("ref_number")
    .where("ref_number", "in", references)
    .execute();
  const left = new Set(others.map(({ ref_number: reference }) => reference));
  const free = references.filter((reference) => !left.has(reference));
  if (free.length === 0) return;
  await tx.updateTable(table).set({ order_placed: false }).where("ref_number", "in", free).execute();
  const known = await tx.selectFrom(table).select("ref_number").where("ref_number", "in", free).execute();
  const requested = new Set(known.map(({ ref_number: reference }) => reference));
  await emptyTables(
    tx,
    free.filter((reference) => !requested.has(reference)),
  );
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
