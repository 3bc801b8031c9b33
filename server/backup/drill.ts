import { join } from "node:path";

import { buildApp } from "../app.ts";
import type { Config } from "../config.ts";
import type { Log } from "../operations/log.ts";
import type { Manifest } from "./manifest.ts";
import { rehearse } from "./rehearsal.ts";
import { restoreBackup } from "./restore-backup.ts";
import { withScratchFolder } from "./scratch-folder.ts";
import { withSpareDatabase } from "./spare-database.ts";

/**
 * Proves that a backup is of use: restores it in a place of its own, starts the server on it, signs in
 * and lists every kind of record. Throws where anything is not as the manifest says.
 */
export function drillBackup(file: string, config: Config, log: Log): Promise<Manifest> {
  return withScratchFolder(config.dataDir, (scratch) =>
    withSpareDatabase(config, join(scratch, "data"), async (target) => {
      const manifest = await restoreBackup(file, config.backup.key, target);
      const mail = { kind: "file", folder: join(scratch, "mail") } as const;
      const drilled: Config = { ...config, ...target, mail };
      const app = await buildApp({ config: drilled, log, siteFolder: null });
      try {
        await rehearse(app, manifest.tables);
      } finally {
        await app.close();
      }
      return manifest;
    }),
  );
}
