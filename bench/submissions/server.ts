import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { createLog } from "#server/platform/observability/log.ts";
import type { Mailer } from "#server/services/mail/mail.ts";

import { commitEach } from "./commit-each.ts";
import { slowCommits } from "./slow-commits.ts";

/**
 * Our server with a mailer that accepts at once, logging as shipped. `BENCH_COMMITS=each` gives every transaction its own
 * commit, `BENCH_COMMIT_MS` makes commits take longer.
 */
const { BENCH_COMMITS, BENCH_COMMIT_MS } = process.env;
const result = readConfig(process.env);
if (!result.ok) throw new Error(result.problems.join("\n"));
const { config } = result;
const mailer: Mailer = { send: async () => ({ outcome: "accepted" }), reachable: async () => true };
const app = await buildApp({ config, log: createLog(config.logLevel), siteFolder: null, mailer });
const { database, secrets } = app.services;
if (BENCH_COMMIT_MS !== undefined) slowCommits(Number(BENCH_COMMIT_MS));
if (BENCH_COMMITS === "each" && config.database.engine === "sqlite") {
  database.write = commitEach(config.database.file);
}
const origin = await app.server.listen({ host: config.host, port: config.port });
console.log(`ready on ${new URL(origin).port} with key ${secrets.anonKey}`);
process.once("SIGTERM", () => process.exit(0));
