import { existsSync } from "node:fs";
import { mkdtemp, readdir, readlink, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import { type Database, DatabaseInUse, DatabaseUnavailable } from "./database.ts";
import { GroupCommit } from "./group-commit.ts";
import { openSqlite } from "./sqlite.ts";

async function temporaryFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-sqlite-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "test.db");
}

async function openFile(file: string): Promise<Database> {
  const database = await openSqlite(file);
  onTestFinished(() => database.close().catch(() => undefined));
  return database;
}

function addLimit(database: Database, name: string | null): Promise<unknown> {
  return database.write((tx) => sql`insert into limits values (${name}, 1, 1)`.execute(tx));
}

async function names(database: Database): Promise<string[]> {
  const rows = await database.reader.selectFrom("limits").select("name").orderBy("name").execute();
  return rows.map((row) => row.name);
}

test("a second server on the same file is refused with a reason, and starts once the first has ended", async () => {
  const file = await temporaryFile();
  const first = await openFile(file);
  const second = openSqlite(file);
  await expect(second).rejects.toThrow(DatabaseInUse);
  await expect(second).rejects.toThrow(/Another server is using .*test\.db/);
  await first.close();
  await openFile(file);
});

test("a job that comes once the file is closed fails, and its caller is told", async () => {
  const connection = new DatabaseSync(await temporaryFile());
  const commits = new GroupCommit(connection);
  connection.close();
  await expect(commits.run(async () => "done")).rejects.toThrow("database is not open");
});

test("commits are flushed to disk, and the tables are strict", async () => {
  const file = await temporaryFile();
  const database = await openFile(file);
  const settings = await database.write(async (tx) => {
    const journal = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(tx);
    const synchronous = await sql<{ synchronous: number }>`pragma synchronous`.execute(tx);
    return [journal.rows[0]?.journal_mode, synchronous.rows[0]?.synchronous];
  });
  expect(settings).toEqual(["wal", 2]);
  await expect(
    database.write((tx) => sql`insert into limits values ('a', 'no number', 1)`.execute(tx)),
  ).rejects.toThrow();
});

test.runIf(existsSync("/proc/self/fd"))(
  "what a transaction may have to restore is in no temporary file",
  async () => {
    const database = await openFile(await temporaryFile());
    const many = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
    insert into limits select 'a visitor ' || i, 1, 1 from n`;
    await database.write((tx) => many.execute(tx));
    const open = await database.write(async (tx) => {
      await sql`update limits set name = 'another ' || name`.execute(tx);
      const links = (await readdir("/proc/self/fd")).map((fd) =>
        readlink(`/proc/self/fd/${fd}`).catch(() => ""),
      );
      return (await Promise.all(links)).filter((file) => file.includes("etilqs_"));
    });
    expect(open).toEqual([]);
  },
);

test("of transactions that arrive together, one that fails does not affect the others", async () => {
  const database = await openFile(await temporaryFile());
  const results = await Promise.allSettled([
    addLimit(database, "a"),
    addLimit(database, null),
    addLimit(database, "b"),
  ]);
  expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await names(database)).toEqual(["a", "b"]);
});

test("a transaction that fails half-way is rolled back", async () => {
  const database = await openFile(await temporaryFile());
  const job = database.write(async (tx) => {
    await sql`insert into limits values ('half', 1, 1)`.execute(tx);
    throw new Error("half-way");
  });
  await expect(job).rejects.toThrow("half-way");
  expect(await names(database)).toEqual([]);
});

test("if no transaction of a group succeeds, nothing is written to disk", async () => {
  const file = await temporaryFile();
  const database = await openFile(file);
  const size = async () => (await stat(`${file}-wal`)).size;
  const before = await size();
  const refused = Array.from({ length: 3 }, () =>
    database.write(async (tx) => {
      await sql`insert into limits values ('a', 1, 1)`.execute(tx);
      throw new Error("refused");
    }),
  );
  await Promise.allSettled(refused);
  expect(await size()).toBe(before);
  await addLimit(database, "a");
  expect(await size()).toBeGreaterThan(before);
});

test("readers do not see a transaction before it is committed", async () => {
  const database = await openFile(await temporaryFile());
  const seen = await database.write(async (tx) => {
    await sql`insert into limits values ('early', 1, 1)`.execute(tx);
    return names(database);
  });
  expect(seen).toEqual([]);
  expect(await names(database)).toEqual(["early"]);
});

test("while another process holds the write lock, writes wait and nothing else does", async () => {
  const file = await temporaryFile();
  const database = await openFile(file);
  const other = new DatabaseSync(file);
  other.exec("begin immediate");
  const write = addLimit(database, "patient");
  expect(await names(database)).toEqual([]);
  setTimeout(() => other.exec("commit"), 300);
  await write;
  expect(await names(database)).toEqual(["patient"]);
  other.close();
});

test("if the commit of a group fails, jobs that had failed are not run again, the others are", async () => {
  const connection = new DatabaseSync(await temporaryFile());
  onTestFinished(() => connection.close());
  connection.exec("create table parents (id text primary key) strict");
  connection.exec("create table kept (parent text references parents deferrable initially deferred) strict");
  const commits = new GroupCommit(connection);
  const insert = (parent: string | null) => connection.prepare("insert into kept values (?)").run(parent);
  let runs = 0;
  const refused = commits.run(async () => {
    runs += 1;
    insert(null);
    if (runs === 1) throw new Error("refused");
  });
  // Fails at the commit, and the whole group with it.
  const orphan = commits.run(async () => insert("nobody"));
  const good = commits.run(async () => insert(null));
  const results = await Promise.allSettled([refused, orphan, good]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
  expect(runs).toBe(1);
  expect(connection.prepare("select count(*) as count from kept").get()).toEqual({ count: 1 });
});

test("on a full disk writes fail, stored data stays, and later writes succeed", async () => {
  const connection = new DatabaseSync(await temporaryFile());
  onTestFinished(() => connection.close());
  connection.exec("create table kept (text text not null) strict");
  connection.exec("pragma max_page_count = 4");
  const commits = new GroupCommit(connection);
  const insert = (text: string) =>
    commits.run(async () => connection.prepare("insert into kept values (?)").run(text));
  const results = await Promise.allSettled([insert("small"), insert("x".repeat(50_000)), insert("fits")]);
  expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(results[1]).toMatchObject({ reason: expect.any(DatabaseUnavailable) });
  connection.exec("pragma max_page_count = 1000");
  await insert("x".repeat(50_000));
  expect(connection.prepare("select count(*) as count from kept").get()).toEqual({ count: 3 });
});
