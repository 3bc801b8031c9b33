import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";

import { baseline, baselineHash, isOfBaseline } from "./baseline.ts";
import { DatabaseOfOtherBuild, DatabaseUnavailable } from "./database.ts";
import { installation } from "./migrations/002-installation.ts";
import { photoFiles } from "./migrations/003-photo-files.ts";
import { accounts } from "./migrations/004-accounts.ts";
import { mail } from "./migrations/005-mail.ts";
import { sentWords } from "./migrations/006-sent-words.ts";
import { mailPeople } from "./migrations/007-mail-people.ts";
import { wordsAndFiles } from "./migrations/008-words-and-files.ts";
import { takenBack } from "./migrations/009-taken-back.ts";
import { untimedPickUps } from "./migrations/010-untimed-pick-ups.ts";
import { enteredRequests } from "./migrations/011-entered-requests.ts";
import { pulledParts } from "./migrations/012-pulled-parts.ts";
import { nextPromises } from "./migrations/013-next-promises.ts";
import { parts } from "./migrations/014-parts.ts";
import { roles } from "./migrations/015-roles.ts";
import { dialects } from "./migrations/dialect.ts";
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

/** Each is frozen: add a migration instead of changing one. */
export function migrationsOf(engine: Engine): Migrations {
  const dialect = dialects[engine];
  return {
    "001-baseline": migration(baseline(engine)),
    "002-installation": migration(installation(dialect, baselineHash(engine))),
    "003-photo-files": migration(photoFiles(dialect)),
    "004-accounts": migration(accounts(dialect)),
    "005-mail": migration(mail(dialect)),
    "006-sent-words": migration(sentWords()),
    "007-mail-people": migration(mailPeople()),
    "008-words-and-files": migration(wordsAndFiles(dialect)),
    "009-taken-back": migration(takenBack(dialect)),
    "010-untimed-pick-ups": migration(untimedPickUps(dialect)),
    "011-entered-requests": migration(enteredRequests(dialect)),
    "012-pulled-parts": migration(pulledParts()),
    "013-next-promises": migration(nextPromises(dialect)),
    "014-parts": migration(parts(dialect)),
    "015-roles": migration(roles()),
  };
}

/**
 * Runs in one transaction. On PostgreSQL, Kysely holds an advisory lock until it ends.
 * Throws `DatabaseOfOtherBuild`.
 */
export async function migrate(
  db: Kysely<Tables>,
  engine: Engine,
  migrations: Migrations = migrationsOf(engine),
): Promise<void> {
  if (!(await needsMigration(db, engine, migrations))) return;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error instanceof DatabaseUnavailable) throw error;
  if (error !== undefined)
    throw new Error("The database schema could not be brought up to date", { cause: error });
}

/** Throws `DatabaseOfOtherBuild`. */
export async function needsMigration(
  db: Kysely<Tables>,
  engine: Engine,
  migrations: Migrations = migrationsOf(engine),
): Promise<boolean> {
  const done = await migrationsDone(db);
  const problem = await problemOf(db, engine, migrations, done);
  if (problem !== null) throw new DatabaseOfOtherBuild(problem);
  return done.join() !== Object.keys(migrations).join();
}

/** Says why this version can't use the database, and what to do; null if it can. */
export async function schemaProblem(db: Kysely<Tables>, engine: Engine): Promise<string | null> {
  return problemOf(db, engine, migrationsOf(engine), await migrationsDone(db));
}

async function problemOf(
  db: Kysely<Tables>,
  engine: Engine,
  migrations: Migrations,
  done: readonly string[],
): Promise<string | null> {
  if (done.length === 0) return null;
  if (!done.includes("001-baseline")) return unreleased(` (${done[0]})`);
  const unknown = done.find((name) => !(name in migrations));
  if (unknown !== undefined)
    return `A newer version of QuadKea has changed this database (${unknown}). Start that version, or restore the backup made before the upgrade.`;
  return (await isOfBaseline(db, engine, done.includes("002-installation"))) ? null : unreleased("");
}

function unreleased(name: string): string {
  return `An unreleased build of QuadKea made this database${name}: its tables differ from those of this version. Start over with an empty DATA_DIR, or an empty database on PostgreSQL, or start that build again.`;
}

/** In one query: to find out, Kysely would read the whole catalogue twice, at each start. */
async function migrationsDone(db: Kysely<Tables>): Promise<string[]> {
  const query = sql<{ name: string }>`select name from kysely_migration order by name`;
  const done = await query.execute(db).catch(() => ({ rows: [] })); // A new database has no such table.
  return done.rows.map(({ name }) => name);
}
