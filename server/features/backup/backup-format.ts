import * as v from "valibot";

import { erasuresFile } from "#server/features/retention/erasures.ts";
import { secretsFile } from "#server/platform/secrets/installation-secrets.ts";

/** A backup that cannot be used, or not here. The message says why and contains nothing secret. */
export class BadBackup extends Error {
  override readonly name: string = "BadBackup";
}

/** The backup is encrypted, and this BACKUP_KEY does not open it. */
export class WrongKey extends BadBackup {
  override readonly name = "WrongKey";
}

export const dataFile = "quadkea.db";

/** What a backup can contain. A restore writes nothing else. */
const fileNames = [dataFile, secretsFile, erasuresFile] as const;
export type FileName = (typeof fileNames)[number];

export function isFileName(name: string): name is FileName {
  return fileNames.some((one) => one === name);
}

export const manifestSchema = v.object({
  created_at: v.pipe(v.string(), v.isoTimestamp()),
  files: v.array(v.picklist(fileNames)),
  /** Rows of each table. */
  rows: v.record(v.string(), v.pipe(v.number(), v.integer(), v.minValue(0))),
});
export type Manifest = v.InferOutput<typeof manifestSchema>;

/** For example "attempts 2, users 3", for logs and the terminal. */
export function describeRows({ rows }: Manifest): string {
  return Object.entries(rows)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
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
