import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import { messages } from "#domain/messages.ts";
import { asOperator, buildTestApp } from "#tests/build-test-app.ts";
import { startPostgres } from "#tests/postgres-server.ts";
import { createTestDatabase, testSecrets } from "#tests/postgres.ts";
import { quoteExample, sendMail, storeBody } from "#tests/quote-example.ts";
import { ServerProcess } from "#tests/server-process.ts";
import { deskCall } from "#tests/staff.ts";

import { type Database, DatabaseUnavailable, type Query } from "./database.ts";
import { openPostgres } from "./postgres.ts";

async function temporaryUrl(): Promise<string> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return database.url;
}

async function open(url: string, connections = 5): Promise<Database> {
  const database = await openPostgres({ url, connections });
  onTestFinished(() => database.close());
  return database;
}

async function processId(db: Query): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return rows[0]?.pid;
}

/** Ends the connections of this database whose last statement looks like that. */
async function cutOff(database: Database, statement: string): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query ilike ${statement}`.execute(
    database.reader,
  );
}

test("three servers start at once on an empty database: all run, and one has created the first admin", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "quadkea-instances-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const environment = { DATABASE_URL: await temporaryUrl(), DATA_DIR: dataDir, PORT: "0", ...testSecrets };
  const servers = Array.from({ length: 3 }, () => new ServerProcess(environment));
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.stop("SIGKILL")))));
  const origins = await Promise.all(servers.map((server) => server.ready()));
  const answers = await Promise.all(origins.map((origin) => fetch(`${origin}/readyz`)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(servers.filter((server) => server.output.includes("First admin"))).toHaveLength(1);
});

test("PostgreSQL crashes: the process survives, callers get an error, and queries recover", async () => {
  const postgres = await startPostgres({ isDurable: true });
  onTestFinished(() => postgres.stop());
  const expectedWarnings = ["request failed"];
  const app = await buildTestApp({ environment: { DATABASE_URL: postgres.url }, expectedWarnings });
  const { database } = app.app.services;
  const { ref_number: reference = "" } = await sendMail(app);
  const cookie = await app.signIn();
  const list = () => app.fetch("/rest/v1/quote_requests?select=*", { headers: { cookie } });
  const cutOffHalfWay = database.write(async (tx) => {
    await sql`select 1`.execute(tx);
    await postgres.crash();
    await sql`select 1`.execute(tx);
  });
  await expect(cutOffHalfWay).rejects.toThrow(DatabaseUnavailable);
  const other = { ...quoteExample, make: "Suzuki" };
  expect(await sendMail(app, other)).toMatchObject({ status: 503, error: messages.unexpected });
  const unavailable = await app.store("quote_requests", storeBody(reference));
  expect([unavailable.status, (await unavailable.json()).message]).toEqual([503, messages.unexpected]);
  expect(unavailable.headers.get("retry-after")).toBe("5");
  expect([(await list()).status, (await app.fetch("/readyz")).status]).toEqual([503, 503]);
  await postgres.start();
  expect((await app.store("quote_requests", storeBody(reference))).status).toBe(201);
  expect([(await list()).status, (await app.fetch("/readyz")).status]).toEqual([200, 200]);
  expect((await sendMail(app, other)).status).toBe(200);
});

test("a broken listening connection is replaced, and listeners learn of the gap", async () => {
  const url = await temporaryUrl();
  const [one, other] = [await open(url), await open(url)];
  const heard: string[] = [];
  const listener = {
    heard: (message: string) => void heard.push(message),
    resumed: () => void heard.push("(listening)"),
  };
  onTestFinished(one.notifications.subscribe(listener));
  await expect.poll(() => heard).toEqual(["(listening)"]);
  await other.write((tx) => other.notifications.publish(tx, "from the other instance"));
  await expect.poll(() => heard).toHaveLength(2);
  await cutOff(other, "listen %");
  await expect.poll(() => heard, { timeout: 5000 }).toHaveLength(3);
  await other.write((tx) => other.notifications.publish(tx, "and again"));
  await expect.poll(() => heard).toHaveLength(4);
  expect(heard).toEqual(["(listening)", "from the other instance", "(listening)", "and again"]);
});

test("a chore runs on one instance at a time; if its connection breaks, another may take over", async () => {
  const url = await temporaryUrl();
  const [one, other] = [await open(url), await open(url)];
  const done: string[] = [];
  const interrupted = one.alone("sweep", async () => {
    await other.alone("sweep", async () => void done.push("too early"));
    await cutOff(other, "%pg_try_advisory_lock%");
    const takeOver = () => other.alone("sweep", async () => void done.push("taken over"));
    await expect.poll(() => takeOver().then(() => done)).toEqual(["taken over"]);
  });
  await expect(interrupted).rejects.toThrow(DatabaseUnavailable);
  await one.alone("sweep", async () => void done.push("again"));
  expect(done).toEqual(["taken over", "again"]);
});

test("two transactions in a deadlock both succeed, one after the other", async () => {
  const database = await open(await temporaryUrl());
  let tries = 0;
  const bothHaveOne = Promise.withResolvers<void>();
  const lockBoth = (first: string, second: string) =>
    database.write(async (tx) => {
      await database.lock(tx, first);
      tries += 1;
      if (tries === 2) bothHaveOne.resolve();
      await bothHaveOne.promise;
      await database.lock(tx, second);
      return "done";
    });
  expect(await Promise.all([lockBoth("a", "b"), lockBoth("b", "a")])).toEqual(["done", "done"]);
  expect(tries).toBeGreaterThan(2);
});

test("a newer version changes a table while this one runs: queries still succeed", async () => {
  const database = await open(await temporaryUrl());
  const readAttempts = (db: Query) =>
    db.selectFrom("attempts").selectAll().where("ref_number", "=", "QK-222222-2222").execute();
  await readAttempts(database.reader);
  await sql`alter table attempts add column later text`.execute(database.reader);
  expect(await readAttempts(database.reader)).toEqual([]);
  await sql`alter table attempts add column even_later text`.execute(database.reader);
  expect(await database.write(readAttempts)).toEqual([]);
  await sql`alter table attempts add column latest text`.execute(database.reader);
  expect(await database.snapshot(readAttempts)).toEqual([]);
});

test("connections have time-outs, and an instance opens no more than its limit", async () => {
  const database = await open(await temporaryUrl(), 3);
  const { rows } = await sql`select current_setting('lock_timeout') as lock,
    current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle`.execute(database.reader);
  expect(rows).toEqual([{ lock: "5s", statement: "10s", idle: "10s" }]);
  const pids = await Promise.all(Array.from({ length: 20 }, () => processId(database.reader)));
  expect(new Set(pids).size).toBeLessThanOrEqual(3);
});

/** A proxy that cuts the connection once, right after the next commit. */
async function proxyTo(url: string) {
  const { port, hostname } = new URL(url);
  let isArmed = false;
  const server = createServer((socket) => {
    const upstream = connect(Number(port), hostname);
    for (const one of [socket, upstream]) one.on("error", () => undefined);
    upstream.pipe(socket);
    socket.on("data", (data) => {
      upstream.write(data);
      if (!isArmed || !data.includes("commit")) return;
      isArmed = false;
      upstream.unpipe(socket);
      socket.destroy();
    });
    socket.on("close", () => upstream.end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const own = new URL(url);
  own.port = String((server.address() as AddressInfo).port);
  own.search = ""; // Not through the server's own socket.
  return { url: own.href, cutAfterCommit: () => void (isArmed = true) };
}

test("PostgreSQL has no room: staff read it from the first write that was refused, and readyz says so", async () => {
  const expectedWarnings = ["request failed"];
  const app = await buildTestApp({ environment: { DATABASE_URL: await temporaryUrl() }, expectedWarnings });
  const cookie = await app.signIn();
  await app.app.services.database.write(async (tx) => {
    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`.execute(tx);
    await sql`create trigger full_disk before insert on attempts for each row execute function refuse()`.execute(
      tx,
    );
  });
  expect(await sendMail(app)).toMatchObject({ status: 503 });
  const { body } = await deskCall(app, cookie, "GET notices");
  expect(body["notices"]).toContainEqual(expect.objectContaining({ id: "disk", severity: "danger" }));
  const ready = await app.fetch("/readyz", asOperator);
  expect([ready.status, await ready.json()]).toMatchObject([503, { database: true, disk: false }]);
});

test("the connection breaks after the commit of step 1: 503, nothing is mailed, and a second press need not wait", async () => {
  const proxy = await proxyTo(await temporaryUrl());
  const expectedWarnings = ["request failed"];
  const app = await buildTestApp({ environment: { DATABASE_URL: proxy.url }, expectedWarnings });
  proxy.cutAfterCommit();
  expect(await sendMail(app)).toMatchObject({ status: 503, error: messages.unexpected });
  await app.app.services.mailStep.settled();
  const [attempt] = await app.rows("attempts");
  expect(attempt).toMatchObject({ state: "refused", error_class: "database" });
  const started = Date.now();
  expect(await sendMail(app)).toMatchObject({ status: 200, ref_number: attempt?.["ref_number"] });
  expect(Date.now() - started).toBeLessThan(5000);
  expect((await app.mails()).filter((mail) => mail.subject?.includes("Front diff"))).toHaveLength(1);
});
