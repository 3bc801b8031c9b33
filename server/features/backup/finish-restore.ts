import { dirname, join } from "node:path";

import type { Account } from "#domain/accounts.ts";
import { listAccounts } from "#server/features/auth/manage-users.ts";
import { erasuresFile } from "#server/features/retention/erasure-file.ts";
import { keepErasures } from "#server/features/retention/keep-erasures.ts";
import type { Repetition } from "#server/features/retention/repeat-erasures.ts";
import type { Config } from "#server/platform/config/config.ts";
import { openDatabase } from "#server/platform/database/open-database.ts";
import { installationSecrets } from "#server/platform/secrets/installation-secrets.ts";
import { deriveKeys } from "#server/platform/secrets/keyed-hash.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";

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
    await recordAudit(tx, context, { event: "backup-restored", actor: "command-line", count });
    return count;
  });
}
