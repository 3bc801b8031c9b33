import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Query } from "#server/platform/database/database.ts";
import { photoFileName, type PhotoStore } from "#server/services/photos/photo-store.ts";

interface PhotoContext {
  readonly database: { readonly reader: Query };
  readonly photos: PhotoStore;
}

/**
 * Runs removals, then removes the files of photos whose rows went. A kill in between leaves files without a row, which the
 * server looks for.
 */
export async function withPhotoFiles<Result>(
  { database, photos }: PhotoContext,
  remove: () => Promise<Result>,
): Promise<Result> {
  const before = await photoIds(database.reader);
  const result = await remove();
  const left = new Set(await photoIds(database.reader));
  for (const id of before.filter((one) => !left.has(one))) await photos.remove(id);
  return result;
}

async function photoIds(db: Query): Promise<string[]> {
  return (await db.selectFrom("photos").select("id").execute()).map(({ id }) => id);
}

/** Writes photos into a folder, which it makes if there are any. Returns the ids of those that have no file. */
export async function exportPhotos(
  photos: PhotoStore,
  ids: readonly string[],
  folder: string,
): Promise<string[]> {
  const missing: string[] = [];
  if (ids.length > 0) await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const id of ids) {
    const photo = await photos.read(id, "large");
    if (photo === null) missing.push(id);
    else await writeFile(join(folder, photoFileName(id, "large")), photo, { mode: 0o600 });
  }
  return missing;
}
