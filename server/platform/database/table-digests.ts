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

export type Selection = ReadonlyMap<string, readonly string[] | null>; // Null: all columns.

type Row = Readonly<Record<string, unknown>>;

const searchIndex = /_search(_\w+)?$/;

export async function tablesWithData(db: Query) {
  return (await db.introspection.getTables()).filter(({ name }) => !searchIndex.test(name));
}

/** Regardless of the order of rows and columns: equal contents have equal digests on either engine. */
export async function tableDigests(db: Query, selection?: Selection): Promise<TableDigests> {
  const wanted = selection ?? new Map((await tablesWithData(db)).map(({ name }) => [name, null]));
  const digests: [string, TableDigest][] = [];
  for (const [table, columns] of [...wanted].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const cells = columns === null ? sql`*` : sql.join(columns.map((column) => sql.ref(column)));
    const { rows } = await sql<Row>`select ${cells} from ${sql.table(table)}`.execute(db);
    digests.push([table, digestOf(rows)]);
  }
  return Object.fromEntries(digests);
}

export async function differingTable(
  db: Query,
  expected: TableDigests,
  selection: Selection = new Map(Object.keys(expected).map((table) => [table, null])),
): Promise<string | null> {
  const actual = await tableDigests(db, selection);
  const differs = (table: string) => JSON.stringify(actual[table]) !== JSON.stringify(expected[table]);
  return Object.keys(expected).find(differs) ?? null;
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
