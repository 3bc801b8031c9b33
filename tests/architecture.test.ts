import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const imports = "eslint(no-restricted-imports)";

/** Breaks of the dependency rule and its like: file, text, the rule that must object. */
const forbidden: [file: string, text: string, rule: string][] = [
  ["domain/a1.ts", `import "../server/config.ts";`, imports],
  ["domain/a2.ts", `import "#server/config.ts";`, imports],
  ["domain/a3.ts", `import "#app/root.tsx";`, imports],
  ["domain/a4.ts", `import "node:fs";`, imports],
  ["domain/a5.ts", `import "react";`, imports],
  ["domain/a6.ts", `import "./../app/routes.ts";`, imports],
  ["domain/a7.ts", `export * from "../server/app.ts";`, imports],
  ["domain/a8.ts", `export const late = () => import("../server/app.ts");`, imports],
  ["domain/a9.ts", `import type { App } from "../server/app.ts";`, imports],
  ["domain/quote-request.ts", `import "./contact-message.ts";`, imports],
  ["domain/contact-message.ts", `import "./vehicle-submission.ts";`, imports],
  ["domain/vehicle-submission.ts", `import "./quote-request.ts";`, imports],
  ["app/pages/b1.ts", `import "#server/config.ts";`, imports],
  ["app/pages/b2.ts", `import "../../server/config.ts";`, imports],
  ["app/pages/b3.ts", `import "node:fs";`, imports],
  ["app/pages/b4.ts", `import type { App } from "#server/app.ts";`, imports],
  ["app/pages/b5.ts", `import "kysely";`, imports],
  ["app/api/b6.ts", `import "#server/config.ts";`, imports],
  ["app/pages/c1.ts", `export const answer = () => fetch("/config.json");`, "eslint(no-restricted-globals)"],
  ["app/pages/c2.ts", `export const answer = () => window.fetch("/");`, "eslint(no-restricted-properties)"],
  ["server/mail/d1.ts", `import "#app/routes.ts";`, imports],
  ["server/mail/d2.ts", `import "../../app/routes.ts";`, imports],
  ["server/mail/d3.ts", `import "#tests/browser.ts";`, imports],
  ["server/mail/d4.test.ts", `import "#app/routes.ts";`, imports],
  ["server/mail/e1.ts", `export const port = process.env["PORT"];`, "node(no-process-env)"],
  ["server/mail/e2.ts", `export { env } from "node:process";`, imports],
  ["app/ui/e3.ts", `export const mode = process.env["NODE_ENV"];`, "node(no-process-env)"],
  ["server/database/migrations/f1.ts", `import "../tables.ts";`, imports],
  ["server/database/migrations/f2.ts", `import "#domain/record-status.ts";`, imports],
  ["server/database/migrations/f3.ts", `import "node:crypto";`, imports],
  [
    "server/mail/g1.ts",
    `export function go(run: () => Promise<void>) { run(); }`,
    "typescript(no-floating-promises)",
  ],
  ["server/mail/g2.ts", `export function go(value: any) { return [value]; }`, "typescript(no-explicit-any)"],
  ["app/ui/h1.ts", `import { b } from "./h2.ts"; export const a = () => b;`, "import(no-cycle)"],
  ["app/ui/h2.ts", `import { a } from "./h1.ts"; export const b = () => a;`, "import(no-cycle)"],
];

/** What the rules leave open. */
const allowed: [file: string, text: string][] = [
  ["domain/z1.ts", `import "valibot"; import "./field.ts";`],
  ["domain/z2.test.ts", `import "vitest"; import "fast-check"; import "./field.ts";`],
  ["app/pages/z3.ts", `import "#domain/field.ts"; import "react"; import "../api/z4.ts";`],
  ["app/api/z4.ts", `export const answer = () => fetch("/config.json");`],
  [
    "server/mail/z5.ts",
    `import "#domain/field.ts"; import "../config.ts"; import "node:fs"; import "fastify";`,
  ],
  ["server/mail/z6.test.ts", `import "#tests/build-test-app.ts"; import "vitest";`],
  ["server/config.ts", `export const port = process.env["PORT"];`],
  ["server/database/migrations/z7.ts", `import "kysely"; import "./z8.ts";`],
];

interface Diagnostic {
  readonly filename: string;
  readonly code: string;
}

let folder: string;
let diagnostics: Diagnostic[];
let fileCount: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quadkea-architecture-"));
  for (const file of [".oxlintrc.json", "tsconfig.json"]) await cp(join(root, file), join(folder, file));
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, ".gitignore"), "node_modules\n");
  for (const [file, text] of [...forbidden, ...allowed]) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), `${text}\n`);
  }
  const report = await new Promise<string>((resolve) => {
    const oxlint = join(root, "node_modules/oxlint/bin/oxlint");
    const args = [oxlint, "--format=json"];
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 1e8 }, (_, stdout) => resolve(stdout));
  });
  ({ diagnostics, number_of_files: fileCount } = JSON.parse(report));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const rulesAgainst = (file: string) =>
  diagnostics.filter((diagnostic) => diagnostic.filename === file).map((diagnostic) => diagnostic.code);

test.each(forbidden)("%s: %s is refused", (file, _, rule) => {
  expect(rulesAgainst(file)).toContain(rule);
});

test.each(allowed)("%s: %s is fine", (file) => {
  expect(rulesAgainst(file)).toEqual([]);
});

test("every file was looked at", () => {
  expect(fileCount).toBe(forbidden.length + allowed.length);
});
