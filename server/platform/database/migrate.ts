import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";

import { DatabaseNewer, DatabaseUnavailable } from "./database.ts";
import { initial } from "./migrations/001-initial.ts";
import { contactAndVehicles } from "./migrations/002-contact-and-vehicles.ts";
import { mailJournal } from "./migrations/004-mail-journal.ts";
import { accounts, postgresAuditTriggers, sqliteAuditTriggers } from "./migrations/005-accounts.ts";
import { desk, postgresDesk, sqliteDesk } from "./migrations/006-desk.ts";
import { postgresSearchIndex, search, sqliteSearchIndex } from "./migrations/007-search.ts";
import { choresAndOrders } from "./migrations/008-chores-and-orders.ts";
import { replyTimes } from "./migrations/013-reply-times.ts";
import { clockMemory } from "./migrations/015-clock.ts";
import { erasures } from "./migrations/016-erasures.ts";
import { owners } from "./migrations/018-owners.ts";
import {
  auditWithoutSeals,
  postgresAuditAppendTriggers,
  sqliteAuditAppendTriggers,
} from "./migrations/019-audit-without-seals.ts";
import { postgresCorrections, sqliteCorrections } from "./migrations/020-corrections.ts";
import { postgresStatuses, sqliteStatuses } from "./migrations/021-statuses-and-event-types.ts";
import { postgresOneHistory, sqliteOneHistory } from "./migrations/022-one-history.ts";
import { outbox } from "./migrations/023-outbox.ts";
import { answers } from "./migrations/024-answers.ts";
import { attemptsByState } from "./migrations/025-attempts-by-state.ts";
import { replies } from "./migrations/026-replies.ts";
import { deals, postgresFrozenDeals, sqliteFrozenDeals } from "./migrations/027-deals.ts";
import { duplicatesAndLists } from "./migrations/028-duplicates-and-lists.ts";
import { priceMemoryIndexes } from "./migrations/029-price-memory.ts";
import { stepsAndLabels } from "./migrations/030-steps-and-labels.ts";
import { sqliteShorterPrefixes } from "./migrations/031-shorter-prefixes.ts";
import { sqliteSearchWithoutPositions } from "./migrations/032-search-without-positions.ts";
import { partWordsOnce } from "./migrations/033-part-words-once.ts";
import { callsByContent } from "./migrations/034-calls-by-content.ts";
import { typedNumbers } from "./migrations/035-typed-numbers.ts";
import { secretFingerprints } from "./migrations/038-secret-fingerprints.ts";
import { mailProblems } from "./migrations/040-mail-problems.ts";
import type { Tables } from "./tables.ts";

export type Engine = "sqlite" | "postgres";

const columnTypes = {
  sqlite: {
    instant: "text",
    money: "real",
    flag: "integer",
    no: "0",
    list: "text",
    bigint: "integer",
    tableOptions: "strict",
    auditTriggers: sqliteAuditTriggers,
    auditAppendTriggers: sqliteAuditAppendTriggers,
  },
  postgres: {
    instant: "timestamptz",
    money: "numeric(10, 2)",
    flag: "boolean",
    no: "false",
    list: "jsonb",
    bigint: "bigint",
    tableOptions: "",
    auditTriggers: postgresAuditTriggers,
    auditAppendTriggers: postgresAuditAppendTriggers,
  },
} as const;

function migration(statements: readonly string[]): Migration {
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

/** Frozen: add a migration instead of changing one. */
function migrationsOf(engine: Engine): Readonly<Record<string, Migration>> {
  const types = columnTypes[engine];
  return {
    "001-initial": migration(initial(types)),
    "002-contact-and-vehicles": migration(contactAndVehicles(types)),
    "004-mail-journal": migration(mailJournal(types)),
    "005-accounts": migration(accounts(types)),
    "006-desk": migration(desk(types, engine === "sqlite" ? sqliteDesk : postgresDesk)),
    "007-search": migration(search(engine === "sqlite" ? sqliteSearchIndex : postgresSearchIndex)),
    "008-chores-and-orders": migration(choresAndOrders(types)),
    "013-reply-times": migration(replyTimes(types)),
    "015-clock": migration(clockMemory(types)),
    "016-erasures": migration(erasures(types)),
    "018-owners": migration(owners(types)),
    "019-audit-without-seals": migration(auditWithoutSeals(types)),
    "020-corrections": migration(engine === "sqlite" ? sqliteCorrections(types) : postgresCorrections),
    "021-statuses-and-event-types": migration(
      engine === "sqlite" ? sqliteStatuses(types) : postgresStatuses(types),
    ),
    "022-one-history": migration(engine === "sqlite" ? sqliteOneHistory : postgresOneHistory),
    "023-outbox": migration(outbox(types)),
    "024-answers": migration(answers),
    "025-attempts-by-state": migration(attemptsByState),
    "026-replies": migration(replies),
    "027-deals": migration(deals(types, engine === "sqlite" ? sqliteFrozenDeals : postgresFrozenDeals)),
    "028-duplicates-and-lists": migration(duplicatesAndLists),
    "029-price-memory": migration(priceMemoryIndexes),
    "030-steps-and-labels": migration(stepsAndLabels),
    "031-shorter-prefixes": migration(engine === "sqlite" ? sqliteShorterPrefixes : []),
    "032-search-without-positions": migration(engine === "sqlite" ? sqliteSearchWithoutPositions : []),
    "033-part-words-once": migration(partWordsOnce),
    "034-calls-by-content": migration(callsByContent),
    "035-typed-numbers": migration(typedNumbers),
    "036-weight-of-lines": migration([
      "alter table quote_lines add column weight text",
      "create index quote_lines_by_weight on quote_lines (part, sent_at) where weight is not null",
    ]),
    "038-secret-fingerprints": migration(secretFingerprints(types)),
    "040-mail-problems": migration(mailProblems),
  };
}

/**
 * Runs in one transaction, up to `last` if given. On PostgreSQL, Kysely holds an advisory lock until it ends.
 * Throws `DatabaseNewer` if a newer version was here before.
 */
export async function migrate(db: Kysely<Tables>, engine: Engine, last?: string): Promise<void> {
  const migrations = migrationsOf(engine);
  const done = await migrationsDone(db);
  if (last === undefined && isAllOf(migrations, done)) return;
  const unknown = unknownMigration(engine, done);
  if (unknown !== null)
    throw new DatabaseNewer(
      `A newer version of QuadKea has changed this database (${unknown}). Start that version, or restore the backup made before the upgrade.`,
    );
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last));
  if (error instanceof DatabaseUnavailable) throw error;
  if (error !== undefined)
    throw new Error("The database schema could not be brought up to date", { cause: error });
}

export async function isUpToDate(db: Kysely<Tables>, engine: Engine): Promise<boolean> {
  return isAllOf(migrationsOf(engine), await migrationsDone(db));
}

/** Returns one that only a newer version has, or null. */
export function unknownMigration(engine: Engine, done: readonly string[]): string | null {
  const migrations = migrationsOf(engine);
  return done.find((name) => !(name in migrations)) ?? null;
}

function isAllOf(migrations: Readonly<Record<string, Migration>>, done: readonly string[]): boolean {
  return done.join() === Object.keys(migrations).join();
}

/** In one query: to find out, Kysely would read the whole catalogue twice, at each start. */
export async function migrationsDone(db: Kysely<Tables>): Promise<string[]> {
  const query = sql<{ name: string }>`select name from kysely_migration order by name`;
  const done = await query.execute(db).catch(() => ({ rows: [] })); // A new database has no such table.
  return done.rows.map(({ name }) => name);
}
