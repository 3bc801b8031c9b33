import * as v from "valibot";

import { tableDigestSchema } from "#server/platform/database/table-digests.ts";

const hex = (bytes: number) => v.pipe(v.string(), v.hexadecimal(), v.length(bytes * 2));

/** What a backup can hold; nothing else is ever written when it is restored. */
const partNames = ["database", "secrets.json"] as const;
export type PartName = (typeof partNames)[number];

const partSchema = v.object({
  name: v.picklist(partNames),
  bytes: v.pipe(v.number(), v.integer(), v.minValue(1)),
  sha256: hex(32),
});
export type Part = v.InferOutput<typeof partSchema>;

/** Says in clear what is in a backup, so that it can be told without the key. */
const manifestSchema = v.object({
  created_at: v.pipe(v.string(), v.isoTimestamp()),
  engine: v.picklist(["sqlite", "postgres"]),
  /** In the order their contents follow. */
  parts: v.array(partSchema),
  tables: v.record(v.string(), tableDigestSchema),
  encryption: v.nullable(v.object({ salt: hex(16), nonce: hex(12) })),
});
export type Manifest = v.InferOutput<typeof manifestSchema>;

export function parseManifest(text: string): Manifest {
  return v.parse(manifestSchema, JSON.parse(text));
}

/** One line for people and logs. */
export function describeTables({ tables }: Manifest): string {
  const counts = Object.entries(tables).map(([name, { rows }]) => `${name} ${rows}`);
  return counts.join(", ");
}
