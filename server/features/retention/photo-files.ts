import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { photoFileName, type PhotoStore } from "#server/services/photos/photo-store.ts";

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
