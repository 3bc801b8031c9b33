import { existsSync } from "node:fs";
import { copyFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { BusinessCalendar } from "#domain/business-calendar.ts";
import { formatDayAndYear } from "#domain/nz-time.ts";
import { listAccounts } from "#server/features/auth/users.ts";
import {
  numbersLeftOut,
  type ResumedOrders,
  resumeOrders,
} from "#server/features/deals/orders/order-chores.ts";
import { leaveOutPartNumbers } from "#server/features/deals/parts/part-holds.ts";
import { leaveOutMachineNumbers } from "#server/features/deals/yard/record-purchase.ts";
import { eraseAgain, erasuresFile, readErasures } from "#server/features/retention/erasures.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Query } from "#server/platform/database/database.ts";
import { openDatabase } from "#server/platform/database/open-database.ts";
import { lockSqliteFile } from "#server/platform/database/sqlite.ts";
import {
  isScratch,
  namesIn,
  prepareFolder,
  syncFolder,
  withScratchFolder,
} from "#server/platform/files/files.ts";
import { untilStopped } from "#server/platform/jobs/job.ts";
import {
  installationSecrets,
  type Secrets,
  secretsFile,
} from "#server/platform/secrets/installation-secrets.ts";
import { deriveKeys } from "#server/platform/secrets/keyed-hash.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";
import { loadFirm } from "#server/services/firm/stored-firm.ts";
import { noteDoubtedMails } from "#server/services/mail/mail-problem.ts";
import { doubtUnsentMails } from "#server/services/mail/outbox-table.ts";
import { folderStore } from "#server/services/photos/photo-store.ts";

import { BadBackup, dataFile, type Manifest, type Opening } from "./backup-file.ts";
import { type Copies, named, photosIn, restorePhotos } from "./photo-copies.ts";
import { extractProven } from "./take-backup.ts";

export interface RestoreTarget {
  /** The SQLite file. */
  readonly database: string;
  readonly dataDir: string;
  /** Secrets from the environment. */
  readonly secrets: { readonly [Name in keyof Secrets]: string | null };
}

/**
 * Proves the whole backup before it touches anything; throws BadBackup if it must not go on. No server may start on the
 * restored database until `finishRestore` has run.
 */
export async function restoreBackup(
  file: string,
  opening: Opening,
  target: RestoreTarget,
  stopping?: AbortSignal,
): Promise<Manifest> {
  const { database, dataDir } = target;
  await assertNothingIn(dataDir);
  assertNoDatabase(database);
  // On the database's own file system, so that a rename can put the file in place.
  return withScratchFolder(dirname(database), async (scratch) => {
    const manifest = await untilStopped(stopping, () => extractProven(file, opening, scratch));
    const hasSecrets = manifest.files.includes(secretsFile);
    if (!hasSecrets && Object.values(target.secrets).includes(null))
      throw new BadBackup(
        "This backup holds no secrets: set the ANON_KEY, SESSION_SECRET and LINK_SECRET it was made with.",
      );
    await beginRestore(dataDir);
    // First: a server that finds a database without its secrets would generate others.
    if (hasSecrets) await copyFile(join(scratch, secretsFile), join(dataDir, secretsFile));
    try {
      await putInPlace(join(scratch, dataFile), database);
    } catch (error) {
      if (hasSecrets) await rm(join(dataDir, secretsFile));
      await endRestore(dataDir);
      throw error;
    }
    return manifest;
  });
}

/** No server can start until the file is in place. */
async function putInPlace(file: string, database: string): Promise<void> {
  const lock = lockSqliteFile(database);
  try {
    assertNoDatabase(database);
    await rename(file, database);
    syncFolder(dirname(database));
  } finally {
    lock.close();
  }
}

function assertNoDatabase(database: string): void {
  if (existsSync(database)) throw new BadBackup(`There is a database already: ${database}`);
  const left = ["-wal", "-shm", "-journal"].map((end) => database + end).find((one) => existsSync(one));
  // SQLite would write its pages over those of the restored database.
  if (left !== undefined) throw new BadBackup(`A former database left ${left}: move it away.`);
}

/** A list of erasures may stay: the restore erases them again. So may what a killed one unpacked. */
async function assertNothingIn(dataDir: string): Promise<void> {
  const name = (await namesIn(dataDir)).find((one) => one !== erasuresFile && !isScratch(one));
  if (name === undefined) return;
  throw new BadBackup(
    `DATA_DIR is not empty: ${join(dataDir, name)}. Stop the server, move what is there away, and restore again.`,
  );
}

/** In DATA_DIR from before the backup is in place until the time since it was taken has been made up for. */
const markerFile = "restore-unfinished";

async function beginRestore(dataDir: string): Promise<void> {
  await prepareFolder(dataDir, "DATA_DIR");
  await writeFile(join(dataDir, markerFile), "", { flush: true });
}

async function endRestore(dataDir: string): Promise<void> {
  await rm(join(dataDir, markerFile), { force: true });
}

/** Says what to do about a restore that has not finished; null if there is none. */
export function unfinishedRestore(dataDir: string): string | null {
  if (!existsSync(join(dataDir, markerFile))) return null;
  return `The restore into ${dataDir} has not finished. Don't start a server on it: mails would go out again, orders lapse and invoice numbers repeat. Move away everything in ${dataDir}, and the database if it is elsewhere. Then restore again with the version of QuadKea that made the backup, or a newer one.`;
}

/**
 * Makes up for the time since the backup: ends all sessions, leaves mails unsent that may have been sent since, gives
 * orders time to be paid, leaves out invoice numbers, erases again who is in the lists, and puts back the photos that are
 * left. Returns what was done, in words.
 */
export async function finishRestore(
  config: Config,
  lists: readonly string[],
  copies: Copies,
  now: () => Date,
): Promise<string> {
  const database = await openDatabase(config.database);
  try {
    await loadFirm(database.reader, config.firm, now);
    const { sessionSecret, linkSecret } = installationSecrets(config);
    const [keys, linkKeys] = [deriveKeys(sessionSecret), deriveKeys(linkSecret)];
    const { sessionsEnded, orders } = await stopWhatWasGoingOn(config, { database, keys, now });
    const { erasures, doubtful } = await readErasures(lists, linkKeys);
    const again = await eraseAgain({ database, keys, linkKeys, now }, erasures);
    const photos = await photosText(config, copies, database.reader);
    await database.emptyLog();
    const users = (await listAccounts(database.reader)).filter(({ disabled_at: at }) => at === null);
    await endRestore(config.dataDir);
    const texts = [
      erasuresText(lists, erasures.length, doubtful, again),
      ordersText(orders),
      ...photos,
      `Everybody is signed out (sessions ended: ${sessionsEnded}). Passwords, two-step sign-in and disabled users are as they were then.
These users may sign in now. Disable those who have left since: npm run admin -- disable <e-mail>
${users.map(({ email, has_two_step: twoStep }) => `  ${email}${twoStep ? "  (two-step sign-in)" : ""}`).join("\n")}`,
    ];
    return texts.join("\n\n");
  } finally {
    await database.close();
  }
}

/** A session in the backup may have been ended since, a mail may have been sent, and an order approved or paid. */
function stopWhatWasGoingOn({ invoiceStart }: Config, context: AuditContext) {
  return context.database.write(async (tx) => {
    const at = context.now();
    await tx.deleteFrom("quote_versions").where("state", "=", "pending").execute(); // Versions that never left are drafts again.
    await tx.deleteFrom("offers").where("state", "=", "pending").execute();
    await leaveOutMachineNumbers(tx);
    await leaveOutPartNumbers(tx);
    await doubtUnsentMails(tx);
    await noteDoubtedMails(tx);
    const orders = await resumeOrders(tx, { calendar: new BusinessCalendar(), invoiceStart }, at);
    const { length: count } = await tx.deleteFrom("sessions").returning("id").execute();
    await recordAudit(tx, context, { event: "backup-restored", actor: "command-line", details: { count } });
    return { sessionsEnded: count, orders };
  });
}

/** How many erasures are listed, how many lines cannot be trusted, and the references of what was erased again. */
function erasuresText(
  lists: readonly string[],
  listed: number,
  doubtful: number,
  again: readonly string[],
): string {
  if (listed + doubtful === 0)
    return `No erasures are listed in ${lists.join(" or ")}. If somebody was erased after this backup was taken, do it again: npm run person -- erase <e-mail>`;
  const trusted = `Erased again, because the list of erasures says so (${listed}): ${again.join(", ") || "nothing of them was there"}`;
  if (doubtful === 0) return trusted;
  return `${trusted}
Lines of the list that were left out: ${doubtful}. They are damaged, or sealed with another LINK_SECRET. Erase those people again by hand.`;
}

/** Puts photos back; those of a bucket are where they were. */
async function photosText({ photos: place }: Config, copies: Copies, db: Query): Promise<string[]> {
  const photos = await photosIn(db);
  if (photos.length === 0) return [];
  if (place.kind !== "folder") return [`Photos: ${photos.length}. They are in the bucket.`];
  const missing = await restorePhotos(copies, photos, folderStore(place.folder));
  const back = `Photos in their place: ${photos.length - missing.length} of ${photos.length}.`;
  if (missing.length === 0) return [back];
  return [`${back} These have no good copy in ${join(copies.folder, "photos")}: ${named(missing)}`];
}

function ordersText({ waiting, payBy, nextInvoice }: ResumedOrders): string {
  const lastDay = formatDayAndYear(new Date(payBy.getTime() - 1));
  return `Orders that wait for payment: ${waiting}. They do so until the end of ${lastDay} at least: enter again by then what was paid after this backup was taken.
The next invoice is ${nextInvoice}: the numbers ${nextInvoice - numbersLeftOut} to ${nextInvoice - 1} are left out, because they may have been given out after this backup was taken.`;
}
