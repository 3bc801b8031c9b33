import { createDecipheriv, createHash, createSecretKey, hkdfSync } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";

import * as v from "valibot";

import {
  assertMayOpen,
  BadBackup,
  createdAtSchema,
  dataFiles,
  engineSchema,
  type Manifest,
  type Opening,
  tablesSchema,
} from "./backup-format.ts";

/**
 * Backups taken until 22 November 2026 begin with this line. A manifest as one line of JSON follows, then
 * the contents of its parts, then 32 bytes of SHA-256 over everything; with a key, the contents are
 * encrypted by AES-256-GCM and end with its tag of 16 bytes, which covers the manifest too.
 */
export const oldFormatLine = "QuadKea backup 1\n";
const longestHeader = 65_536;

const hex = (bytes: number) => v.pipe(v.string(), v.hexadecimal(), v.length(bytes * 2));
const oldManifestSchema = v.object({
  created_at: createdAtSchema,
  engine: engineSchema,
  parts: v.array(
    v.object({
      name: v.picklist(["database", "secrets.json"]),
      bytes: v.pipe(v.number(), v.integer(), v.minValue(1)),
    }),
  ),
  tables: tablesSchema,
  encryption: v.nullable(v.object({ salt: hex(16), nonce: hex(12) })),
});
type OldManifest = v.InferOutput<typeof oldManifestSchema>;

/** Reads the manifest without the key and without verifying anything. Throws BadBackup. */
export async function readOldManifest(file: string): Promise<Manifest> {
  return manifestOf((await readFrame(file)).manifest);
}

/** Verifies every byte; writes the files into `folder` unless that is null. Throws BadBackup. */
export async function readOldBackup(
  file: string,
  opening: Opening,
  folder: string | null,
): Promise<Manifest> {
  const frame = await readFrame(file);
  assertMayOpen(frame.manifest.encryption !== null, opening);
  const contents = unsealing(frame, opening.key ?? "");
  const manifest = manifestOf(frame.manifest);
  let start = frame.header.length;
  for (const [index, { bytes }] of frame.manifest.parts.entries()) {
    const output =
      folder === null ? null : await open(join(folder, manifest.files[index] ?? ""), "wx", 0o600);
    try {
      const chunks: AsyncIterable<Buffer> = createReadStream(file, {
        start,
        end: start + bytes - 1,
        highWaterMark: 1 << 20,
      });
      for await (const chunk of chunks) {
        const plain = contents.pass(chunk);
        await output?.writeFile(plain);
      }
      await output?.sync();
    } finally {
      await output?.close();
    }
    start += bytes;
  }
  if (!contents.isIntact()) {
    throw new BadBackup("This backup is damaged, or BACKUP_KEY is not the one it was made with.");
  }
  return manifest;
}

function manifestOf({ created_at, engine, tables, parts }: OldManifest): Manifest {
  const files = parts.map(({ name }) => (name === "database" ? dataFiles[engine] : name));
  return { created_at, engine, files, tables };
}

interface Frame {
  readonly manifest: OldManifest;
  readonly header: Buffer;
  readonly seal: Buffer;
}

async function readFrame(file: string): Promise<Frame> {
  const input = await open(file, "r");
  try {
    const { size } = await input.stat();
    const beginning = await readAt(input, 0, Math.min(size, longestHeader));
    const header = Buffer.from(beginning.subarray(0, beginning.indexOf("\n", oldFormatLine.length) + 1));
    const manifest = parseOldManifest(header.subarray(oldFormatLine.length).toString("utf8"));
    const contents = manifest.parts.reduce((sum, part) => sum + part.bytes, 0);
    const sealLength = manifest.encryption === null ? 32 : 16;
    if (size !== header.length + contents + sealLength) {
      throw new BadBackup("This backup is damaged: its length is not what its manifest says.");
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

function parseOldManifest(text: string): OldManifest {
  try {
    return v.parse(oldManifestSchema, JSON.parse(text));
  } catch {
    throw new BadBackup("This backup is damaged: its manifest cannot be read.");
  }
}

interface Unsealing {
  pass(chunk: Buffer): Buffer;
  /** Whether the seal belongs to the header and all chunks. */
  isIntact(): boolean;
}

function unsealing({ manifest: { encryption }, header, seal }: Frame, key: string): Unsealing {
  if (encryption === null) {
    const hash = createHash("sha256").update(header);
    return { pass: (chunk) => (hash.update(chunk), chunk), isIntact: () => hash.digest().equals(seal) };
  }
  const derived = hkdfSync("sha256", key, Buffer.from(encryption.salt, "hex"), "quadkea backup", 32);
  const secret = createSecretKey(Buffer.from(derived));
  const decipher = createDecipheriv("aes-256-gcm", secret, Buffer.from(encryption.nonce, "hex"));
  decipher.setAAD(header).setAuthTag(seal);
  return { pass: (chunk) => decipher.update(chunk), isIntact: () => endsWell(() => decipher.final()) };
}

function endsWell(end: () => unknown): boolean {
  try {
    end();
    return true;
  } catch {
    return false;
  }
}
