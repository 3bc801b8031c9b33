import { createHash, scryptSync } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";

import { minuteMs } from "#domain/durations.ts";
import type { Query } from "#server/platform/database/database.ts";
import { hasCode, syncFolder } from "#server/platform/files/files.ts";
import {
  photoFileName,
  type PhotoSize,
  type PhotoStore,
  writeWhole,
} from "#server/services/photos/photo-store.ts";

import { decrypterFor, encrypterFor } from "./age.ts";
import type { Opening } from "./backup-file.ts";

/** A photo never changes: beside the backups there is one copy of each, whatever the number of backups (decision 042). */
const folderName = "photos";
const sizes = ["large", "small"] as const satisfies readonly PhotoSize[];

interface PhotoFacts {
  readonly id: string;
  readonly sha256: string;
  readonly preview_bytes: number;
}

export function photosIn(db: Query): Promise<PhotoFacts[]> {
  return db.selectFrom("photos").select(["id", "sha256", "preview_bytes"]).orderBy("id").execute();
}

/** Copies in the folder of the backups, sealed with the key if there is one. */
export interface Copies extends Opening {
  readonly folder: string;
}

/** Each key has its own folder: a backup made with a former key still finds copies that this key opens. */
function copiesIn(backups: string, key: string | null): string {
  const folder = join(backups, folderName);
  if (key === null) return folder;
  return join(folder, scryptSync(key, "photos", 4, { N: 1024 }).toString("hex"));
}

const copyName = (id: string, size: PhotoSize, key: string | null) =>
  photoFileName(id, size) + (key === null ? "" : ".age");

/** Copies what has no copy yet, and notes on each that the backup of this time needs it. Returns the ids that have no file. */
export async function copyPhotos(
  { folder: backups, key }: Copies,
  photos: readonly PhotoFacts[],
  from: PhotoStore,
  at: Date,
): Promise<string[]> {
  if (photos.length === 0) return [];
  const folder = copiesIn(backups, key);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const missing = new Set<string>();
  for (const { id } of photos) {
    for (const size of sizes) {
      const copy = join(folder, copyName(id, size, key));
      if (await isNoted(copy, at)) continue;
      const bytes = await from.read(id, size);
      if (bytes === null) missing.add(id);
      else {
        await writeWhole(copy, key === null ? bytes : await (await encrypterFor(key)).encrypt(bytes));
        await utimes(copy, at, at);
      }
    }
  }
  syncFolder(folder);
  return [...missing];
}

async function isNoted(copy: string, at: Date): Promise<boolean> {
  try {
    await utimes(copy, at, at);
    return true;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return false;
    throw error;
  }
}

/** Returns null unless there is a whole copy. */
async function readCopy({ folder, key, acceptUnencrypted = false }: Copies, photo: PhotoFacts) {
  for (const one of acceptUnencrypted ? [key, null] : [key]) {
    const [content, preview] = await Promise.all(sizes.map((size) => opened(folder, photo.id, size, one)));
    const hash = createHash("sha256").update(content ?? "");
    if (content && preview && hash.digest("hex") === photo.sha256 && preview.length === photo.preview_bytes)
      return { content, preview };
  }
  return null;
}

async function opened(
  backups: string,
  id: string,
  size: PhotoSize,
  key: string | null,
): Promise<Uint8Array | null> {
  try {
    const bytes = await readFile(join(copiesIn(backups, key), copyName(id, size, key)));
    return key === null ? bytes : await (await decrypterFor(key)).decrypt(bytes);
  } catch (error) {
    // A missing or damaged copy counts as none; a disk that fails is an error.
    if (hasCode(error, "ENOENT") || !(error instanceof Error && "syscall" in error)) return null;
    throw error;
  }
}

/** Opens the copy of each photo for `use`. Returns the ids of photos whose copy is missing or is not what was copied. */
export async function openCopies(
  copies: Copies,
  photos: readonly PhotoFacts[],
  use?: PhotoStore["write"],
): Promise<string[]> {
  const missing: string[] = [];
  for (const photo of photos) {
    const copy = await readCopy(copies, photo);
    if (copy === null) missing.push(photo.id);
    else await use?.(photo.id, copy);
  }
  return missing;
}

/** Puts back the files of these photos that are not in the store. Returns the ids of those that have no good copy. */
export async function restorePhotos(
  copies: Copies,
  photos: readonly PhotoFacts[],
  store: PhotoStore,
): Promise<string[]> {
  const there = new Set(await store.ids());
  const lost = photos.filter(({ id }) => !there.has(id));
  return openCopies(copies, lost, (id, copy) => store.write(id, copy));
}

/** Removes copies that no backup since `oldest` has needed. */
export async function pruneCopies(backups: string, oldest: Date): Promise<void> {
  const entries = await readdir(join(backups, folderName), { withFileTypes: true, recursive: true }).catch(
    (error: unknown) => {
      if (hasCode(error, "ENOENT")) return [];
      throw error;
    },
  );
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name);
    // Some disks keep times to the second or two.
    if ((await stat(file)).mtimeMs < oldest.getTime() - minuteMs) await rm(file, { force: true });
  }
}

const namedAtMost = 20;

/** Ids of photos, for a person. */
export function named(ids: readonly string[]): string {
  return ids.slice(0, namedAtMost).join(", ") + (ids.length > namedAtMost ? ", …" : "");
}
