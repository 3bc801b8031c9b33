import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { expect, test } from "vitest";

import { DatabaseUnavailable } from "#server/platform/database/database.ts";
import { problemText } from "#server/platform/observability/problem-text.ts";
import { compileCache, tryCommand } from "#tests/run-command.ts";

const url = "postgres://quadkea:secret@127.0.0.1:1/quadkea";
const reason = "The database is out of reach: connect ECONNREFUSED 127.0.0.1:1";

test.for([
  ["admin", ["list"], reason],
  ["person", ["erase", "moana.tahi@example.co.nz"], `${reason}; nothing was done. Try again.`],
] as const)("%s says why PostgreSQL is out of reach", async ([command, words, problem]) => {
  const secret = "a secret of at least thirty-two letters";
  const secrets = { ANON_KEY: secret, SESSION_SECRET: secret, LINK_SECRET: secret };
  const environment = { DATABASE_URL: url, DATA_DIR: join(tmpdir(), "quadkea-none"), ...secrets };
  const { code, stderr } = await tryCommand(command, words, environment);
  expect([code, stderr]).toEqual([1, `${problem}\n`]);
});

test("of several addresses that were tried, the reason of the first is given", () => {
  const cause = new AggregateError([new Error("connect ECONNREFUSED ::1:1")], "");
  expect(problemText(new DatabaseUnavailable("Out of reach", { cause }))).toBe(
    "Out of reach: connect ECONNREFUSED ::1:1",
  );
});

const programs = [
  ...["admin", "backup", "copy-to-postgres", "person"].map((name) => `server/commands/${name}.ts`),
  "scripts/demo.ts",
];

test.each(programs)("%s prints what it can do if it is given an unknown option", (program) => {
  const file = resolve(import.meta.dirname, "../..", program);
  const env = { PATH: process.env["PATH"] ?? "", DATA_DIR: tmpdir(), ...compileCache };
  const { status, stderr } = spawnSync(process.execPath, [file, "--help"], { env, encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^[A-Z][^\n]*[.:]\n\n {2}(?:\S+=\S+ )*npm run /);
});
