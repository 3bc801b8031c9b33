import type { Config } from "#server/platform/config/config.ts";

import { folderStore, type PhotoPlace } from "./photo-store.ts";

/** Opens the place that PHOTOS names. Loads the program for buckets only if it is needed. */
export async function openPhotoStore(place: Config["photos"]): Promise<PhotoPlace> {
  if (place.kind === "folder") return folderStore(place.folder);
  const { bucketStore } = await import("./bucket-store.ts");
  return bucketStore(place);
}
