import { createHash } from "node:crypto";

import { sql } from "kysely";

import type { Query } from "./database.ts";

interface CopiedTable {
  readonly columns: readonly string[];
  /** Files, messages or pieces of photos, which are large. Few rows have the same first column. */
  readonly hasBytes: boolean;
}

type CopiedTables = ReadonlyMap<string, CopiedTable>;
type CopiedRow = Readonly<Record<string, unknown>>;

const batch = 500;

class CopyRefused extends Error {
  override readonly name = "CopyRefused";
}

interface TableDigest {
  readonly table: string;
  readonly rows: number;
  readonly sha256: string;
}

/** Copies all rows into a database without users. One transaction: commits only if both hold the same. */
export async function copyDatabase(source: Query, target: Query): Promise<TableDigest[]> {
  const user = await target.selectFrom("users").select("id").limit(1).executeTakeFirst();
  if (user !== undefined) throw new CopyRefused("The PostgreSQL database is not empty.");
  return target.transaction().execute(async (tx) => {
    const tables = await commonTables(source, tx);
    for (const name of await parentsFirst(tx, [...tables.keys()])) {
      const table = tables.get(name);
      if (table !== undefined) await copyTable(source, tx, name, table);
    }
    await continueEventIds(source, tx);
    const [expected, actual] = [await tableDigests(source, tables), await tableDigests(tx, tables)];
    const differing = expected.find(({ sha256 }, index) => sha256 !== actual[index]?.sha256);
    if (differing !== undefined) throw new CopyRefused(`Table ${differing.table} differs after the copy.`);
    return expected;
  });
}

async function commonTables(source: Query, target: Query): Promise<CopiedTables> {
  const known = new Map(
    (await tablesWithData(target)).map(({ name, columns }) => [name, columns.map(nameOf)]),
  );
  const tables = await tablesWithData(source);
  return new Map(
    tables.map(({ name, columns }) => {
      const theirs = known.get(name);
      if (theirs === undefined) throw new CopyRefused(`PostgreSQL has no table ${name}.`);
      const hasBytes = columns.some(({ dataType }) => /^blob$/i.test(dataType));
      return [name, { columns: columns.map(nameOf).filter((column) => theirs.includes(column)), hasBytes }];
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
async function copyTable(source: Query, target: Query, name: string, table: CopiedTable): Promise<void> {
  const into = sql.table(name);
  const names = sql.join(table.columns.map((column) => sql.ref(column)));
  await sql`alter table ${into} disable trigger user`.execute(target);
  await sql`delete from ${into}`.execute(target);
  for await (const rows of batchesOf(source, name, table)) {
    const cells = rows.map((row) => sql`(${sql.join(table.columns.map((column) => row[column]))})`);
    await sql`insert into ${into} (${names}) values ${sql.join(cells)}`.execute(target);
  }
  await sql`alter table ${into} enable trigger user`.execute(target);
}

/** Reads a table at once, or what belongs together if its rows hold bytes. */
async function* batchesOf(
  db: Query,
  name: string,
  { columns, hasBytes }: CopiedTable,
): AsyncGenerator<CopiedRow[]> {
  const all = sql`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}`;
  if (!hasBytes) {
    const { rows } = await sql<CopiedRow>`${all}`.execute(db);
    for (let first = 0; first < rows.length; first += batch) yield rows.slice(first, first + batch);
    return;
  }
  const key = sql.ref(columns[0] ?? "");
  const keys = sql<{ key: unknown }>`select distinct ${key} as key from ${sql.table(name)}`;
  for (const { key: one } of (await keys.execute(db)).rows)
    yield (await sql<CopiedRow>`${all} where ${key} = ${one}`.execute(db)).rows;
}

async function continueEventIds(source: Query, target: Query): Promise<void> {
  const { rows } = await sql<{ seq: number }>`
    select seq from sqlite_sequence where name = 'record_events'`.execute(source);
  await sql`update record_event_counter set last_id = ${rows[0]?.seq ?? 0}`.execute(target);
}

/** The search indexes, and what each database knows about itself. */
const ownTables = /_search(_\w+)?$|^installation$/;

export async function tablesWithData(db: Query) {
  return (await db.introspection.getTables()).filter(({ name }) => !ownTables.test(name));
}

/** Regardless of the order of rows and columns: equal contents have equal digests on either engine. */
async function tableDigests(db: Query, tables: CopiedTables): Promise<TableDigest[]> {
  const digests: TableDigest[] = [];
  for (const [name, table] of tables) {
    const hashes: string[] = [];
    for await (const rows of batchesOf(db, name, table))
      hashes.push(...rows.map((row) => hashOf(canonical(row))));
    digests.push({ table: name, rows: hashes.length, sha256: hashOf(hashes.toSorted().join("\n")) });
  }
  return digests;
}

function hashOf(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("hex");
}

function canonical(row: CopiedRow): string {
  const cells = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === "boolean" ? Number(value) : value instanceof Uint8Array ? hashOf(value) : value,
  ]);
  return JSON.stringify(cells.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}
