import { dirname, join } from "node:path";

import type { Account } from "#domain/accounts.ts";
import { BusinessCalendar } from "#domain/business-calendar.ts";
import { formatDayAndYear, nzDate } from "#domain/nz-time.ts";
import { listAccounts } from "#server/features/auth/users.ts";
import {
  numbersLeftOut,
  type ResumedOrders,
  resumeOrders,
} from "#server/features/deals/orders/resume-orders.ts";
import { erasureFiles, updateErasureFiles } from "#server/features/retention/erasure-ledger.ts";
import { erasuresFile } from "#server/features/retention/erasure-list.ts";
import {
  type RepeatedErasure,
  repeatListed,
  type Repetition,
} from "#server/features/retention/keep-erasures.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import { openDatabase } from "#server/platform/database/open-database.ts";
import { installationSecrets } from "#server/platform/secrets/installation-secrets.ts";
import { deriveKeys } from "#server/platform/secrets/keyed-hash.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";
import { noteDoubtedMails } from "#server/services/mail/mail-problem.ts";
import { doubtUnsentMails } from "#server/services/mail/outbox-table.ts";

import { describeTables, type Manifest } from "./backup-format.ts";
import { endRestore } from "./unfinished-restore.ts";

interface FinishedRestore extends Stopped {
  readonly erasures: Repetition;
  readonly users: readonly Account[];
  /** What failed and is done again by the server. */
  readonly warnings: readonly string[];
}

interface Stopped {
  readonly sessionsEnded: number;
  readonly orders: ResumedOrders;
}

interface RestoredFrom {
  readonly file: string;
  /** One more list of erasures to read, or null. */
  readonly erasures: string | null;
}

/**
 * Makes up for the time since the backup: ends all sessions, leaves mails unsent that may have been sent since, gives
 * orders time to be paid, leaves out invoice numbers, and repeats the erasures listed next to the backups.
 */
export async function finishRestore(
  config: Config,
  { file, erasures }: RestoredFrom,
  now: () => Date,
): Promise<FinishedRestore> {
  const database = await openDatabase(config.database);
  try {
    const { sessionSecret } = installationSecrets(config);
    const keys = deriveKeys(sessionSecret);
    const stopped = await stopWhatWasGoingOn(config, { database, keys, now });
    const nextToBackup = join(dirname(file), erasuresFile);
    const lists = erasures === null ? [nextToBackup] : [erasures, nextToBackup];
    const repetition = await repeatListed({ config, database, keys, sessionSecret, now }, lists);
    const warnings = await completeErasures(config, database);
    const accounts = await listAccounts(database.reader);
    const users = accounts.filter(({ disabled_at: disabledAt }) => disabledAt === null);
    await endRestore(config.dataDir);
    return { ...stopped, erasures: repetition, users, warnings };
  } finally {
    await database.close();
  }
}

/** A session in the backup may have been ended since, a mail may have been sent, and an order approved or paid. */
function stopWhatWasGoingOn({ closures, deals }: Config, context: AuditContext): Promise<Stopped> {
  return context.database.write(async (tx) => {
    const at = context.now();
    await doubtUnsentMails(tx);
    await noteDoubtedMails(tx);
    const orders = await resumeOrders(tx, { calendar: new BusinessCalendar(closures), deals }, at);
    const { length: count } = await tx.deleteFrom("sessions").returning("id").execute();
    await recordAudit(tx, context, { event: "backup-restored", actor: "command-line", details: { count } });
    return { sessionsEnded: count, orders };
  });
}

/** Returns what failed: the restored database can be used all the same. */
async function completeErasures(config: Config, database: Database): Promise<string[]> {
  const warnings: string[] = [];
  const warn = (words: string) => (error: unknown) => void warnings.push(`${words}: ${reasonOf(error)}`);
  await updateErasureFiles(database.reader, erasureFiles(config)).catch(
    warn("The list of erasures could not be written. The server tries again each hour"),
  );
  await database
    .scrub()
    .catch(warn("Traces of what was erased could not be overwritten. The server tries again each night"));
  return warnings;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function describeRestore(manifest: Manifest, finished: FinishedRestore): string {
  return [
    `Restored as of ${manifest.created_at}: ${describeTables(manifest)}`,
    "",
    ...describeErasures(manifest, finished),
    "",
    ...describeOrders(finished),
    "",
    ...describeUsers(finished),
  ].join("\n");
}

function describeErasures({ created_at: takenAt }: Manifest, { erasures }: FinishedRestore): string[] {
  const { files, repeated, unproven, damaged } = erasures;
  if (files.length === 0) {
    return [
      `No list of erasures was found, neither in BACKUP_DIR nor next to this backup. Repeat by hand what was erased since ${takenAt}: npm run person -- erase <e-mail>. If the former DATA_DIR holds erasures.jsonl: restore again with --erasures <file>.`,
    ];
  }
  const doubtful = unproven.length + damaged;
  return [
    repeated.length === 0
      ? "Nothing was erased on request after this backup was taken."
      : `Erased again, because it was erased after this backup was taken: ${repeated.length} ${repeated.length === 1 ? "erasure" : "erasures"}.`,
    ...repeated.map(describeErasure),
    ...(doubtful === 0
      ? []
      : [
          `Listed erasures that were not repeated: ${doubtful}. They are damaged, or sealed with another BACKUP_KEY and SESSION_SECRET. Repeat by hand what was erased on: ${unproven.map(dayOf).join(", ") || "(unknown days)"}.`,
        ]),
  ];
}

function describeErasure({ at, references }: RepeatedErasure): string {
  const what = references.length === 0 ? "the backup had none of it" : references.join(", ");
  return `  ${dayOf(at)}: ${what}`;
}

function dayOf(instant: string): string {
  return nzDate(new Date(instant));
}

function describeOrders({ orders: { waiting, payBy, nextInvoice } }: FinishedRestore): string[] {
  const lastDay = formatDayAndYear(new Date(payBy.getTime() - 1));
  return [
    `Orders that wait for payment: ${waiting}. They do so until the end of ${lastDay} at least: enter again by then what was paid after this backup was taken.`,
    `The next invoice is ${nextInvoice}: the numbers ${nextInvoice - numbersLeftOut} to ${nextInvoice - 1} are left out, because they may have been given out after this backup was taken.`,
  ];
}

function describeUsers({ sessionsEnded, users }: FinishedRestore): string[] {
  return [
    `Everybody is signed out (sessions ended: ${sessionsEnded}). Passwords, two-step sign-in and disabled users are as they were then.`,
    "These users may sign in now. Disable those who have left since: npm run admin -- disable <e-mail>",
    ...users.map(({ email, has_two_step: twoStep }) => `  ${email}${twoStep ? "  (two-step sign-in)" : ""}`),
  ];
}
