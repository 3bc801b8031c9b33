import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";

import { hasPostgresTools, type PostgresServer, startPostgres } from "#tests/postgres-server.ts";
import { testSecrets } from "#tests/postgres.ts";
import { ServerProcess } from "#tests/server-process.ts";

vi.setConfig({ testTimeout: 240_000 });

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

/** An installation on that PostgreSQL server that backs up and drills at its first start. */
async function installation(): Promise<() => ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-drills-"));
  const name = `live_${randomUUID().replaceAll("-", "")}`;
  await client.query(`create database ${name}`);
  onTestFinished(async () => {
    await drop(name);
    await rm(folder, { recursive: true, force: true });
  });
  const environment = {
    PORT: "0",
    DATA_DIR: join(folder, "data"),
    BACKUP_DIR: join(folder, "backups"),
    DATABASE_URL: server.url.replace(/postgres$/, name),
    DRILL_DATABASE_URL: server.url,
    ...testSecrets,
  };
  return () => {
    const started = new ServerProcess(environment);
    onTestFinished(async () => void (await started.stop("SIGKILL")));
    return started;
  };
}

const poll = { timeout: 60_000, interval: 5 };

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
    expect(running.output).not.toContain("drill passed");
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
    const user = new pg.Client({ connectionString: server.url.replace(/postgres$/, used) });
    user.on("error", () => undefined);
    await user.connect();
    onTestFinished(() => user.end());
    const start = await installation();
    const first = start();
    await first.ready();
    await expect.poll(drillDatabases, poll).not.toContain(misdated);
    await first.stop("SIGTERM");
    const stay = [young, unmarked, used, "quadkea_drill_of_mine"];
    expect(await drillDatabases()).toEqual(stay.toSorted());
    expect(first.output).toContain(old);
    await noteBegun(unmarked, "-61 minutes");
    const second = start();
    await second.ready();
    await expect.poll(drillDatabases, poll).not.toContain(unmarked);
  },
);
