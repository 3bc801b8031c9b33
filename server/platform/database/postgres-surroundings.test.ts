import { sql } from "kysely";
import { Pool } from "pg";
import { expect, inject, onTestFinished, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { hasPgbouncer, startPgbouncer } from "#tests/pgbouncer.ts";
import { emptyDatabase } from "#tests/postgres.ts";
import { ServerProcess } from "#tests/server-process.ts";
import { addRecord, contactMessageExample } from "#tests/submission-examples.ts";

import { openPostgres } from "./postgres.ts";

const hasPooler = hasPgbouncer || process.env["CI"] !== undefined;

/** The variables of an empty database, reached through a pooler in this mode. */
async function pooled(mode: "session" | "transaction"): Promise<Record<string, string>> {
  const variables = await emptyDatabase();
  return { ...variables, DATABASE_URL: await startPgbouncer(variables["DATABASE_URL"] ?? "", mode) };
}

test.runIf(hasPooler)("behind a pooler in session mode all works, time-outs included", async () => {
  const app = await buildTestApp({ environment: await pooled("session") });
  expect(await addRecord(app, contactMessageExample)).toMatch(/^QK-/);
  const { reader } = app.app.services.database;
  const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(reader);
  expect(rows).toEqual([{ statement_timeout: "10s" }]);
});

test.runIf(hasPooler)(
  "behind a pooler in transaction mode the server says why it cannot start, and ends",
  async () => {
    const server = new ServerProcess({ ...(await pooled("transaction")), PORT: "0" });
    expect(await server.ended).toBe(1);
    expect(server.output).toMatch(/^DATABASE_URL leads to a pooler .*use the pooler's session mode\.\n$/);
  },
);

test.for(["SQL_ASCII", "LATIN1"])(
  "a database in %s is refused, with the line that makes another",
  async (encoding) => {
    const serverUrl = inject("postgresUrl");
    const name = `test_${encoding.toLowerCase()}`;
    const pool = new Pool({ connectionString: serverUrl, max: 1 });
    onTestFinished(async () => {
      await pool.query(`drop database if exists ${name} with (force)`);
      await pool.end();
    });
    await pool.query(`create database ${name} encoding '${encoding}' template template0 locale 'C'`);
    const url = new URL(serverUrl);
    url.pathname = name;
    const refusal = `The database is in ${encoding}: .* encoding 'UTF8' template template0$`;
    await expect(openPostgres({ url: url.href, connections: 4 })).rejects.toThrow(new RegExp(refusal));
  },
);
