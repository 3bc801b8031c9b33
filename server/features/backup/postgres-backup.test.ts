import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";

import { hasPostgresTools, type PostgresServer, startPostgres } from "#tests/postgres-server.ts";
import { testSecrets } from "#tests/postgres.ts";
import { testConfig } from "#tests/prepared-database.ts";
import { runCommand } from "#tests/run-command.ts";
import { ServerProcess } from "#tests/server-process.ts";
import { contactMessageExample, recordBody } from "#tests/submission-examples.ts";

import { restoreBackup } from "./restore-backup.ts";
import { takeBackup } from "./take-backup.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let server: PostgresServer;
let client: pg.Client;

beforeAll(async () => {
  if (!hasPostgresTools) return;
  server = await startPostgres({ fitsTools: true });
  client = new pg.Client({ connectionString: server.url });
  await client.connect();
  return async () => {
    await client.end();
    await server.stop();
  };
});

async function drillDatabases(): Promise<string[]> {
  const { rows } = await client.query<{ datname: string }>(
    "select datname from pg_database where datname like 'quadkea_drill_%' order by datname",
  );
  return rows.map((row) => row.datname);
}

async function drop(name: string): Promise<void> {
  await client.query(`drop database if exists ${name} with (force)`);
}

async function emptyDatabase(): Promise<string> {
  const name = `live_${randomUUID().replaceAll("-", "")}`;
  await client.query(`create database ${name}`);
  onTestFinished(() => drop(name));
  return urlOf(name);
}

