import { join } from "node:path";

import * as v from "valibot";

import { dayMs } from "#domain/durations.ts";
import { backupDaysMax } from "#domain/retention.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database, Query } from "#server/platform/database/database.ts";

import {
  type ErasureEntry,
  erasureSchema,
  erasuresFile,
  readErasures,
  writeErasures,
} from "./erasure-list.ts";

/** Longer than backups are kept, in case a server was off. */
const keptMs = (backupDaysMax + 10) * dayMs;

export function erasureFiles({ dataDir, backup }: Pick<Config, "dataDir" | "backup">): string[] {
  const folders = backup.folder === null ? [dataDir] : [backup.folder, dataDir];
  return folders.map((folder) => join(folder, erasuresFile));
}

export async function noteErasure(tx: Query, entry: ErasureEntry): Promise<void> {
  const row = { id: entry.id, at: entry.at, entry: JSON.stringify(entry) };
  await tx.insertInto("erasures").values(row).execute();
}

export async function notedErasures(db: Query): Promise<ErasureEntry[]> {
  const rows = await db.selectFrom("erasures").select("entry").orderBy("at").execute();
  return rows.map(({ entry }) => v.parse(erasureSchema, JSON.parse(entry)));
}

/** Adds to each list what only the database has, such as erasures made on another instance. */
export async function updateErasureFiles(db: Query, files: readonly string[]): Promise<void> {
  const noted = await notedErasures(db);
  for (const file of files) {
    const listed = (await readErasures(file))?.entries ?? [];
    const known = new Set(listed.map(({ id }) => id));
    const missing = noted.filter(({ id }) => !known.has(id));
    if (missing.length > 0) await writeErasures(file, [...listed, ...missing]);
  }
}

interface Age {
  readonly now: Date;
  readonly oldestBackup: Date | null;
}

/** Older erasures are of no use: no backup is older, so nothing can bring back what they erased. */
function keptSince({ now, oldestBackup }: Age): string {
  const before = Math.min(now.getTime() - keptMs, oldestBackup?.getTime() ?? Number.POSITIVE_INFINITY);
  return new Date(before).toISOString();
}

export async function forgetErasures(database: Pick<Database, "write">, age: Age): Promise<void> {
  await database.write((tx) => tx.deleteFrom("erasures").where("at", "<", keptSince(age)).execute());
}

/** Removes from the lists what the database has forgotten, perhaps through another instance. */
export async function forgetListed(db: Query, files: readonly string[], age: Age): Promise<void> {
  const noted = new Set((await notedErasures(db)).map(({ id }) => id));
  const since = keptSince(age);
  for (const file of files) {
    const listed = (await readErasures(file))?.entries ?? [];
    const kept = listed.filter(({ id, at }) => at >= since || noted.has(id));
    if (kept.length < listed.length) await writeErasures(file, kept);
  }
}
