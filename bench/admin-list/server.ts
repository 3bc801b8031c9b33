import { quoteRequest } from "#domain/forms/quote-request.ts";
import { buildApp } from "#server/app.ts";
import { insertRecords, type StoredSubmission } from "#server/features/records/insert-records.ts";
import { newReference } from "#server/features/submissions/attempts.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { createLog } from "#server/platform/observability/log.ts";

import { addBenchUser, openBenchSession } from "../measuring/bench-user.ts";
import { exampleFields } from "../submissions/example-fields.ts";

/** Our server with BENCH_RECORDS quote requests in its table, one a minute, and an admin signed in. */
const batch = 500;

const result = readConfig(process.env);
if (!result.ok) throw new Error(result.problems.join("\n"));
const { config } = result;
const app = await buildApp({ config, log: createLog(config.logLevel), siteFolder: null });
const { database } = app.services;

const wanted = Number(process.env["BENCH_RECORDS"]);
const oldest = Date.now() - wanted * 60_000;
for (let first = 0; first < wanted; first += batch) {
  const count = Math.min(batch, wanted - first);
  const stored = Array.from({ length: count }, (_, offset) => submissionOf(first + offset));
  await database.write((tx) => insertRecords(tx, quoteRequest, stored));
}

function submissionOf(index: number): StoredSubmission<typeof quoteRequest> {
  const createdAt = new Date(oldest + index * 60_000);
  const times = { createdAt, storedAt: createdAt, dueAt: createdAt };
  const record = { refNumber: newReference(), ...times, consent: true, adopted: false };
  return { values: exampleFields(index), record };
}

const access = await openBenchSession(app.services, await addBenchUser(database));
const origin = await app.server.listen({ host: config.host, port: config.port });
console.log(`ready on ${new URL(origin).port} with token ${access}`);
process.once("SIGTERM", () => process.exit(0));
