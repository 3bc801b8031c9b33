import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";

import { hasCode, namesIn, syncFolder } from "#server/platform/files/files.ts";
import type { KeptPicture } from "#server/services/pictures/pictures.ts";

export type PhotoSize = "large" | "small";

/** Where re-encoded photos are: files that never change, by the id of the photo. */
export interface PhotoStore {
  /** Resolves once both files would survive a power cut. The same id again replaces them by the same bytes. */
  write(id: string, picture: KeptPicture): Promise<void>;
  /** Null if there is none. */
  read(id: string, size: PhotoSize): Promise<Uint8Array | null>;
  /** One that is not there is no error. */
  remove(id: string): Promise<void>;
  /** The ids of all photos, for what looks for files without a row. */
  ids(): Promise<string[]>;
}

export const photoFileName = (id: string, size: PhotoSize) =>
  size === "large" ? `${id}.jpg` : `${id}-320.jpg`;

/** The folder of one box. */
export function folderStore(folder: string): PhotoStore {
  const fileOf = (id: string, size: PhotoSize) => join(folder, photoFileName(id, size));
  return {
    async write(id, { content, preview }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeWhole(fileOf(id, "small"), preview);
      await writeWhole(fileOf(id, "large"), content);
      syncFolder(folder);
    },
    read(id, size) {
      return readFile(fileOf(id, size)).catch((error: unknown) => {
        if (hasCode(error, "ENOENT")) return null;
        throw error;
      });
    },
    async remove(id) {
      await rm(fileOf(id, "large"), { force: true });
      await rm(fileOf(id, "small"), { force: true });
    },
    async ids() {
      const names = await namesIn(folder);
      return names.flatMap((name) => /^([\w-]{36})\.jpg$/.exec(name)?.[1] ?? []);
    },
  };
}

/** Under another name until it is whole: a kill at any byte leaves no half photo. */
export async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const part = `${file}.part`;
  const handle = await open(part, "w", 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(part, file);
}
