import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

import * as v from "valibot";

import { hasCode } from "#server/platform/files/has-code.ts";
import { syncFolder } from "#server/platform/files/sync-folder.ts";
import { deriveKeys, type Keys } from "#server/platform/secrets/keyed-hash.ts";

/** The erased people as keyed hashes, and a seal over the whole entry, both by one key. */
const proofSchema = v.object({
  /** Identifies the key without revealing it. */
  key: v.string(),
  people: v.array(v.string()),
  seal: v.string(),
});

/** What a restore needs to repeat an erasure: references and keyed hashes, no personal data. */
export const erasureSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  at: v.pipe(v.string(), v.isoTimestamp()),
  /** Whether records that led to an order were erased too. */
  orders: v.boolean(),
  /** Of the records and waiting submissions that were erased. */
  references: v.array(v.string()),
  /** One for each secret in use at the time: after one changes, the other still proves the entry. */
  proofs: v.array(proofSchema),
});
export type ErasureEntry = v.InferOutput<typeof erasureSchema>;
type Facts = Pick<ErasureEntry, "at" | "orders" | "references">;

/** The keys that seal erasures. They are kept outside the folder of backups. */
export function erasureKeys(backupKey: string | null, sessionSecret: string): Keys[] {
  return [...(backupKey === null ? [] : [backupKey]), sessionSecret].map(deriveKeys);
}

/** `names` come from `erasedNames`. */
export function newErasure(keys: readonly Keys[], facts: Facts, names: readonly string[]): ErasureEntry {
  const entry = { id: randomUUID(), ...facts };
  const proofs = keys.map((one) => {
    const people = names.map((name) => hashOf(one, name));
    return { key: keyName(one), people, seal: sealOf(one, entry, people) };
  });
  return { ...entry, proofs };
}

/** An entry that one of our keys sealed. */
export interface CheckedErasure {
  readonly entry: ErasureEntry;
  readonly isAbout: (name: string) => boolean;
}

/** Returns null if none of our keys sealed the entry: anybody who can write to the file could have made it. */
export function checkErasure(keys: readonly Keys[], entry: ErasureEntry): CheckedErasure | null {
  for (const one of keys) {
    const proof = entry.proofs.find(({ key }) => key === keyName(one));
    if (proof === undefined || proof.seal !== sealOf(one, entry, proof.people)) continue;
    const people = new Set(proof.people);
    return { entry, isAbout: (name) => people.has(hashOf(one, name)) };
  }
  return null;
}

function keyName(keys: Keys): string {
  return keys.hash("erasure key", "name").slice(0, 12);
}

function hashOf(keys: Keys, name: string): string {
  return keys.hash("erased person", name);
}

function sealOf(keys: Keys, entry: Facts & { readonly id: string }, people: readonly string[]): string {
  const { id, at, orders, references } = entry;
  return keys.hash("erasure seal", JSON.stringify([id, at, orders, references, people]));
}

/** In DATA_DIR and in BACKUP_DIR, to survive the loss of the database. One entry per line. */
export const erasuresFile = "erasures.jsonl";

interface ErasureList {
  readonly entries: readonly ErasureEntry[];
  /** How many lines are not entries. */
  readonly damaged: number;
}

/** Returns null if the file does not exist. */
export async function readErasures(file: string): Promise<ErasureList | null> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return null;
    throw error;
  });
  if (text === null) return null;
  const lines = text.split("\n").filter((line) => line !== "");
  const entries = lines.map(parseLine).filter((entry) => entry !== null);
  return { entries, damaged: lines.length - entries.length };
}

function parseLine(line: string): ErasureEntry | null {
  try {
    return v.parse(erasureSchema, JSON.parse(line));
  } catch {
    return null;
  }
}

/** Replaces the list atomically, and waits until it is on disk. */
export async function writeErasures(file: string, entries: readonly ErasureEntry[]): Promise<void> {
  const lines = entries
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .map((entry) => `${JSON.stringify(entry)}\n`);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.part`;
  await writeFile(unfinished, lines.join(""), { mode: 0o600, flush: true });
  await rename(unfinished, file);
  syncFolder(dirname(file));
}
