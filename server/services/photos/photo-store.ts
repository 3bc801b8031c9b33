import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
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
  /** The ids of all photos, or of those written before that moment, for what looks for files without a row. */
  ids(before?: Date): Promise<string[]>;
}

export const photoFileName = (id: string, size: PhotoSize) =>
  size === "large" ? `${id}.jpg` : `${id}-320.jpg`;

const partOf = (file: string) => `${file}.part`;
/** With the id. What a kill left behind counts too. */
export const photoFileForm = /^([\w-]{36})(?:-320)?\.jpg(?:\.part)?$/;

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
      for (const file of [fileOf(id, "large"), fileOf(id, "small")]) {
        await rm(file, { force: true });
        await rm(partOf(file), { force: true });
      }
    },
    async ids(before) {
      const ids = new Set<string>();
      for (const name of await namesIn(folder)) {
        const [, id] = photoFileForm.exec(name) ?? [];
        if (id === undefined || (before === undefined && name !== photoFileName(id, "large"))) continue;
        const isWanted = before === undefined || (await stat(join(folder, name))).mtime < before;
        if (isWanted) ids.add(id);
      }
      return [...ids];
    },
  };
}

/** Under another name until it is whole: a kill at any byte leaves no half photo. */
export async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const part = partOf(file);
  const handle = await open(part, "w", 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(part, file);
}
