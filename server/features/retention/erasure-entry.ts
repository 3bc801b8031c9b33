import { randomUUID } from "node:crypto";

import * as v from "valibot";

import { deriveKeys, type Keys } from "#server/platform/secrets/keyed-hash.ts";

/** Who was erased, as keyed hashes, and a seal over the whole entry, both by one key. */
const proofSchema = v.object({
  /** Names the key without telling it. */
  key: v.string(),
  people: v.array(v.string()),
  seal: v.string(),
});

/**
 * What is remembered of an erasure, so that restoring an older backup repeats it: references and keyed
 * hashes, no personal data.
 */
export const erasureSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  at: v.pipe(v.string(), v.isoTimestamp()),
  /** Whether what led to an order was erased too. */
  orders: v.boolean(),
  /** Of the records and waiting submissions that were erased. */
  references: v.array(v.string()),
  /** One for each secret of that time: after a change of one, the other still holds. */
  proofs: v.array(proofSchema),
});
export type ErasureEntry = v.InferOutput<typeof erasureSchema>;
type Facts = Pick<ErasureEntry, "at" | "orders" | "references">;

/** The keys that erasures are noted with: they lie outside the folder of backups. */
export function erasureKeys(backupKey: string | null, sessionSecret: string): Keys[] {
  return [...(backupKey === null ? [] : [backupKey]), sessionSecret].map(deriveKeys);
}

/** `names` are those of person-names.ts. */
export function newErasure(keys: readonly Keys[], facts: Facts, names: readonly string[]): ErasureEntry {
  const entry = { id: randomUUID(), ...facts };
  const proofs = keys.map((one) => {
    const people = names.map((name) => hashOf(one, name));
    return { key: keyName(one), people, seal: sealOf(one, entry, people) };
  });
  return { ...entry, proofs };
}

/** Tells which names an entry is about. */
export interface CheckedErasure {
  readonly entry: ErasureEntry;
  readonly isAbout: (name: string) => boolean;
}

/** Null if no key of ours made this entry: anybody who can write the file could have. */
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
