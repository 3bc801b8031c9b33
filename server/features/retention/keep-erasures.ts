import type { Config } from "#server/platform/config/config.ts";
import type { AuditContext } from "#server/services/audit/audit-log.ts";

import { erasureKeys } from "./erasure-entry.ts";
import { erasureFiles, updateErasureFiles } from "./erasure-ledger.ts";
import { removeMails } from "./mail-folder.ts";
import { repeatErasures, type Repetition } from "./repeat-erasures.ts";

/** An installation whose erasures are kept. */
export interface ErasureContext extends AuditContext {
  readonly config: Pick<Config, "dataDir" | "backup" | "mail">;
  readonly sessionSecret: string;
}

/**
 * Brings the database and the lists of erasures beside it up to date with each other: repeats what the
 * database has not seen, lists what the lists do not have. `more` are further lists to read.
 */
export async function keepErasures(
  context: ErasureContext,
  more: readonly string[] = [],
): Promise<Repetition> {
  const { config, database, sessionSecret } = context;
  const files = erasureFiles(config);
  const keys = erasureKeys(config.backup.key, sessionSecret);
  const outcome = await repeatErasures({ ...context, erasureKeys: keys }, [...new Set([...files, ...more])]);
  const gone = new Set(outcome.repeated.flatMap(({ references }) => references));
  const folder = config.mail.kind === "file" ? config.mail.folder : null;
  if (gone.size > 0) await removeMails(folder, ({ reference }) => gone.has(reference ?? ""));
  await updateErasureFiles(database.reader, files);
  return outcome;
}
