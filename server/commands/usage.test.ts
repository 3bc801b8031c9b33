import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { resolve } from "node:path";

import { expect, test } from "vitest";

import { compileCache } from "#tests/run-command.ts";

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
