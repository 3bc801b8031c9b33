import { sql } from "kysely";

import { submissions } from "#domain/forms/submissions.ts";
import type { Submission } from "#domain/submission.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Log } from "#server/platform/observability/log.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";
import type { ClockGuard } from "#server/services/schedule/clock-guard.ts";

import {
  erasureFiles,
  forgetListed,
  noteErasure,
  notedErasures,
  updateErasureFiles,
} from "./erasure-ledger.ts";
import {
  checkErasure,
  type CheckedErasure,
  type ErasureEntry,
  erasureKeys,
  readErasures,
} from "./erasure-list.ts";
import { namesInErasures } from "./find-person.ts";
import { openWaiting } from "./held-data.ts";
import { mailFolderOf, removeMails } from "./mail-folder.ts";
import { cancelUnsentOrders } from "./remove-deals.ts";
import { removeRecords, removeWaiting } from "./remove-records.ts";

interface ErasureContext extends AuditContext {
  readonly config: Pick<Config, "dataDir" | "backup" | "mail">;
  readonly sessionSecret: string;
}

/** An erasure that the database did not have, and the references of what was removed. */
export interface RepeatedErasure {
  readonly at: string;
  readonly references: readonly string[];
}

export interface Repetition {
  readonly files: readonly string[];
  readonly repeated: readonly RepeatedErasure[];
  /** When the erasures were made that none of our keys sealed, and how many lines could not be read. */
  readonly unproven: readonly string[];
  readonly damaged: number;
}

interface ServerContext extends ErasureContext {
  readonly clock: ClockGuard;
  readonly log: Log;
  readonly oldestBackup: () => Promise<Date | null>;
}

/** Keeps the erasures of a server and logs what that changed. Unreadable lists do not stop the server. */
export async function keepErasuresLogged(context: ServerContext): Promise<void> {
  const { config, database, clock, log } = context;
  try {
    const now = await clock.trustedNow();
    const age = now === null ? null : { now, oldestBackup: await context.oldestBackup() };
    if (age !== null) await forgetListed(database.reader, erasureFiles(config), age);
    const { repeated, unproven, damaged } = await keepErasures(context);
    for (const erasure of repeated.filter(({ references }) => references.length > 0)) {
      log.info(erasure, "erasure repeated: the database was older than it");
    }
    if (unproven.length > 0 || damaged > 0) {
      log.error({ unproven, damaged }, "erasures are listed that cannot be checked: repeat them by hand");
    }
  } catch (error) {
    log.error({ err: error }, "the lists of erasures cannot be brought up to date");
  }
}

/** Repeats what only the lists have, and adds to them what only the database has. */
async function keepErasures(context: ErasureContext): Promise<Repetition> {
  const { config, database } = context;
  const outcome = await repeatListed(context);
  await updateErasureFiles(database.reader, erasureFiles(config));
  return outcome;
}

/** Repeats what only the lists have: ours, and `more`. */
export async function repeatListed(
  context: ErasureContext,
  more: readonly string[] = [],
): Promise<Repetition> {
  const { config, sessionSecret } = context;
  const files = new Set([...erasureFiles(config), ...more]);
  const keys = erasureKeys(config.backup.key, sessionSecret);
  const outcome = await repeatErasures({ ...context, erasureKeys: keys }, [...files]);
  const gone = new Set(outcome.repeated.flatMap(({ references }) => references));
  if (gone.size > 0) await removeMails(mailFolderOf(config), ({ reference }) => gone.has(reference ?? ""));
  return outcome;
}

interface RepeatContext extends AuditContext {
  readonly erasureKeys: readonly Keys[];
}

/** A restored backup, dump or disk is older than the erasures in the lists. Safe to run at any time. */
async function repeatErasures(context: RepeatContext, files: readonly string[]): Promise<Repetition> {
  const lists = await Promise.all(files.map(async (file) => ({ file, list: await readErasures(file) })));
  const found = lists.flatMap(({ file, list }) => (list === null ? [] : [{ file, ...list }]));
  const missed = await missedBy(
    context,
    found.flatMap(({ entries }) => entries),
  );
  const repeated: RepeatedErasure[] = [];
  const unproven: string[] = [];
  for (const entry of missed) {
    const checked = checkErasure(context.erasureKeys, entry);
    if (checked === null) unproven.push(entry.at);
    else repeated.push({ at: entry.at, references: await repeat(context, checked) });
  }
  const damaged = found.reduce((sum, list) => sum + list.damaged, 0);
  return { files: found.map(({ file }) => file), repeated, unproven, damaged };
}

async function missedBy(
  { database }: RepeatContext,
  entries: readonly ErasureEntry[],
): Promise<ErasureEntry[]> {
  if (entries.length === 0) return [];
  const noted = new Set((await notedErasures(database.reader)).map(({ id }) => id));
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return [...byId.values()].filter(({ id }) => !noted.has(id));
}

async function repeat(context: RepeatContext, erasure: CheckedErasure): Promise<string[]> {
  const { database } = context;
  const { entry } = erasure;
  const references = new Set(entry.references);
  for (const submission of submissions) {
    for (const one of await recordsOf(database.reader, submission, erasure)) references.add(one);
  }
  for (const one of await waitingOf(context, erasure)) references.add(one);
  return database.write(async (tx) => {
    await database.lock(tx, "erasures");
    const noted = tx.selectFrom("erasures").select("id").where("id", "=", entry.id);
    if ((await noted.executeTakeFirst()) !== undefined) return [];
    const gone = await remove(tx, [...references]);
    await cancelUnsentOrders(tx, gone, context.now());
    await noteErasure(tx, entry);
    const count = gone.length;
    if (count > 0)
      await recordAudit(tx, context, { event: "erasure-repeated", actor: "system", details: { count } });
    return gone;
  });
}

type Row = Readonly<Record<string, unknown>>;

/** Returns the references of the same person's records from before the erasure. */
async function recordsOf(db: Query, submission: Submission, { entry, isAbout }: CheckedErasure) {
  const fields = sql.join(Object.keys(submission.fields).map((name) => sql.ref(name)));
  const { rows } = await sql<Row & { readonly ref_number: string }>`
    select ref_number, ${fields} from ${sql.table(submission.table)}
    where created_at <= ${entry.at} and (${entry.orders} or order_placed = ${false})`.execute(db);
  return rows
    .filter((row) => namesInErasures(submission, row).some(isAbout))
    .map(({ ref_number: reference }) => reference);
}

async function waitingOf({ database, keys }: RepeatContext, { entry, isAbout }: CheckedErasure) {
  const { opened } = await openWaiting(database.reader, keys);
  return opened
    .filter(({ createdAt }) => createdAt <= entry.at)
    .filter(({ submission, values }) => namesInErasures(submission, values).some(isAbout))
    .map(({ reference }) => reference);
}

const batch = 500;

async function remove(tx: Query, references: readonly string[]): Promise<string[]> {
  const gone: string[] = [];
  for (let first = 0; first < references.length; first += batch) {
    const some = references.slice(first, first + batch);
    gone.push(...(await removeWaiting(tx, some)));
    const isToGo = sql`ref_number in (${sql.join(some)})`;
    for (const submission of submissions) gone.push(...(await removeRecords(tx, submission, isToGo, batch)));
  }
  return gone;
}
