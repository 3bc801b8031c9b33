import { createHash } from "node:crypto";

import { sql } from "kysely";
import * as v from "valibot";

import type { Query } from "./database.ts";

type Columns = ReadonlyMap<string, readonly string[]>;
type Row = Readonly<Record<string, unknown>>;

const batch = 500;

class CopyRefused extends Error {
  override readonly name = "CopyRefused";
}

/** Copies all rows into a database without users. One transaction: commits only if both hold the same. */
export async function copyDatabase(source: Query, target: Query): Promise<TableDigests> {
  const user = await target.selectFrom("users").select("id").limit(1).executeTakeFirst();
  if (user !== undefined) throw new CopyRefused("The PostgreSQL database is not empty.");
  return target.transaction().execute(async (tx) => {
    const columns = await commonColumns(source, tx);
    for (const table of await parentsFirst(tx, [...columns.keys()])) {
      await copyTable(source, tx, table, columns.get(table) ?? []);
    }
    await continueEventIds(source, tx);
    const expected = await tableDigests(source, columns);
    const differing = await differingTable(tx, expected, columns);
    if (differing !== null) throw new CopyRefused(`Table ${differing} differs after the copy.`);
    return expected;
  });
}

async function commonColumns(source: Query, target: Query): Promise<Columns> {
  const known = new Map(
    (await tablesWithData(target)).map(({ name, columns }) => [name, columns.map(nameOf)]),
  );
  const tables = await tablesWithData(source);
  return new Map(
    tables.map(({ name, columns }) => {
      const theirs = known.get(name);
      if (theirs === undefined) throw new CopyRefused(`PostgreSQL has no table ${name}.`);
      return [name, columns.map(nameOf).filter((column) => theirs.includes(column))];
    }),
  );
}

const nameOf = ({ name }: { readonly name: string }) => name;

async function parentsFirst(target: Query, tables: readonly string[]): Promise<string[]> {
  const { rows: references } = await sql<{ child: string; parent: string }>`
    select conrelid::regclass::text as child, confrelid::regclass::text as parent
    from pg_constraint where contype = 'f' and conrelid <> confrelid`.execute(target);
  const ordered: string[] = [];
  while (ordered.length < tables.length) {
    const waits = (table: string) =>
      references.some(({ child, parent }) => child === table && !ordered.includes(parent));
    const next = tables.filter((table) => !ordered.includes(table) && !waits(table));
    if (next.length === 0) throw new CopyRefused("The tables refer to each other in a cycle.");
    ordered.push(...next);
  }
  return ordered;
}

/** Disables the triggers of the target: what they would add is copied too. */
async function copyTable(source: Query, target: Query, table: string, columns: readonly string[]) {
  const [name, names] = [sql.table(table), sql.join(columns.map((column) => sql.ref(column)))];
  const { rows } = await sql<Row>`select ${names} from ${name}`.execute(source);
  await sql`alter table ${name} disable trigger user`.execute(target);
  await sql`delete from ${name}`.execute(target);
  for (let first = 0; first < rows.length; first += batch) {
    const cells = rows
      .slice(first, first + batch)
      .map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
    await sql`insert into ${name} (${names}) values ${sql.join(cells)}`.execute(target);
  }
  await sql`alter table ${name} enable trigger user`.execute(target);
}

async function continueEventIds(source: Query, target: Query): Promise<void> {
  const { rows } = await sql<{ seq: number }>`
    select seq from sqlite_sequence where name = 'record_events'`.execute(source);
  await sql`update record_event_counter set last_id = ${rows[0]?.seq ?? 0}`.execute(target);
}

export const tableDigestSchema = v.object({
  rows: v.pipe(v.number(), v.integer(), v.minValue(0)),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});
export type TableDigest = v.InferOutput<typeof tableDigestSchema>;
export type TableDigests = Readonly<Record<string, TableDigest>>;

export type Selection = ReadonlyMap<string, readonly string[] | null>; // Null: all columns.

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
