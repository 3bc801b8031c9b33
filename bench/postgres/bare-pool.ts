import { createServer } from "node:http";

import pg from "pg";

import { endpoints } from "#domain/wire.ts";
import { type App, buildApp } from "#server/app.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { createLog } from "#server/platform/observability/log.ts";
import type { Mailer } from "#server/services/mail/mailer.ts";
import { mailBody, storeBody } from "#tests/quote-example.ts";

import { exampleFields } from "../submissions/example-fields.ts";
import { recordStatements, type Transaction } from "./recording.ts";
import { replay, replayOf } from "./replay.ts";

/**
 * What our server is compared with: a bare `pg` pool of ten that runs the statements of a submission, as
 * they were recorded from the server itself, for 32 callers. `GET /?count=` runs a round.
 */
const callers = 32;
const recordingFrom = 1_000_000;

const result = readConfig(process.env);
if (!result.ok) throw new Error(result.problems.join("\n"));
const { config } = result;
if (config.database.engine !== "postgres") throw new Error("The bare pool is one of PostgreSQL");
const mailer: Mailer = { send: async () => ({ outcome: "accepted" }), reachable: async () => true };
const app = await buildApp({ config, log: createLog("silent"), siteFolder: null, mailer });
await recordSubmission(app, recordingFrom); // The first one meets empty tables.
const recorded = await recordSubmission(app, recordingFrom + 1);
const statements = replayOf(recorded, await recordSubmission(app, recordingFrom + 2));
await app.close();

const pool = new pg.Pool({ connectionString: config.database.url, max: 10 });
let next = 0;

async function round(count: number): Promise<{ seconds: number }> {
  const last = next + count;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (next < last) {
        next += 1;
        await replay(pool, statements, next);
      }
    }),
  );
  return { seconds: (performance.now() - started) / 1000 };
}

async function recordSubmission({ server, services }: App, index: number): Promise<Transaction[]> {
  const fields = exampleFields(index);
  const headers = { apikey: services.secrets.anonKey };
  return recordStatements(async () => {
    const payload = mailBody(fields);
    const mailed = await server.inject({ method: "POST", url: endpoints.sendMail, payload });
    await services.mailStep.settled();
    const { ref_number: reference } = mailed.json<{ ref_number: string }>();
    const url = `${endpoints.records}/quote_requests`;
    await server.inject({ method: "POST", url, headers, payload: storeBody(reference, fields) });
  });
}

const server = createServer((request, response) => {
  const count = Number(new URL(request.url ?? "/", "http://localhost").searchParams.get("count"));
  round(count).then(
    (answer) => response.end(JSON.stringify(answer)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const flat = statements.flat();
  console.log(`ready on ${port} with ${flat.length} statements in ${statements.length} transactions`);
});
process.once("SIGTERM", () => process.exit(0));
