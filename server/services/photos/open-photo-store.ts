import type { Config } from "#server/platform/config/config.ts";

import { folderStore, type PhotoPlace } from "./photo-store.ts";

/** Where PHOTOS says. The program for a bucket is loaded only if there is one. */
export async function openPhotoStore(place: Config["photos"]): Promise<PhotoPlace> {
  if (place.kind === "folder") return folderStore(place.folder);
  const { bucketStore } = await import("./bucket-store.ts");
  return bucketStore(place);
}
