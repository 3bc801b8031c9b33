import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";

import fc from "fast-check";
import { Pool } from "pg";
import { expect, inject, onTestFinished, test } from "vitest";

import { submissions } from "#domain/forms/submissions.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import {
  addRecord,
  contactMessageExample,
  quoteRequestExample,
  vehicleExample,
} from "#tests/submission-examples.ts";

import { columnKind, recordColumnNames } from "./record-table.ts";

const run = promisify(execFile);
const copyCommand = resolve(import.meta.dirname, "../../commands/copy-to-postgres.ts");

const names = [
  "Tāne Parata",
  "TĀNE PARATA",
  "tāne o'neil",
  "Ōmahu Zoë",
  "ZOË O’NEIL",
  "Åse Berg",
  "ben_100%",
  "Ben-100",
];
const makes = ["Honda", "HONDA", "honda", "Yamaha", "yamaha", "Źetor", "KTM"];
const parts = [
  "Tāone bracket",
  "TĀONE BRACKET",
  "tāone bracket",
  "Front Diff X",
  "front diff x",
  "carburettor",
];
const words = [...names, ...makes, ...parts, "ā", "Ō", "tan", "trx", "_", "100%", "zoë", "diff"];

/** A PostgreSQL database that sorts as people in New Zealand do. */
async function localDatabase(): Promise<string> {
  const url = new URL(inject("postgresUrl"));
  const pool = new Pool({ connectionString: url.href, max: 1 });
  const name = "both_engines";
  await pool.query(`create database ${name} template template0 locale_provider icu icu_locale 'en-NZ'`);
  onTestFinished(async () => {
    await pool.query(`drop database ${name} with (force)`);
    await pool.end();
  });
  url.pathname = name;
  return url.href;
}

async function fill(app: TestApp): Promise<void> {
  for (let index = 0; index < 42; index += 1) {
    const full_name = names[index % names.length] ?? "";
    const make = makes[index % makes.length] ?? "";
    const email = `visitor${index % 9}@example.co.nz`;
    const sometimes = <Value>(of: number, values: object & Record<string, Value>) =>
      index % of === 0 ? values : {};
    const part_needed = parts[index % parts.length] ?? "";
    const quote = { full_name, email, make, part_needed, ...sometimes(3, { budget: (index % 5) * 12.5 }) };
    await addRecord(app, quoteRequestExample, {
      ...quote,
      ...sometimes(4, { vin: `vin${index % 6}x`, notes: full_name }),
    });
    if (index % 2 === 0)
      await addRecord(app, contactMessageExample, { full_name, email, subject: part_needed });
    if (index % 3 === 0) await addRecord(app, vehicleExample, { full_name, email, make });
  }
  const { database } = app.app.services;
  await database.write(async (tx) => {
    const [admin] = await tx.selectFrom("users").selectAll().execute();
    if (admin === undefined) throw new Error("There is no user");
    const others = ["Zed", "Āpirana", "bo", "Mc", "Cas"].map((full_name, index) => {
      return {
        ...admin,
        id: `user-${index}`,
        full_name,
        email: `mc${["-", "_", "", ".", "z"][index]}d@example.co.nz`,
      };
    });
    await tx.insertInto("users").values(others).execute();
  });
}

const asFilter = (column: string, kind: string) => {
  const word = fc.constantFrom(...words);
  const operator = fc.constantFrom("eq", "neq", "lt", "lte", "gt", "gte");
  if (kind === "integer" || kind === "serial" || kind === "decimal")
    return fc
      .tuple(operator, fc.constantFrom("0", "12", "2011", "2015"))
      .map(([is, value]) => `${column}=${is}.${value}`);
  if (kind !== "text") return fc.constant(`${column}=is.null`);
  return fc.oneof(
    fc.tuple(operator, word).map(([is, value]) => `${column}=${is}.${encodeURIComponent(value)}`),
    fc
      .tuple(word, fc.boolean())
      .map(([value, isPart]) => `${column}=ilike.${encodeURIComponent(isPart ? `*${value}*` : value)}`),
    fc.array(word, { minLength: 1, maxLength: 3 }).map((some) => {
      return `${column}=in.(${encodeURIComponent(some.map((one) => `"${one}"`).join())})`;
    }),
    fc.constant(`${column}=is.null`),
  );
};

const asked = fc.constantFrom(...submissions).chain((submission) => {
  const columns = recordColumnNames(submission).filter((name) => name !== "id");
  const filter = fc.constantFrom(...columns).chain((name) => asFilter(name, columnKind(submission, name)));
  const order = fc
    .tuple(
      fc.constantFrom(...columns),
      fc.constantFrom("", ".asc", ".desc", ".desc.nullslast", ".asc.nullsfirst"),
    )
    .map(([column, direction]) => `order=${column}${direction}`);
  const search = fc.constantFrom(...words).map((word) => `search=fts.${encodeURIComponent(word)}`);
  const page = fc.constantFrom("limit=5&offset=5", "limit=3", "limit=100");
  return fc
    .tuple(
      fc.option(order),
      fc.array(filter, { maxLength: 2, size: "-1" }),
      fc.option(search, { freq: 2 }),
      page,
    )
    .map(([ordered, filters, searched, paged]) => {
      const parameters = [ordered, ...filters, searched, paged].filter((part) => part !== null);
      return `/rest/v1/${submission.table}?select=*&${parameters.join("&")}`;
    });
});

async function answerOf(app: TestApp, cookie: string, path: string) {
  const response = await app.fetch(path, { headers: { cookie, prefer: "count=exact" } });
  return {
    path,
    status: response.status,
    range: response.headers.get("content-range"),
    body: await response.json(),
  };
}

test("both engines answer the same lists and searches, people and statistics alike, whatever the database's locale", async () => {
  const startAt = new Date("2026-11-25T01:00:00Z");
  const limits = { LIMIT_SUBMISSIONS_PER_ADDRESS: "1000" };
  const source = await buildTestApp({ environment: { DATABASE_URL: "", ...limits }, startAt });
  await fill(source);
  const { ANON_KEY = "", SESSION_SECRET = "", LINK_SECRET = "" } = source.environment;
  await source.stop();
  const environment = { DATABASE_URL: await localDatabase(), ANON_KEY, SESSION_SECRET, LINK_SECRET };
  await run(process.execPath, [copyCommand], { env: { DATA_DIR: source.dataDir, ...environment } });
  const sqlite = await source.restart();
  const postgres = await buildTestApp({
    environment: { ...environment, ...limits },
    startAt: new Date(startAt.getTime() + 3_600_000),
  });
  sqlite.shiftClock(3_600_000 - 84_000);
  const cookies = [await sqlite.signIn(), await postgres.signIn()] as const;
  const both = (path: string) =>
    Promise.all([answerOf(sqlite, cookies[0], path), answerOf(postgres, cookies[1], path)]);
  for (const name of ["figures", "users"]) {
    const [expected, actual] = await both(`/functions/v1/${name}`);
    expect(actual).toEqual(expected);
    expect(expected.status).toBe(200);
  }
  const [{ body: one }, { body: other }] = await both("/functions/v1/desk-summary");
  expect(other.people).toEqual(one.people);
  const full = new Set<string>();
  for (const path of fc.sample(asked, { numRuns: 500, seed: 20261127 })) {
    const [expected, actual] = await both(path);
    expect(actual).toEqual(expected);
    if (expected.status === 200 && expected.body.length > 0) full.add(path);
  }
  expect(full.size).toBeGreaterThan(200);
});
