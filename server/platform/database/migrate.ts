import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";

import { DatabaseNewer, DatabaseUnavailable } from "./database.ts";
import { deals } from "./migrations/001-deals.ts";
import { history } from "./migrations/001-history.ts";
import { inbox } from "./migrations/001-inbox.ts";
import { money } from "./migrations/001-money.ts";
import { people } from "./migrations/001-people.ts";
import { records } from "./migrations/001-records.ts";
import { type Dialect, dialects } from "./migrations/dialect.ts";
import type { Tables } from "./tables.ts";

export type Engine = "sqlite" | "postgres";

export function migration(statements: readonly string[]): Migration {
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

type Migrations = Readonly<Record<string, Migration>>;

/** Frozen once released: add a migration instead of changing one. */
export function migrationsOf(engine: Engine): Migrations {
  return { "001-baseline": migration(baseline(engine)) };
}

/**
 * Runs in one transaction. On PostgreSQL, Kysely holds an advisory lock until it ends.
 * Throws `DatabaseNewer` if a newer version was here before.
 */
export async function migrate(
  db: Kysely<Tables>,
  engine: Engine,
  migrations: Migrations = migrationsOf(engine),
): Promise<void> {
  const done = await migrationsDone(db);
  if (isAllOf(migrations, done)) return;
  const unknown = unknownAmong(migrations, done);
  if (unknown !== null)
    throw new DatabaseNewer(
      `A newer version of QuadKea has changed this database (${unknown}). Start that version, or restore the backup made before the upgrade.`,
    );
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error instanceof DatabaseUnavailable) throw error;
  if (error !== undefined)
    throw new Error("The database schema could not be brought up to date", { cause: error });
}

export async function isUpToDate(db: Kysely<Tables>, engine: Engine): Promise<boolean> {
  return isAllOf(migrationsOf(engine), await migrationsDone(db));
}

/** Returns one that only a newer version has, or null. */
export function unknownMigration(engine: Engine, done: readonly string[]): string | null {
  return unknownAmong(migrationsOf(engine), done);
}

function unknownAmong(migrations: Migrations, done: readonly string[]): string | null {
  return done.find((name) => !(name in migrations)) ?? null;
}

function isAllOf(migrations: Migrations, done: readonly string[]): boolean {
  return done.join() === Object.keys(migrations).join();
}

/** In one query: to find out, Kysely would read the whole catalogue twice, at each start. */
export async function migrationsDone(db: Kysely<Tables>): Promise<string[]> {
  const query = sql<{ name: string }>`select name from kysely_migration order by name`;
  const done = await query.execute(db).catch(() => ({ rows: [] })); // A new database has no such table.
  return done.rows.map(({ name }) => name);
}

/** The schema of 0.1.0. */
function baseline(engine: Dialect["engine"]): string[] {
  const dialect = dialects[engine];
  return [
    ...people(dialect),
    ...history(dialect),
    ...records(dialect),
    ...deals(dialect),
    ...money(dialect),
    ...inbox(dialect),
  ];
}
