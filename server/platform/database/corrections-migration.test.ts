import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import type { Query } from "./database.ts";
import { migrate } from "./migrate.ts";
import { openSqlite, openSqliteForCommand } from "./sqlite.ts";

const id = "11111111-1111-4111-8111-111111111111";
const at = "2026-11-20T00:00:00.000Z";

/** A file as it was before records could be corrected: one message, three events, the last one's record erased. */
async function formerFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-migration-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "test.db");
  await writeFile(file, "");
  const { reader: queries, close } = openSqliteForCommand(file);
  await migrate(queries, "sqlite", "013-reply-times");
  const run = (text: string) => sql.raw(text).execute(queries);
  await run(`insert into record_events (record_table, record_id, type, at, note, key) values
    ('contact_messages', '${id}', 'created', '${at}', null, null),
    ('contact_messages', '${id}', 'note', '${at}', 'Rang', 'k1'),
    ('contact_messages', 'gone', 'created', '${at}', null, null)`);
  await run("delete from record_events where record_id = 'gone'");
  await run(`insert into contact_messages
    (id, number, version, ref_number, status, created_at, full_name, email, subject, message, search_text) values
    ('${id}', 1, 1, 'QK-222222-2222', 'new', '${at}', 'Hemi', 'h@x.example', 'Hours', 'Open?', 'hemi hours')`);
  await run("insert into record_keys (key, number) values ('email h@x.example', 1)");
  await close();
  return file;
}

async function matches(db: Query, word: string): Promise<number> {
  const { rows } = await sql`select rowid from contact_messages_search
    where contact_messages_search match ${word}`.execute(db);
  return rows.length;
}

test("an installation from before corrections keeps its history, and deleting a record deletes all that belongs to it", async () => {
  const database = await openSqlite(await formerFile());
  onTestFinished(() => database.close());
  const events = () => database.reader.selectFrom("record_events").selectAll().orderBy("id").execute();
  expect(await events()).toMatchObject([
    { id: 1, type: "created", field: null, note: null },
    { id: 2, type: "note", field: null, note: "Rang", key: "k1" },
  ]);
  const corrected = { record_table: "contact_messages", record_id: id, at, was: "Hemi", becomes: "Hēmi W" };
  await database.write(async (tx) => {
    const insert = tx.insertInto("record_events");
    await insert.values({ ...none, ...corrected, type: "corrected", field: "full_name" }).execute();
    await sql`update contact_messages set search_text = 'hemi walker hours'`.execute(tx);
  });
  expect((await events()).at(-1)?.id).toBe(4);
  const words = ["hemi", "walker", "hours"];
  expect(await Promise.all(words.map((word) => matches(database.reader, word)))).toEqual([1, 1, 1]);
  await database.write((tx) => sql`delete from contact_messages`.execute(tx));
  expect(await events()).toEqual([]);
  expect(await database.reader.selectFrom("record_keys").selectAll().execute()).toEqual([]);
  expect(await Promise.all(words.map((word) => matches(database.reader, word)))).toEqual([0, 0, 0]);
});

const none = { user_id: null, note: null, key: null };
