import { buildApp } from "#server/app.ts";
import { approve } from "#server/features/deals/orders/approve.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { createLog } from "#server/platform/observability/log.ts";

import { addBenchUser } from "../measuring/bench-user.ts";
import { commitEach } from "../submissions/commit-each.ts";
import { slowCommits } from "../submissions/slow-commits.ts";
import { fillDeals } from "./fill-deals.ts";

/** Approves BENCH_DEALS quotes, 32 at once; BENCH_COMMITS=each gives each approval its own commit. */
const { BENCH_COMMITS, BENCH_COMMIT_MS, BENCH_DEALS } = process.env;
const atOnce = 32;
const result = readConfig(process.env);
if (!result.ok) throw new Error(result.problems.join("\n"));
const { config } = result;
const app = await buildApp({ config, log: createLog(config.logLevel), siteFolder: null });
const { services } = app;
const { database } = services;
const waiting = await fillDeals(services, {
  count: Number(BENCH_DEALS),
  userId: await addBenchUser(database),
});
if (BENCH_COMMIT_MS !== undefined) slowCommits(Number(BENCH_COMMIT_MS));
if (BENCH_COMMITS === "each" && config.database.engine === "sqlite")
  database.write = commitEach(config.database.file);

const started = performance.now();
let approved = 0;
const oneAfterAnother = async () => {
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const outcome = await approve(services, next);
    if (outcome?.kind !== "approved") throw new Error(`the approval was ${outcome?.kind}`);
    approved += 1;
  }
};
await Promise.all(Array.from({ length: atOnce }, oneAfterAnother));
const seconds = (performance.now() - started) / 1000;
console.log(`approved ${approved} in ${seconds} s`);
process.exit(0);
