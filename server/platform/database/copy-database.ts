import { createHash } from "node:crypto";

import { sql } from "kysely";

import type { Query } from "./database.ts";

type Columns = ReadonlyMap<string, readonly string[]>;
type Row = Readonly<Record<string, unknown>>;

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
    const columns = await commonColumns(source, tx);
    for (const table of await parentsFirst(tx, [...columns.keys()])) {
      await copyTable(source, tx, table, columns.get(table) ?? []);
    }
    await continueEventIds(source, tx);
    const [expected, actual] = [await tableDigests(source, columns), await tableDigests(tx, columns)];
    const differing = expected.find(({ sha256 }, index) => sha256 !== actual[index]?.sha256);
    if (differing !== undefined) throw new CopyRefused(`Table ${differing.table} differs after the copy.`);
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

const searchIndex = /_search(_\w+)?$/;

export async function tablesWithData(db: Query) {
  return (await db.introspection.getTables()).filter(({ name }) => !searchIndex.test(name));
}

/** Regardless of the order of rows and columns: equal contents have equal digests on either engine. */
async function tableDigests(db: Query, tables: Columns): Promise<TableDigest[]> {
  const digests: TableDigest[] = [];
  for (const [table, columns] of tables) {
    const cells = sql.join(columns.map((column) => sql.ref(column)));
    const { rows } = await sql<Row>`select ${cells} from ${sql.table(table)}`.execute(db);
    const hashes = rows.map((row) => hashOf(canonical(row))).toSorted();
    digests.push({ table, rows: rows.length, sha256: hashOf(hashes.join("\n")) });
  }
  return digests;
}

function hashOf(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("hex");
}

function canonical(row: Row): string {
  const cells = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === "boolean" ? Number(value) : value instanceof Uint8Array ? hashOf(value) : value,
  ]);
  return JSON.stringify(cells.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}
