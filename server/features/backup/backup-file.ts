import { createHash, type Hash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";

import { createTarDecoder, packTar as packEntries } from "modern-tar";
import { packTar } from "modern-tar/fs";
import * as v from "valibot";

import { erasuresFile } from "#server/features/retention/erasures.ts";
import { secretsFile } from "#server/platform/secrets/installation-secrets.ts";

import { decrypterFor, encrypterFor, scryptWorkFactor } from "./age.ts";

/** A backup that cannot be used, or not here. The message says why and contains nothing secret. */
export class BadBackup extends Error {
  override readonly name = "BadBackup";
}

export const dataFile = "quadkea.db";

/** Files that a backup can contain. A restore writes no other. */
const fileNames = [dataFile, secretsFile, erasuresFile] as const;
export type FileName = (typeof fileNames)[number];

const manifestSchema = v.object({
  created_at: v.pipe(v.string(), v.isoTimestamp()),
  files: v.array(v.picklist(fileNames)),
  /** Rows of each table. */
  rows: v.record(v.string(), v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** How many photos have copies beside the backup; null if a bucket keeps them. */
  photos: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))), null),
});
export type Manifest = v.InferOutput<typeof manifestSchema>;

export interface Opening {
  readonly key: string | null;
  /** Accept a backup that is not encrypted even if there is a key. Anybody could have written it. */
  readonly acceptUnencrypted?: boolean;
}

/**
 * A backup is a tar archive: manifest.json, the files that it names, and the SHA-256 of all that comes
 * before, so that no damage goes unnoticed. With a key, the archive is encrypted by age with the key as its
 * passphrase: `age -d <backup> | tar x` opens it (decision 014).
 */
const manifestName = "manifest.json";
const hashName = "sha256";
/** An archive ends with two empty blocks. */
const endBytes = 1024;
/** The entry of the hash: its header, its content and the end of the archive. */
const hashEntryBytes = 512 + 512 + endBytes;
const manifestBytesMax = 1 << 20;
const mode = 0o600;

/** Writes the manifest and the files it names, which are in `folder`, and waits until all is on disk. */
export async function writeBackupFile(
  file: string,
  folder: string,
  manifest: Manifest,
  key: string | null,
): Promise<void> {
  const content = JSON.stringify(manifest, null, 2);
  const archive = packTar([
    { type: "content", content, target: manifestName, mode },
    ...manifest.files.map((name) => ({
      type: "file" as const,
      source: join(folder, name),
      target: name,
      mode,
    })),
  ]);
  const output = createWriteStream(file, { flags: "wx", mode, flush: true });
  await pipeline(await encrypted(withHash(archive), key), output);
}

async function encrypted(archive: AsyncIterable<Uint8Array>, key: string | null) {
  if (key === null) return archive;
  return (await encrypterFor(key)).encrypt(streamOf(archive));
}

async function* withHash(archive: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  yield* hashed(archive, hash, endBytes);
  yield await hashEntry(hash);
}

/** Passes on and hashes all but the last bytes, which it returns. */
async function* hashed(
  chunks: AsyncIterable<Uint8Array>,
  hash: Hash,
  lastBytes: number,
): AsyncGenerator<Uint8Array, Buffer> {
  let last = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const known = Buffer.concat([last, chunk]);
    const passed = known.subarray(0, Math.max(0, known.length - lastBytes));
    last = known.subarray(passed.length);
    hash.update(passed);
    yield passed;
  }
  return last;
}

function hashEntry(hash: Hash): Promise<Uint8Array> {
  const body = hash.digest("hex");
  return packEntries([{ header: { name: hashName, size: body.length, mode, mtime: new Date(0) }, body }]);
}

/**
 * Reads every byte; throws BadBackup if one is not as it was written. Writes the files into `folder`, if there is one: use
 * them once this has returned.
 */
export async function readBackupFile(
  file: string,
  opening: Opening,
  folder: string | null,
): Promise<Manifest> {
  const isEncrypted = await isAgeFile(file);
  assertMayOpen(isEncrypted, opening);
  // In pieces of 64 KB, as age has them: JavaScript decrypts each in one turn of the event loop.
  const source = createReadStream(file);
  try {
    const archive = isEncrypted ? await decrypted(source, opening.key ?? "") : source;
    const entries = streamOf(verified(archive)).pipeThrough(createTarDecoder({ strict: true }));
    let manifest: Manifest | null = null;
    const found: string[] = [];
    for await (const { header, body } of entries) {
      const { name, size } = header;
      const isOurs = fileNames.some((one) => one === name);
      if (isOurs) found.push(name);
      if (name === manifestName) manifest = await parseManifest(size, body);
      else if (folder === null || !isOurs) await body.cancel();
      else await pipeline(body, createWriteStream(join(folder, name), { flags: "wx", mode, flush: true }));
    }
    if (manifest?.files.join() !== found.join()) throw damaged();
    return manifest;
  } catch (error) {
    // System errors about the file or the disk pass through; anything else means damaged contents.
    if (error instanceof BadBackup || (error instanceof Error && "syscall" in error)) throw error;
    throw damaged(error);
  } finally {
    source.destroy();
  }
}

/** Throws BadBackup. Without a key, anyone who can write to the folder can forge a backup. */
function assertMayOpen(isEncrypted: boolean, { key, acceptUnencrypted = false }: Opening): void {
  if (isEncrypted && key === null) throw new BadBackup("This backup is encrypted: set BACKUP_KEY.");
  if (!isEncrypted && key !== null && !acceptUnencrypted) {
    throw new BadBackup(
      "This backup is not encrypted, although BACKUP_KEY is set: anybody who can write to its folder could have made or changed it. If you know where it comes from, add --unencrypted.",
    );
  }
}

async function parseManifest(size: number, body: AsyncIterable<Uint8Array>): Promise<Manifest> {
  if (size > manifestBytesMax) throw damaged();
  return v.parse(manifestSchema, JSON.parse(await text(body)));
}

async function decrypted(source: AsyncIterable<Uint8Array>, key: string): Promise<AsyncIterable<Uint8Array>> {
  try {
    return await (await decrypterFor(key)).decrypt(streamOf(source));
  } catch (cause) {
    const message = "BACKUP_KEY is not the one that this backup was made with, or its beginning is damaged.";
    throw new BadBackup(message, { cause });
  }
}

/** Throws at the end unless the archive is what was written. */
async function* verified(archive: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  const last = yield* hashed(archive, hash, hashEntryBytes);
  yield last;
  if (!last.equals(await hashEntry(hash))) throw damaged();
}

/** `ReadableStream.from`, which the types of the DOM do not have. Reads a chunk when one is asked for. */
function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const next = await iterator.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

function damaged(cause?: unknown): BadBackup {
  return new BadBackup("This backup is damaged: its contents are not what was written.", { cause });
}

const ageHeader = /^age-encryption\.org\/v1\n-> scrypt \S+ (\d+)\n/;
/** The offset of tar's magic number. */
const magicAt = 257;

/** Throws BadBackup if it is neither age's nor tar's. */
async function isAgeFile(file: string): Promise<boolean> {
  const input = await open(file, "r");
  try {
    const { buffer } = await input.read(Buffer.alloc(512), 0, 512, 0);
    const beginning = buffer.toString("latin1");
    // Anybody can write a header that demands seconds and a gigabyte of the server before it reads on.
    if (Number(ageHeader.exec(beginning)?.[1]) <= scryptWorkFactor) return true;
    if (beginning.startsWith("ustar", magicAt)) return false;
  } finally {
    await input.close();
  }
  throw new BadBackup("This is not a QuadKea backup, or its beginning is damaged.");
}
