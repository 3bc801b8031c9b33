import { execFile } from "node:child_process";
import { cp, glob, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { submissions } from "#domain/forms/submissions.ts";

const root = join(import.meta.dirname, "..");
const imports = "eslint(no-restricted-imports)";

/** Breaks of the dependency rule and its like: file, text, the rule that must object. */
const forbidden: [file: string, text: string, rule: string][] = [
  ["domain/a1.ts", `import "#server/platform/config/config.ts";`, imports],
  ["domain/a2.ts", `import "#server/platform/config/config.ts";`, imports],
  ["domain/a3.ts", `import "#app/root.tsx";`, imports],
  ["domain/a4.ts", `import "node:fs";`, imports],
  ["domain/a5.ts", `import "react";`, imports],
  ["domain/a6.ts", `import "./../app/routes.ts";`, imports],
  ["domain/a7.ts", `export * from "../server/app.ts";`, imports],
  ["domain/a8.ts", `export const late = () => import("../server/app.ts");`, imports],
  ["domain/a9.ts", `import type { App } from "../server/app.ts";`, imports],
  ["domain/forms/a10.ts", `import "./contact-message.ts";`, imports],
  ["domain/forms/a11.ts", `import "#domain/forms/vehicle-submission.ts";`, imports],
  ["domain/forms/a12.ts", `import "#server/app.ts";`, imports],
  ["app/site/b1.ts", `import "#server/platform/config/config.ts";`, imports],
  ["app/site/b2.ts", `import "../../server/platform/config/config.ts";`, imports],
  ["app/site/b3.ts", `import "node:fs";`, imports],
  ["app/site/b4.ts", `import type { App } from "#server/app.ts";`, imports],
  ["app/site/b5.ts", `import "kysely";`, imports],
  ["app/shared/api/b6.ts", `import "#server/platform/config/config.ts";`, imports],
  ["app/site/c1.ts", `export const answer = () => fetch("/config.json");`, "eslint(no-restricted-globals)"],
  ["app/site/c2.ts", `export const answer = () => window.fetch("/");`, "eslint(no-restricted-properties)"],
  ["server/services/mail/d1.ts", `import "#app/routes.ts";`, imports],
  ["server/services/mail/d2.ts", `import "../../app/routes.ts";`, imports],
  ["server/services/mail/d3.ts", `import "#tests/browser.ts";`, imports],
  ["server/services/mail/d4.test.ts", `import "#app/routes.ts";`, imports],
  ["server/services/mail/e1.ts", `export const port = process.env["PORT"];`, "node(no-process-env)"],
  ["server/services/mail/e2.ts", `export { env } from "node:process";`, imports],
  ["app/shared/ui/e3.ts", `export const mode = process.env["NODE_ENV"];`, "node(no-process-env)"],
  ["server/platform/database/migrations/f1.ts", `import "../tables.ts";`, imports],
  ["server/platform/database/migrations/f2.ts", `import "#domain/record-status.ts";`, imports],
  ["server/platform/database/migrations/f3.ts", `import "node:crypto";`, imports],
  [
    "server/services/mail/g1.ts",
    `export function go(run: () => Promise<void>) { run(); }`,
    "typescript(no-floating-promises)",
  ],
  [
    "server/services/mail/g2.ts",
    `export function go(value: any) { return [value]; }`,
    "typescript(no-explicit-any)",
  ],
  ["server/platform/http/i1.ts", `import "#server/services/services.ts";`, imports],
  ["server/platform/http/i2.ts", `import "../../features/auth/login.ts";`, imports],
  ["server/platform/http/i3.ts", `import type { App } from "#server/app.ts";`, imports],
  ["server/services/mail/i4.ts", `import "#server/features/auth/login.ts";`, imports],
  ["server/services/mail/i5.ts", `import "#server/commands/admin.ts";`, imports],
  ["server/services/i6.ts", `import "../features/auth/login.ts";`, imports],
  ["server/features/auth/i7.ts", `import "#server/app.ts";`, imports],
  ["server/features/auth/i8.ts", `import "../../http-server.ts";`, imports],
  ["server/features/auth/i9.ts", `import "#server/drill/drill.ts";`, imports],
  ["app/shared/ui/h1.ts", `import { b } from "./h2.ts"; export const a = () => b;`, "import(no-cycle)"],
  ["app/shared/ui/h2.ts", `import { a } from "./h1.ts"; export const b = () => a;`, "import(no-cycle)"],
];

/** What the rules leave open. */
const allowed: [file: string, text: string][] = [
  ["domain/z1.ts", `import "valibot"; import "./field.ts";`],
  ["domain/z2.test.ts", `import "vitest"; import "fast-check"; import "./field.ts";`],
  ["app/site/z3.ts", `import "#domain/field.ts"; import "react"; import "#app/shared/api/z4.ts";`],
  ["app/shared/api/z4.ts", `export const answer = () => fetch("/config.json");`],
  [
    "server/services/mail/z5.ts",
    `import "#domain/field.ts"; import "#server/platform/config/config.ts"; import "node:fs"; import "fastify";`,
  ],
  ["server/services/mail/z6.test.ts", `import "#tests/build-test-app.ts"; import "vitest";`],
  ["server/platform/config/config.ts", `export const port = process.env["PORT"];`],
  ["server/app.ts", `import "./features/auth/z9.ts"; import "#server/platform/http/z11.ts";`],
  [
    "server/features/auth/z9.ts",
    `import "#server/services/z10.ts"; import "#server/features/records/z12.ts";`,
  ],
  ["server/services/z10.ts", `import "#server/platform/http/z11.ts"; import "#domain/wire.ts";`],
  ["server/platform/http/z11.ts", `import "fastify"; import "#server/platform/database/database.ts";`],
  ["domain/forms/z13.ts", `import "#domain/field.ts";`],
  ["domain/forms/submissions.ts", `import "./z13.ts"; import "#domain/field.ts";`],
  ["server/platform/database/migrations/z7.ts", `import "kysely"; import "./z8.ts";`],
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
  for (const file of ["oxlint.config.ts", "tsconfig.json"]) await cp(join(root, file), join(folder, file));
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
  expect(fileCount).toBe(forbidden.length + allowed.length + 1); // The configuration itself.
});

