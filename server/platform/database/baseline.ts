import { createHash } from "node:crypto";

import { sql } from "kysely";

import type { Query } from "./database.ts";
import type { Engine } from "./migrate.ts";
import { deals } from "./migrations/001-deals.ts";
import { history } from "./migrations/001-history.ts";
import { inbox } from "./migrations/001-inbox.ts";
import { money } from "./migrations/001-money.ts";
import { people } from "./migrations/001-people.ts";
import { records } from "./migrations/001-records.ts";
import { dialects } from "./migrations/dialect.ts";

/** The schema that every later migration builds on. Frozen: a database that other statements made is refused. */
export function baseline(engine: Engine): string[] {
  const dialect = dialects[engine];
  return [people, history, records, deals, money, inbox].flatMap((statements) => statements(dialect));
}

export function baselineHash(engine: Engine): string {
  return hashOf(baseline(engine));
}

/** Returns whether the present baseline made the database. `isHashed`: the database stores its baseline's hash. */
export async function isOfBaseline(db: Query, engine: Engine, isHashed: boolean): Promise<boolean> {
  if (!isHashed) return (await schemaHash(db, engine)) === lastWithoutHash[engine];
  const kept = db.selectFrom("installation").select("value").where("name", "=", "baseline");
  return (await kept.executeTakeFirst())?.value === baselineHash(engine);
}

/** Hashes from commit 3e646262, the last without a stored hash. */
const lastWithoutHash: Readonly<Record<Engine, string>> = {
  sqlite: "c45bdc8f53cb6991c7d8eded54f24cd7485e4801f7139e021a1b331c1a941b9f",
  postgres: "b048daef8e5b726c0262cfa24efe1c9451fa3387886720fdb1f31eec0f4c076f",
};

async function schemaHash(db: Query, engine: Engine): Promise<string> {
  const { rows } = await schema[engine].execute(db);
  // PostgreSQL puts others around a condition once it has been dumped and restored.
  const lines = rows.map(({ line }) => line.replaceAll(/[()]/g, ""));
  return hashOf(lines.toSorted());
}

/** A line for each part of the schema. Nothing in it depends on the version of the engine. */
const schema = {
  // Leaves out the tables that SQLite makes for a search index.
  sqlite: sql<{ line: string }>`
    select sql as line from sqlite_schema
    where sql is not null and name not glob 'sqlite_*' and name not glob 'kysely_*'
      and not (type = 'table' and name glob '*_search_*')`,
  postgres: sql<{ line: string }>`
    with tables as (
      select oid, relname from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname not like 'kysely%'
    )
    select concat_ws(' ', relname, attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid)) as line
    from tables join pg_attribute on attrelid = tables.oid and attnum > 0 and not attisdropped
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    union all
    select concat_ws(' ', relname, conname, pg_get_constraintdef(pg_constraint.oid))
    from tables join pg_constraint on conrelid = tables.oid and contype in ('c', 'f', 'p', 'u')
    union all
    select replace(pg_get_indexdef(indexrelid), current_schema() || '.', '')
    from tables join pg_index on indrelid = tables.oid
    union all
    select concat_ws(' ', replace(pg_get_triggerdef(pg_trigger.oid), current_schema() || '.', ''), prosrc)
    from tables join pg_trigger on tgrelid = tables.oid and not tgisinternal
    join pg_proc on pg_proc.oid = tgfoid`,
};

function hashOf(lines: readonly string[]): string {
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}
