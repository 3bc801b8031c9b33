import { open } from "node:fs/promises";
import { join } from "node:path";

import { photoBytesMost } from "#domain/deals/photos.ts";
import { withScratchFolder } from "#server/platform/files/files.ts";
import type { Services } from "#server/services/services.ts";

import { type Arrived, keepPhoto, keptPhoto } from "./keep-photo.ts";
import { type PhotoOutcome, photoRefusals, unlessUnable } from "./photo-refusal.ts";
import { whyNoMore } from "./photo-uploads.ts";

/** Takes a photo that comes as a whole, such as from a form without scripts. The same id again is the same photo. */
export async function receivePhoto(
  services: Services,
  photo: Arrived,
  bytes: AsyncIterable<Uint8Array>,
): Promise<PhotoOutcome> {
  return unlessUnable(services, async () => {
    const known = await keptPhoto(services.database.reader, photo.reference, photo.id);
    if (known !== null) return { ok: known };
    const refusal =
      photo.kind === "visitor"
        ? await whyNoMore(services.database.reader, photo.reference, services.now())
        : null;
    if (refusal !== null) return { refusal };
    return withScratchFolder(services.pictures.scratch, async (folder) => {
      const file = join(folder, "photo");
      const length = await writeBytes(file, bytes);
      if (length === 0) return { refusal: photoRefusals.empty };
      if (length > photoBytesMost) return { refusal: photoRefusals.tooLarge };
      return keepPhoto(services, photo, file);
    });
  });
}

/** Returns how many there are, or that there are too many. */
async function writeBytes(file: string, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  const handle = await open(file, "w", 0o600);
  let length = 0;
  try {
    for await (const chunk of bytes) {
      length += chunk.length;
      if (length > photoBytesMost) return length;
      await handle.writeFile(chunk);
    }
    return length;
  } finally {
    await handle.close();
  }
}
