import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";

import { BadBackup } from "./bad-backup.ts";
import { type Manifest, type Part, parseManifest } from "./manifest.ts";
import { newEncryption, sealBytes, sealing, type Unsealing, unsealing } from "./seal.ts";

/**
 * A backup is one file: a line that names the format, the manifest as one line of JSON, the contents of
 * the parts one after the other, encrypted where a key is given, and a seal over all that.
 */
const formatLine = "QuadKea backup 1\n";
const longestHeader = 65_536;

/** Writes the parts, which lie in `folder`, into a new file, and waits until it is on disk. */
export async function writeBackupFile(
  file: string,
  folder: string,
  draft: Omit<Manifest, "encryption">,
  key: string | null,
): Promise<Manifest> {
  const manifest = { ...draft, encryption: key === null ? null : newEncryption() };
  const header = Buffer.from(`${formatLine}${JSON.stringify(manifest)}\n`);
  const seal = sealing(header, manifest.encryption, key ?? "");
  const output = await open(file, "wx", 0o600);
  try {
    await output.writeFile(header);
    for (const part of manifest.parts) {
      for await (const chunk of chunksOf(join(folder, part.name))) await output.writeFile(seal.pass(chunk));
    }
    await output.writeFile(seal.end());
    await output.sync();
  } finally {
    await output.close();
  }
  return manifest;
}

/** What a backup is opened with. */
export interface Opening {
  /** BACKUP_KEY; null if none is set. */
  readonly key: string | null;
  /** Also open one that is not encrypted, though there is a key. Anybody could have written it. */
  readonly acceptUnencrypted?: boolean;
}

/** What a backup says of itself. Throws BadBackup if that cannot be read; the contents are not looked at. */
export async function readManifest(file: string): Promise<Manifest> {
  return (await readFrame(file)).manifest;
}

/** Reads every byte and compares every hash; throws BadBackup if one is not as it was written. */
export function verifyBackupFile(file: string, opening: Opening): Promise<Manifest> {
  return readBackupFile(file, opening, async () => null);
}

/** Writes the parts into `folder`. They may be used once this has returned: it verifies as it goes. */
export function extractBackupFile(file: string, opening: Opening, folder: string): Promise<Manifest> {
  return readBackupFile(file, opening, ({ name }) => open(join(folder, name), "wx", 0o600));
}

type OpenPart = (part: Part) => Promise<FileHandle | null>;

async function readBackupFile(file: string, opening: Opening, openPart: OpenPart): Promise<Manifest> {
  const { manifest, header, seal } = await readFrame(file);
  assertMayOpen(manifest, opening);
  const contents = unsealing(header, manifest.encryption, opening.key ?? "", seal);
  let start = header.length;
  let intact = true;
  for (const part of manifest.parts) {
    const output = await openPart(part);
    const sha256 = await readPart(chunksOf(file, start, part.bytes), contents, output);
    intact &&= sha256 === part.sha256;
    start += part.bytes;
  }
  if (contents.holds() && intact) return manifest;
  throw new BadBackup(
    manifest.encryption === null
      ? "This backup is damaged: its contents are not what was written."
      : "This backup is damaged, or BACKUP_KEY is not the one it was made with.",
  );
}

/** Only a key tells our own backups from those of somebody else who can write the folder. */
function assertMayOpen({ encryption }: Manifest, { key, acceptUnencrypted = false }: Opening): void {
  if (encryption !== null && key === null) {
    throw new BadBackup("This backup is encrypted: set BACKUP_KEY.");
  }
  if (encryption === null && key !== null && !acceptUnencrypted) {
    throw new BadBackup(
      "This backup is not encrypted, although BACKUP_KEY is set: anybody who can write to its folder could have made or changed it. If you know where it comes from, add --unencrypted.",
    );
  }
}

/** What stands before and after the contents; the length of the file must fit the manifest. */
async function readFrame(file: string): Promise<{ manifest: Manifest; header: Buffer; seal: Buffer }> {
  const input = await open(file, "r");
  try {
    const { size } = await input.stat();
    const { manifest, header } = readHeader(await readAt(input, 0, Math.min(size, longestHeader)));
    const contents = manifest.parts.reduce((sum, part) => sum + part.bytes, 0);
    const sealLength = sealBytes(manifest.encryption);
    if (size !== header.length + contents + sealLength) {
      throw new BadBackup("This backup is damaged: it is not as long as it says.");
    }
    return { manifest, header, seal: await readAt(input, size - sealLength, sealLength) };
  } finally {
    await input.close();
  }
}

async function readAt(input: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await input.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

function readHeader(start: Buffer): { manifest: Manifest; header: Buffer } {
  const end = start.indexOf("\n", formatLine.length) + 1;
  if (!start.toString("latin1").startsWith(formatLine) || end === 0) {
    throw new BadBackup("This is not a QuadKea backup, or its beginning is damaged.");
  }
  const header = Buffer.from(start.subarray(0, end));
  try {
    return { manifest: parseManifest(header.subarray(formatLine.length).toString("utf8")), header };
  } catch {
    throw new BadBackup("This backup is damaged: its manifest cannot be read.");
  }
}

async function readPart(
  chunks: AsyncIterable<Buffer>,
  contents: Unsealing,
  output: FileHandle | null,
): Promise<string> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of chunks) {
      const plain = contents.pass(chunk);
      hash.update(plain);
      await output?.writeFile(plain);
    }
    await output?.sync();
  } finally {
    await output?.close();
  }
  return hash.digest("hex");
}

/** SHA-256 of a file, as manifests name it. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of chunksOf(file)) hash.update(chunk);
  return hash.digest("hex");
}

function chunksOf(file: string, start = 0, bytes = Number.POSITIVE_INFINITY): AsyncIterable<Buffer> {
  return createReadStream(file, { start, end: start + bytes - 1, highWaterMark: 1 << 20 });
}
