import { sql } from "kysely";

import type { Notice } from "#domain/notice.ts";
import type { CommandDatabase, Query } from "#server/platform/database/database.ts";

/** TRIAL=on, or a database that says it is the shop elsewhere. */
type TrialReason = "asked" | "elsewhere";

/**
 * Tells whether this server is a trial: no chores, mails, mailbox or cards, and every write is refused. On PostgreSQL
 * the database keeps where it is the shop; a SQLite file may be moved freely.
 */
export class Trial {
  readonly #database: CommandDatabase;
  readonly #isAsked: boolean;
  #isShop: boolean;

  constructor(database: CommandDatabase, isAsked: boolean) {
    this.#database = database;
    this.#isAsked = isAsked;
    this.#isShop = database.engine === "sqlite";
  }

  /** Returns null for the shop. Asks the database until then, so that all instances follow. Throws `DatabaseUnavailable`. */
  async reason(): Promise<TrialReason | null> {
    if (this.#isAsked) return "asked";
    this.#isShop ||= await isShopHere(this.#database.reader);
    return this.#isShop ? null : "elsewhere";
  }

  async notice(): Promise<Notice | null> {
    const reason = await this.reason();
    return reason === null ? null : notices[reason];
  }
}

/** Makes a database that names no place the shop where it first starts. */
export async function keepFirstPlace(database: CommandDatabase): Promise<void> {
  if (database.engine === "sqlite") return;
  await database.write((tx) => sql`${writePlace} on conflict do nothing`.execute(tx));
}

/** From now on, the database is the shop where it is. */
export async function makeShopHere(tx: Query): Promise<void> {
  await sql`${writePlace} on conflict (name) do update set value = excluded.value`.execute(tx);
}

/** A restored dump has another identifier or another name. A promoted replica keeps both. */
const here = sql`(select system_identifier || '/' || current_database() from pg_control_system())`;
const writePlace = sql`insert into installation (name, value) values ('place', ${here})`;

async function isShopHere(db: Query): Promise<boolean> {
  const place = db.selectFrom("installation").select("name").where("name", "=", "place");
  return (await place.where("value", "=", sql<string>`${here}`).executeTakeFirst()) !== undefined;
}

const severity = "danger";

const notices: Readonly<Record<TrialReason, Notice>> = {
  asked: {
    id: "trial",
    severity,
    title: "This is a trial: you can look, but change nothing.",
    words: "No mail leaves, none is read, and no chore runs. Stop this server once you have looked.",
  },
  elsewhere: {
    id: "trial-elsewhere",
    severity,
    title: "This is a trial: its database is a copy of the shop’s, or has moved.",
    words:
      "Nothing can be changed, no mail leaves, none is read, and no chore runs. Is it the shop from now on, and the old one stopped? After a restore, run npm run restore -- --finish first (docs/backups.md). Then an owner says so here.",
  },
};
