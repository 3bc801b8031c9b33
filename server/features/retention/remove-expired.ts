import { type RawBuilder, sql } from "kysely";

import { submissions } from "#domain/forms/submissions.ts";
import { nzDate } from "#domain/nz-time.ts";
import { ordersBoundary, retentionBoundary, retentionTime } from "#domain/retention.ts";
import type { Submission } from "#domain/submission.ts";
import { removeUnreadable } from "#server/features/submissions/unreadable-attempts.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database, Query } from "#server/platform/database/database.ts";
import type { Log } from "#server/platform/observability/log.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";
import { announceRemoval } from "#server/services/events/events.ts";
import {
  choreNamed,
  claimChore,
  lastMoment,
  noteDone,
  pastInstant,
} from "#server/services/schedule/chores.ts";
import type { ClockGuard } from "#server/services/schedule/clock-guard.ts";
import { readClock } from "#server/services/schedule/clock-memory.ts";

import { forgetErasures } from "./erasure-ledger.ts";
import { type KeptMail, mailFolderOf, removeMails } from "./mail-folder.ts";
import { removeOrders } from "./remove-deals.ts";
import { removeRecords } from "./remove-records.ts";
import { changeNight, latestNight, nightlyShare, openNight } from "./retention-night.ts";

export interface RetentionContext {
  readonly config: Config;
  readonly database: Database;
  readonly keys: Keys;
  readonly clock: ClockGuard;
  readonly log: Log;
  readonly oldestBackup: () => Promise<Date | null>;
  /** Aborts when the server stops. */
  readonly stopping: AbortSignal;
}

/** Records per transaction: visitors' writes wait for it. */
const batch = 500;
const never = "1970-01-01T00:00:00.000Z";

/**
 * Each night, on one of all instances, removes what is older than we promise to keep it: at most 5 % of the
 * records, unless an operator has confirmed the date since they fell due.
 */
export async function removeExpiredWhenDue({ clock, ...context }: RetentionContext): Promise<void> {
  const { database } = context;
  const now = await clock.trustedNow();
  if (now === null) return;
  // A new installation holds nothing that is due.
  if ((await choreNamed(database.reader, "retention")) === undefined) {
    return database.write((tx) => noteDone(tx, "retention", now));
  }
  const due = lastMoment(now, retentionTime);
  if (!(await claimChore(database, "retention", due, now))) return;
  await database.write((tx) => openNight(tx, nzDate(due)));
  await removeExpired(context, await boundariesAt(database, now), now);
  await database.write((tx) => noteDone(tx, "retention", now));
}

/** What was made before `due` is due; of what was made before `confirmed`, any number may go. */
interface Boundaries {
  readonly due: Date;
  readonly confirmed: Date;
}

async function boundariesAt({ reader }: Database, now: Date): Promise<Boundaries> {
  const due = retentionBoundary(now);
  const confirmedAt = pastInstant((await readClock(reader))?.confirmed_at ?? never, now) ?? new Date(never);
  return { due, confirmed: new Date(Math.min(due.getTime(), retentionBoundary(confirmedAt).getTime())) };
}

type NightContext = Omit<RetentionContext, "clock">;

async function removeExpired(
  context: NightContext,
  { due, confirmed }: Boundaries,
  now: Date,
): Promise<void> {
  const { config, database, log, stopping } = context;
  const removed: Record<string, number> = {};
  const references = new Set<string>();
  let waiting = 0;
  for (const submission of submissions) {
    const gone = [
      ...(await removeInBatches(database, (tx) =>
        removeRecords(tx, submission, madeBefore(confirmed), batch),
      )),
      ...(await removeInBatches(database, (tx) => removeShare(database, tx, submission, isOver(due, now)))),
    ];
    for (const reference of gone) references.add(reference);
    removed[submission.table] = gone.length;
    waiting += await countRecords(database.reader, submission, madeBefore(due));
  }
  // At once: if the night is cut off, the next one does not know the references any more.
  const mails = await removeExpiredMails(mailFolderOf(config), references, { due, confirmed });
  await database.write((tx) => changeNight(tx, { waiting }));
  const orders = await removeOldOrders(database, now);
  await forgetWhatIsOver(context, now);
  await database.scrub(stopping);
  log.info({ before: due.toISOString(), removed, waiting, orders, mails }, "records removed that were due");
}

/** At most the same share in one night as of records: a wrong date must not cost what tax law requires. */
async function removeOldOrders(database: Database, now: Date): Promise<number> {
  return database.write(async (tx) => {
    const { all } = await tx
      .selectFrom("orders")
      .select(({ fn }) => fn.countAll<number>().as("all"))
      .executeTakeFirstOrThrow();
    return removeOrders(tx, ordersBoundary(now), nightlyShare(all));
  });
}

/** Removes submissions that could not be opened for 30 days, and erasures that no backup is older than. */
async function forgetWhatIsOver(context: NightContext, now: Date): Promise<void> {
  const { database, keys, log } = context;
  const references = await database.write((tx) => removeUnreadable(tx, keys, now));
  if (references.length > 0) log.error({ references }, "submissions removed that could not be opened");
  await forgetErasures(database, { now, oldestBackup: await context.oldestBackup() });
}

/** A mail may be slightly newer than its record; one without a record is due by its own age. */
async function removeExpiredMails(
  folder: string | null,
  references: ReadonlySet<string>,
  { due, confirmed }: Boundaries,
): Promise<number> {
  const isFree = ({ sentAt, reference }: KeptMail) => sentAt < confirmed || references.has(reference ?? "");
  const removed = await removeMails(folder, isFree);
  return removed + (await removeMails(folder, ({ sentAt }) => sentAt < due, nightlyShare));
}

function madeBefore(instant: Date): RawBuilder<unknown> {
  return sql`created_at < ${instant.toISOString()} and order_placed = ${false}`;
}

/** What staff ticked as ordered without an order of ours stays as long as an order would. */
function isOver(due: Date, now: Date): RawBuilder<unknown> {
  const ordersDue = ordersBoundary(now).toISOString();
  return sql`(${madeBefore(due)})
    or (created_at < ${ordersDue} and ref_number not in (select ref_number from orders))`;
}

/** Removes one batch at most of what the night may still remove. */
async function removeShare(
  database: Database,
  tx: Query,
  submission: Submission,
  isToGo: RawBuilder<unknown>,
) {
  await database.lock(tx, "retention night");
  const night = await latestNight(tx);
  if (night === null) return [];
  const left = Math.max(0, Math.min(batch, night.at_most - night.removed));
  const gone = await removeRecords(tx, submission, isToGo, left);
  await changeNight(tx, { removed: night.removed + gone.length });
  return gone;
}

async function removeInBatches(
  database: Database,
  removeBatch: (tx: Query) => Promise<string[]>,
): Promise<string[]> {
  const removed: string[] = [];
  for (;;) {
    const gone = await database.write(async (tx) => {
      const references = await removeBatch(tx);
      if (references.length > 0) await announceRemoval(database, tx);
      return references;
    });
    removed.push(...gone);
    if (gone.length < batch) return removed;
  }
}

async function countRecords(
  db: Query,
  { table }: Submission,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where ${condition}`.execute(db);
  return rows[0]?.count ?? 0;
}
