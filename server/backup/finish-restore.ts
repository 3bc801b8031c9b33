import { dirname, join } from "node:path";

import type { Account } from "#domain/accounts.ts";

import { type AuditContext, recordEvent } from "../audit/audit-log.ts";
import { listAccounts } from "../auth/manage-users.ts";
import type { Config } from "../config.ts";
import { openDatabase } from "../database/open-database.ts";
import { installationSecrets } from "../operations/installation-secrets.ts";
import { deriveKeys } from "../operations/keyed-hash.ts";
import { erasuresFile } from "../retention/erasure-file.ts";
import { keepErasures } from "../retention/keep-erasures.ts";
import type { Repetition } from "../retention/repeat-erasures.ts";

/** What was done to a restored database before a server may use it. */
export interface FinishedRestore {
  readonly sessionsEnded: number;
  readonly erasures: Repetition;
  /** Who may sign in now. */
  readonly users: readonly Account[];
}

interface RestoredFrom {
  /** The backup. */
  readonly file: string;
  /** A list of erasures that lies elsewhere, or null. */
  readonly erasures: string | null;
}

/**
 * Makes up for what happened after the backup was taken, as far as that is known: ends all sessions, and
 * repeats the erasures that are listed beside the backups.
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
    const sessionsEnded = await endSessions({ database, keys, now });
    const beside = join(dirname(file), erasuresFile);
    const lists = erasures === null ? [beside] : [erasures, beside];
    const repetition = await keepErasures({ config, database, keys, sessionSecret, now }, lists);
    await database.scrub();
    const accounts = await listAccounts(database.reader);
    const users = accounts.filter(({ disabled_at: disabledAt }) => disabledAt === null);
    return { sessionsEnded, erasures: repetition, users };
  } finally {
    await database.close();
  }
}

/** Browsers that were signed in then may have been signed out, or lost, since. */
function endSessions(context: AuditContext): Promise<number> {
  return context.database.write(async (tx) => {
    const ended = await tx
      .updateTable("sessions")
      .set({ ended_at: context.now().toISOString() })
      .where("ended_at", "is", null)
      .returning("id")
      .execute();
    const count = ended.length;
    await recordEvent(tx, context, { event: "backup-restored", actor: "command-line", count });
    return count;
  });
}
