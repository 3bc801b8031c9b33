import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sql } from "kysely";
import { onTestFinished } from "vitest";

import type { Config } from "#server/platform/config/config.ts";
import type { Query } from "#server/platform/database/database.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { openForCommand } from "#server/platform/database/open-database.ts";
import { hashPassword } from "#server/platform/passwords/passwords.ts";

import { createTestDatabase, testSecrets } from "./postgres.ts";

/** When everything in an old database happened. */
export const formerMoment = "2026-11-20T00:00:00.000Z";

export const oldPassword = "seven muddy gumboots";

/** In the order in which they were added; the first one has left. */
export const oldUsers = ["ana", "ben", "cal"].map((name, index) => ({
  id: `00000000-0000-4000-8000-00000000000${index}`,
  email: `${name}@quadkea.example`,
  name,
  createdAt: `2025-0${index + 1}-01T00:00:00.000Z`,
  disabledAt: index === 0 ? "2025-06-01T00:00:00.000Z" : null,
}));

/** The variables of an empty database of this run's engine. */
export async function emptyDatabase(): Promise<Record<string, string>> {
  if (process.env["TEST_ENGINE"] === "postgres") {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    return { DATABASE_URL: database.url, ...testSecrets };
  }
  const folder = await mkdtemp(join(tmpdir(), "quadkea-old-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "quadkea.db");
  await writeFile(file, "");
  return { DATABASE_URL: `sqlite:${file}` };
}

/** What the program of November 2026 left behind: its schema, three users, an audit list with seals. */
export async function prepareOldDatabase(config: Config["database"]): Promise<void> {
  const { reader: db, engine, close } = await openForCommand(config);
  await migrate(db, engine, "013-reply-times");
  const hash = await hashPassword(oldPassword);
  // Not in their order, so that nothing depends on it.
  for (const { id, email, name, createdAt, disabledAt } of oldUsers.toReversed()) {
    await sql`insert into users (id, email, full_name, role, password_hash, created_at, disabled_at)
      values (${id}, ${email}, ${name}, ${"admin"}, ${hash}, ${createdAt}, ${disabledAt})`.execute(db);
  }
  for (const [seq, event, details] of [
    [3, "audit-purged", `{"count":2,"former_seal":"x"}`],
    [4, "signed-out", "{}"],
  ] as const) {
    await sql`insert into audit_entries (seq, at, event, actor, details, key_id, seal)
      values (${seq}, ${formerMoment}, ${event}, ${"system"}, ${details}, ${"key"}, ${"seal"})`.execute(db);
  }
  await close();
}

/** The columns and values of a record's fields, as migrations 001 and 002 demand them. */
const formerFields: Readonly<Record<string, readonly [columns: string, values: string]>> = {
  quote_requests: [
    "phone, make, model, year, part_needed, delivery_address, file_urls",
    "'021 555 0100', 'Honda', 'TRX', 2015, 'Diff', '1 Road', '[]'",
  ],
  contact_messages: ["subject, message", "'Hours', 'Open?'"],
  vehicle_submissions: [
    "phone, make, model, year, vehicle_type, condition, location, file_urls",
    "'021 555 0100', 'Honda', 'TRX', 2015, 'ATV', 'running', 'Whangarei', '[]'",
  ],
};

/** Adds a record of each status to each table; returns the number of the last event, which is erased again. */
export async function addFormerRecords(db: Query): Promise<number> {
  const run = (text: string) => sql.raw(text).execute(db);
  const event = (table: string, id: string, type: string) =>
    run(`insert into record_events (record_table, record_id, type, at, note)
      values ('${table}', '${id}', '${type}', '${formerMoment}', ${type === "note" ? "'Rang'" : "null"})`);
  let number = 0;
  for (const [table, [columns, values]] of Object.entries(formerFields)) {
    for (const status of ["new", "in_progress", "completed", "cancelled"]) {
      await event(table, `${table} ${status}`, "created");
      number += 1;
      await run(`insert into ${table} (id, ref_number, status, created_at, due_at, number, version, full_name, email,
        search_text, ${columns}) values ('${table} ${status}', '${table} ${status}', '${status}', '${formerMoment}', '${formerMoment}',
        ${number}, ${number}, 'Hemi', 'h@x.example', 'hemi ${status.replace("_", "")}', ${values})`);
      await run(`insert into record_keys (key, number) values ('email h@x.example', ${number})`);
    }
  }
  await event("quote_requests", "quote_requests new", "note");
  await event("quote_requests", "gone", "created");
  await run("delete from record_events where record_id = 'gone'");
  return number + 2;
}
