import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

import { hasCode, namesIn, syncFolder } from "#server/platform/files/files.ts";
import type { KeptPicture } from "#server/services/pictures/pictures.ts";

export type PhotoSize = "large" | "small";

/** A store of re-encoded photos: files that never change, by the photo's id. */
export interface PhotoStore {
  /** Resolves once both files would survive a power cut. The same id again replaces them by the same bytes. */
  write(id: string, picture: KeptPicture): Promise<void>;
  read(id: string, size: PhotoSize): Promise<Uint8Array | null>;
  /** Ignores photos that don't exist. */
  remove(id: string): Promise<void>;
  /** The ids of all photos, or of those written before that moment, for what looks for files without a row. */
  ids(before?: Date): Promise<string[]>;
}

/** A place for photos, with the mark of the installation whose photos are there. */
export interface PhotoPlace extends PhotoStore {
  readMark(): Promise<string | null>;
  writeMark(mark: string): Promise<void>;
}

/** A failure of the photo store, worded for staff. */
export class PhotosUnreachable extends Error {
  override readonly name = "PhotosUnreachable";
}

export const markFileName = "quadkea-installation.txt";

export const photoFileName = (id: string, size: PhotoSize) =>
  size === "large" ? `${id}.jpg` : `${id}-320.jpg`;

const partOf = (file: string) => `${file}.part`;
/** With the id. What a kill left behind counts too. */
export const photoFileForm = /^([\w-]{36})(?:-320)?\.jpg(?:\.part)?$/;

/** The folder of one box. */
export function folderStore(folder: string): PhotoPlace {
  const fileOf = (id: string, size: PhotoSize) => join(folder, photoFileName(id, size));
  const markFile = join(folder, markFileName);
  return {
    async readMark() {
      return (await readIfThere(markFile))?.toString("utf8").trim() ?? null;
    },
    async writeMark(mark) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeWhole(markFile, Buffer.from(`${mark}\n`));
      syncFolder(folder);
    },
    async write(id, { content, preview }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeWhole(fileOf(id, "small"), preview);
      await writeWhole(fileOf(id, "large"), content);
      syncFolder(folder);
    },
    read(id, size) {
      return readIfThere(fileOf(id, size));
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

function readIfThere(file: string): Promise<Buffer | null> {
  return readFile(file).catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  });
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
