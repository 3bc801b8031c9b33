import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { expect, onTestFinished, test, vi } from "vitest";

import { openPostgresForCommand } from "#server/platform/database/postgres.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { hasPostgresTools, startPostgres } from "#tests/postgres-server.ts";
import { createDatabase, testSecrets } from "#tests/postgres.ts";
import { tryCommand } from "#tests/run-command.ts";
import { addRecord, contactMessageExample } from "#tests/submission-examples.ts";

vi.setConfig({ testTimeout: 240_000 });

/** The line of docs/backups.md that begins with this program. */
async function guideLine(program: string): Promise<string> {
  const guide = await readFile(resolve(import.meta.dirname, "../../../docs/backups.md"), "utf8");
  return new RegExp(`^ {4}(${program} .*)$`, "m").exec(guide)?.[1] ?? "false";
}

test.runIf(hasPostgresTools)(
  "the lines of the guide dump and restore PostgreSQL, and who was erased since is erased again",
  async () => {
    const server = await startPostgres({ fitsTools: true, isDurable: true });
    onTestFinished(() => server.stop());
    const folder = await mkdtemp(join(tmpdir(), "quadkea-dump-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const url = await createDatabase(server.url, "quadkea", "template1");
    const app = await buildTestApp({ environment: { DATABASE_URL: url, ...testSecrets } });
    const kept = await addRecord(app, contactMessageExample, { email: "hemi@example.co.nz" });
    await addRecord(app, contactMessageExample, { email: "moana@example.co.nz" });
    const { hostname, port } = new URL(url);
    const names = { PGHOST: hostname, PGPORT: port, PGUSER: "postgres", DATABASE_URL: url };
    const env = { ...names, PATH: process.env["PATH"] };
    const shell = (line: string) => execFileSync("sh", ["-c", line], { cwd: folder, env });
    shell(await guideLine("pg_dump"));
    const erased = await tryCommand("person", ["erase", "moana@example.co.nz"], app.environment);
    expect(erased.stdout).toContain("contact_messages 1");
    shell(await guideLine("createdb"));
    shell((await guideLine("pg_restore")).replace("<dump>", "quadkea-*.dump"));
    const trial = new URL(url);
    trial.pathname = "quadkea_trial";
    const environment = { ...app.environment, DATABASE_URL: trial.href };
    const { stdout, stderr } = await tryCommand("backup", ["restore", "--finish"], environment);
    expect([stdout, stderr]).toEqual([expect.stringMatching(/Erased again, .*\(1\): QK-/), ""]);
    const restored = openPostgresForCommand(trial.href);
    onTestFinished(() => restored.close());
    const left = await restored.reader.selectFrom("contact_messages").select("ref_number").execute();
    expect(left).toEqual([{ ref_number: kept }]);
  },
);
