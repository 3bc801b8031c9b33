import { join } from "node:path";

import { buildApp } from "#server/app.ts";
import type { Manifest } from "#server/features/backup/manifest.ts";
import { restoreBackup, type RestoreTarget } from "#server/features/backup/restore-backup.ts";
import { withSpareDatabase } from "#server/features/backup/spare-database.ts";
import type { Config } from "#server/platform/config/config.ts";
import { withScratchFolder } from "#server/platform/files/scratch-folder.ts";
import { untilStopped } from "#server/platform/jobs/job.ts";
import type { Log } from "#server/platform/observability/log.ts";

import { rehearse } from "./rehearsal.ts";

interface DrillContext {
  readonly config: Config;
  readonly log: Log;
  /** Also a backup that is not encrypted, though a key is set. */
  readonly acceptUnencrypted?: boolean;
  /** Stops the drill. The process must end soon after. */
  readonly stopping?: AbortSignal;
}

/**
 * Proves that a backup is of use: restores it in a place of its own, starts the server on it, signs in
 * and lists every kind of record. Throws if anything is not as the manifest says. Whatever happens, the
 * restored copy is gone afterwards.
 */
export function drillBackup(file: string, context: DrillContext): Promise<Manifest> {
  const { config, stopping } = context;
  return withScratchFolder(config.dataDir, (scratch) =>
    withSpareDatabase(config, join(scratch, "data"), (target) =>
      untilStopped(stopping, () => rehearseIn(scratch, file, target, context)),
    ),
  );
}

async function rehearseIn(
  scratch: string,
  file: string,
  target: RestoreTarget,
  { config, log, acceptUnencrypted = false }: DrillContext,
): Promise<Manifest> {
  const manifest = await restoreBackup(file, { key: config.backup.key, acceptUnencrypted }, target);
  const mail = { kind: "file", folder: join(scratch, "mail") } as const;
  // It has nothing to do with the installation's own backups.
  const backup = { ...config.backup, folder: null };
  const app = await buildApp({ config: { ...config, ...target, mail, backup }, log, siteFolder: null });
  try {
    await rehearse(app, manifest.tables);
  } finally {
    await app.close();
  }
  return manifest;
}
