import { createHash } from "node:crypto";

import { sql } from "kysely";
import * as v from "valibot";

import type { Query } from "./database.ts";

export const tableDigestSchema = v.object({
  rows: v.pipe(v.number(), v.integer(), v.minValue(0)),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});
export type TableDigest = v.InferOutput<typeof tableDigestSchema>;
export type TableDigests = Readonly<Record<string, TableDigest>>;

type Row = Readonly<Record<string, unknown>>;

/** SQLite keeps what follows from the records in tables of its own. */
const searchIndex = /_search(_\w+)?$/;

/**
 * How many rows each table holds, and a hash over them in which neither the order of rows nor that of
 * columns counts: equal digests mean equal contents, also after a dump and on the other engine.
 */
export async function tableDigests(db: Query): Promise<TableDigests> {
  const tables = (await db.introspection.getTables()).filter(({ name }) => !searchIndex.test(name));
  const digests: [string, TableDigest][] = [];
  for (const { name } of tables.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const rows = await sql<Row>`select * from ${sql.table(name)}`.execute(db);
    digests.push([name, digestOf(rows.rows)]);
  }
  return Object.fromEntries(digests);
}

/** The first table that differs, or null. */
export function differingTable(expected: TableDigests, actual: TableDigests): string | null {
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  const differs = (name: string) =>
    expected[name]?.rows !== actual[name]?.rows || expected[name]?.sha256 !== actual[name]?.sha256;
  return [...names].find(differs) ?? null;
}

function digestOf(rows: readonly Row[]): TableDigest {
  const hashes = rows.map((row) => createHash("sha256").update(canonical(row)).digest("hex")).toSorted();
  return { rows: rows.length, sha256: createHash("sha256").update(hashes.join("\n")).digest("hex") };
}

function canonical(row: Row): string {
  const cells = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === "boolean" ? Number(value) : value,
  ]);
  return JSON.stringify(cells.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}
