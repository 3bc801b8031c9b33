import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { submissionParser } from "#domain/submission-values.ts";
import { buildApp } from "#server/app.ts";
import {
  attemptKey,
  fingerprintOf,
  moveAttempt,
  openAttempt,
} from "#server/features/submissions/attempts.ts";
import { sealFields } from "#server/features/submissions/store-submission.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { createLog } from "#server/platform/observability/log.ts";
import type { Mailer } from "#server/services/mail/mailer.ts";

import { commitEach } from "./commit-each.ts";
import { exampleFields } from "./example-fields.ts";
import { slowCommits } from "./slow-commits.ts";

/**
 * Our server in a process of its own, logging as shipped. `BENCH_COMMITS=each` gives every transaction
 * its own commit, `BENCH_COMMIT_MS` makes commits take longer, `BENCH_MAIL=instant` takes mail without a mail server, `BENCH_MAILED` says how many
 * submissions are to be found mailed already, and `BENCH_PAGES=built` serves the pages too.
 */
const { BENCH_COMMITS, BENCH_COMMIT_MS, BENCH_MAIL, BENCH_MAILED, BENCH_PAGES } = process.env;
const siteFolder = BENCH_PAGES === "built" ? resolve(import.meta.dirname, "../../build/client") : null;
const result = readConfig(process.env);
if (!result.ok) throw new Error(result.problems.join("\n"));
const { config } = result;
const instantMailer: Mailer = { send: async () => ({ outcome: "accepted" }), reachable: async () => true };
const mailer = BENCH_MAIL === "instant" ? { mailer: instantMailer } : {};
const app = await buildApp({ config, log: createLog(config.logLevel), siteFolder, ...mailer });
const { database, keys, secrets } = app.services;

const references: string[] = [];
const parse = submissionParser(quoteRequest, () => new Date());
await database.write(async (tx) => {
  for (let index = 0; index < Number(BENCH_MAILED ?? 0); index += 1) {
    const parsed = parse(exampleFields(index));
    if (!parsed.ok) throw new Error(parsed.problem.message);
    const { values } = parsed;
    const now = new Date();
    const key = attemptKey(keys, fingerprintOf(keys, quoteRequest, values), {
      idempotencyKey: null,
      isKeyKept: false,
    });
    const refNumber = await openAttempt(tx, quoteRequest, key, now);
    await moveAttempt(tx, refNumber, { state: "mailed", sealed: sealFields(keys, refNumber, values), now });
    references.push(refNumber);
  }
});
writeFileSync(join(config.dataDir, "references"), references.join("\n"));

if (BENCH_COMMIT_MS !== undefined) slowCommits(Number(BENCH_COMMIT_MS));
if (BENCH_COMMITS === "each" && config.database.engine === "sqlite") {
  database.write = commitEach(config.database.file);
}
const origin = await app.server.listen({ host: config.host, port: config.port });
console.log(`ready on ${new URL(origin).port} with key ${secrets.anonKey}`);
process.once("SIGTERM", () => process.exit(0));