/** Folder to the folders that its files import from, within `top`. Tests are left out. */
async function folderGraph(top: string): Promise<Map<string, Set<string>>> {
  const graph = new Map<string, Set<string>>();
  for await (const file of glob(`${top}/**/*.{ts,tsx}`, { cwd: root })) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const text = await readFile(join(root, file), "utf8");
    const from = posix.dirname(file);
    const targets = graph.get(from) ?? graph.set(from, new Set()).get(from)!;
    for (const [, target = ""] of text.matchAll(/\b(?:from|import) ?\(?"([#.][^"]+)"/g)) {
      const path = target.startsWith("#") ? target.slice(1) : posix.join(from, target);
      if (path.startsWith(`${top}/`) && posix.dirname(path) !== from) targets.add(posix.dirname(path));
    }
  }
  return graph;
}

/** What is left once every folder that imports from none of the others is taken away, again and again. */
function cyclicFolders(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const left = new Set(graph.keys());
  const isFree = (each: string) => [...(graph.get(each) ?? [])].every((target) => !left.has(target));
  for (let free = [...left].filter(isFree); free.length > 0; free = [...left].filter(isFree)) {
    for (const each of free) left.delete(each);
  }
  return [...left];
}

test.each(["domain", "server", "app"])("the folders of %s form no cycle", async (top) => {
  const graph = await folderGraph(top);
  expect(graph.size).toBeGreaterThan(1);
  expect(cyclicFolders(graph)).toEqual([]);
});

const fieldNames = new Set(submissions.flatMap(({ fields }) => Object.keys(fields)));
/** Names that also mean something else on the server: a kind of field, a column of accounts, an event of Node. */
const sharedNames = new Set(["email", "phone", "full_name", "subject", "message"]);
/** A part in stock has make, model, year and condition, too. */
const aboutParts =
  /^server\/(?:features\/(?:stock|storefront|deals\/parts)\/|platform\/database\/stock-tables)/;

/** Ways to name a field of a submission or a record: as a text, as a property, or taken out of an object. */
function namesField(line: string, name: string): boolean {
  if (!line.includes(name)) return false;
  const holder = String.raw`(?:values|record|fields|typed)`;
  const access = new RegExp(String.raw`\b${holder}\??\.(?:\[["'])?${name}\b|\b\w+\[["']${name}["']\]`);
  const taken = new RegExp(String.raw`\{[^{}]*\b${name}\b[^{}]*\} = (?:\w+\.)*${holder}\b`);
  const quoted = new RegExp(`["'\`]${name}["'\`]`);
  return access.test(line) || taken.test(line) || (!sharedNames.has(name) && quoted.test(line));
}

test("the server names no field of a form: it goes by kinds and roles", async () => {
  const found: string[] = [];
  for await (const file of glob("server/**/*.ts", { cwd: root })) {
    if (file.endsWith(".test.ts") || file.includes("/migrations/") || aboutParts.test(file)) continue;
    for (const line of (await readFile(join(root, file), "utf8")).split("\n")) {
      const isComment = /^\s*(?:\*|\/)/.test(line);
      const named = [...fieldNames].filter((name) => !isComment && namesField(line, name));
      found.push(...named.map((name) => `${file}: ${name} in ${line.trim()}`));
    }
  }
  expect(found).toEqual([]);
});

test.for([
  'const make = values["make"];',
  "const { email } = request.values;",
  "return record.full_name;",
  'person.names.add(String(row["full_name"]));',
  'makes: await countTraits(db, "make", total.begins, now),',
])("%s would be found", (line) => {
  expect([...fieldNames].some((name) => namesField(line, name))).toBe(true);
});
