import * as v from "valibot";

import { erasuresFile } from "#server/features/retention/erasure-list.ts";
import { unknownMigration } from "#server/platform/database/migrate.ts";
import { tableDigestSchema } from "#server/platform/database/table-digests.ts";
import { secretsFile } from "#server/platform/secrets/installation-secrets.ts";

/** A backup that cannot be used, or not here. The message says why and contains nothing secret. */
export class BadBackup extends Error {
  override readonly name: string = "BadBackup";
}

/** Takes the table that differs from the manifest, or null. Throws BadBackup for a table. */
export function assertSame(differing: string | null): void {
  if (differing !== null) throw new BadBackup(`Table ${differing} does not hold what the manifest says.`);
}

/** Throws BadBackup: no server of this version can start on what a newer one has migrated. */
export function assertKnown(engine: Manifest["engine"], migrations: readonly string[]): void {
  const unknown = unknownMigration(engine, migrations);
  if (unknown === null) return;
  throw new BadBackup(
    `A newer version of QuadKea made this backup (${unknown}). Nothing was restored: use that version.`,
  );
}

/** The backup is encrypted, and this BACKUP_KEY does not open it. */
export class WrongKey extends BadBackup {
  override readonly name = "WrongKey";
}

/** Each engine's data as its own tools read it: an SQLite database, or an archive for `pg_restore`. */
export const dataFiles = { sqlite: "quadkea.db", postgres: "quadkea.dump" } as const;

/** What a backup can contain. A restore writes nothing else. */
const fileNames = [...Object.values(dataFiles), secretsFile, erasuresFile] as const;
export type FileName = (typeof fileNames)[number];

export function isFileName(name: string): name is FileName {
  return fileNames.some((one) => one === name);
}

const createdAtSchema = v.pipe(v.string(), v.isoTimestamp());
const engineSchema = v.picklist(["sqlite", "postgres"]);
const tablesSchema = v.record(v.string(), tableDigestSchema);

export const manifestSchema = v.object({
  created_at: createdAtSchema,
  engine: engineSchema,
  files: v.array(v.picklist(fileNames)),
  tables: tablesSchema,
});
export type Manifest = v.InferOutput<typeof manifestSchema>;

/** For example "attempts 2, users 3", for logs and the terminal. */
export function describeTables({ tables }: Manifest): string {
  const counts = Object.entries(tables).map(([name, { rows }]) => `${name} ${rows}`);
  return counts.join(", ");
}

export interface Opening {
  readonly key: string | null;
  /** Accept a backup that is not encrypted even if there is a key. Anybody could have written it. */
  readonly acceptUnencrypted?: boolean;
}

/** Throws BadBackup. Without a key, anyone who can write to the folder can forge a backup. */
export function assertMayOpen(isEncrypted: boolean, { key, acceptUnencrypted = false }: Opening): void {
  if (isEncrypted && key === null) throw new WrongKey("This backup is encrypted: set BACKUP_KEY.");
  if (!isEncrypted && key !== null && !acceptUnencrypted) {
    throw new BadBackup(
      "This backup is not encrypted, although BACKUP_KEY is set: anybody who can write to its folder could have made or changed it. If you know where it comes from, add --unencrypted.",
    );
  }
}