function urlOf(name: string): string {
  const url = new URL(server.url);
  url.pathname = name;
  return url.href;
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-drills-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** An installation on that PostgreSQL server that backs up and drills at its first start. */
async function installation(): Promise<() => ServerProcess> {
  const folder = await temporaryFolder();
  const environment = {
    PORT: "0",
    DATA_DIR: join(folder, "data"),
    BACKUP_DIR: join(folder, "backups"),
    DATABASE_URL: await emptyDatabase(),
    DRILL_DATABASE_URL: server.url,
    ...testSecrets,
  };
  return () => {
    const started = new ServerProcess(environment);
    onTestFinished(async () => void (await started.stop("SIGKILL")));
    return started;
  };
}

const poll = { timeout: 120_000, interval: 5 };

test.runIf(hasPostgresTools)(
  "a server that is stopped during its drill leaves no copy of the database",
  async () => {
    const start = await installation();
    const running = start();
    await running.ready();
    await expect.poll(drillDatabases, poll).toHaveLength(1);
    const begun = Date.now();
    expect(await running.stop("SIGTERM")).toBe(0);
    expect(Date.now() - begun).toBeLessThan(10_000);
    expect(await drillDatabases()).toEqual([]);
    expect(running.output).not.toMatch(/drill passed|still under way/);
  },
);

/** A database as a killed drill leaves it; `begun` in PostgreSQL's own words, null where nobody noted it. */
async function plant(begun: string | null): Promise<string> {
  const name = `quadkea_drill_${randomUUID().replaceAll("-", "")}`;
  await client.query(`create database ${name}`);
  onTestFinished(() => drop(name));
  if (begun !== null) await noteBegun(name, begun);
  return name;
}

async function noteBegun(name: string, begun: string): Promise<void> {
  const { rows } = await client.query<{ at: Date }>("select now() + $1::interval as at", [begun]);
  const comment = `QuadKea drill, begun ${rows[0]?.at.toISOString()}`;
  await client.query(`comment on database ${name} is '${comment}'`);
}

test.runIf(hasPostgresTools)(
  "the next start drops what a killed drill left an hour ago, and nothing that is younger, in use or somebody else's",
  async () => {
    await client.query("create database quadkea_drill_of_mine");
    onTestFinished(() => drop("quadkea_drill_of_mine"));
    const old = await plant("-61 minutes");
    const misdated = await plant("3 days");
    const young = await plant("-58 minutes");
    const unmarked = await plant(null);
    const used = await plant("-61 minutes");
    const user = new pg.Client({ connectionString: urlOf(used) });
    user.on("error", () => undefined);
    await user.connect();
    onTestFinished(() => user.end());
    const start = await installation();
    const first = start();
    await first.ready();
    await expect.poll(drillDatabases, poll).not.toContain(misdated);
    // The log says so once all are gone.
    await expect.poll(() => first.output, poll).toContain(old);
    await first.stop("SIGTERM");
    const stay = [young, unmarked, used, "quadkea_drill_of_mine"];
    expect(await drillDatabases()).toEqual(stay.toSorted());
    await noteBegun(unmarked, "-61 minutes");
    const second = start();
    await second.ready();
    await expect.poll(drillDatabases, poll).not.toContain(unmarked);
  },
);

test.runIf(hasPostgresTools)(
  "a connection that the server breaks while abandoned drills are removed fails that, and the process goes on",
  async () => {
    const old = [await plant("-61 minutes"), await plant("-61 minutes")];
    const holder = new pg.Client({ connectionString: server.url });
    await holder.connect();
    onTestFinished(() => holder.end());
    // A drop waits for this transaction.
    await holder.query("begin");
    for (const name of old) await holder.query(`comment on database ${name} is 'held'`);
    const environment = { DATA_DIR: await temporaryFolder(), DRILL_DATABASE_URL: server.url, PORT: "0" };
    const running = new ServerProcess(environment);
    onTestFinished(async () => void (await running.stop("SIGKILL")));
    await running.ready();
    const breaking = `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'quadkea drill' and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await client.query(breaking)).rowCount, poll).toBe(1);
    await expect
      .poll(() => running.output, poll)
      .toContain("databases of abandoned drills cannot be removed");
    expect(running.isRunning).toBe(true);
    await holder.query("rollback");
  },
);

async function addMessage(origin: string, email: string): Promise<string> {
  const { submission, values } = contactMessageExample;
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const init = { method: "POST", body: JSON.stringify(body) };
    return fetch(origin + path, { ...init, headers: { "content-type": "application/json", ...headers } });
  };
  const fields = { ...values, email };
  const mailed = await post("/send-mail.php", { form_type: submission.formType, ...fields });
  const { ref_number: reference } = await mailed.json();
  const body = recordBody({ ...contactMessageExample, values: fields }, reference);
  const apikey = testSecrets.ANON_KEY;
  const headers = { apikey, authorization: `Bearer ${apikey}` };
  expect((await post(`/rest/v1/${submission.table}`, body, headers)).status).toBe(201);
  return reference;
}

test.runIf(hasPostgresTools)(
  "a PostgreSQL database restored from before an erasure has it repeated, and nothing is restored over it",
  async () => {
    const folder = await temporaryFolder();
    const live = { DATA_DIR: join(folder, "data"), DATABASE_URL: await emptyDatabase(), ...testSecrets };
    const running = new ServerProcess({ PORT: "0", ...live });
    onTestFinished(async () => void (await running.stop("SIGKILL")));
    const origin = await running.ready();
    const erased = await addMessage(origin, "moana@example.co.nz");
    const kept = await addMessage(origin, "hemi@example.co.nz");
    const backups = { BACKUP_DIR: join(folder, "backups"), DRILL_DATABASE_URL: server.url };
    const printed = await runCommand("backup", ["backup"], { ...live, ...backups });
    const file = /^\S+\.backup$/m.exec(printed.stdout)?.[0] ?? "";
    await runCommand("person", ["erase", "moana@example.co.nz"], { ...live, ...backups });
    const url = await emptyDatabase();
    const target = { ...live, ...backups, DATA_DIR: join(folder, "restored"), DATABASE_URL: url };
    const { stdout } = await runCommand("backup", ["restore", file], target);
    expect(stdout).toContain(erased);
    expect(stdout).toContain("The next invoice is 2001: the numbers 1001 to 2000 are left out");
    const restored = new pg.Client({ connectionString: url });
    await restored.connect();
    const { rows } = await restored.query("select ref_number from contact_messages");
    await restored.query("insert into kysely_migration (name, timestamp) values ('999-later', '2027')");
    await restored.end();
    expect(rows).toEqual([{ ref_number: kept }]);
    const again = testConfig({ ...target, DATA_DIR: join(folder, "again") });
    await expect(restoreBackup(file, { key: null }, again)).rejects.toThrow("The database is not empty");
    const newer = await takeBackup({ ...testConfig(target), folder, key: null }, new Date());
    const empty = testConfig({
      ...target,
      DATA_DIR: join(folder, "empty"),
      DATABASE_URL: await emptyDatabase(),
    });
    const refusal = "A newer version of QuadKea made this backup (999-later)";
    await expect(restoreBackup(newer.file, { key: null }, empty)).rejects.toThrow(refusal);
    // Nothing was put in place.
    await expect(restoreBackup(newer.file, { key: null }, empty)).rejects.toThrow(refusal);
  },
);
