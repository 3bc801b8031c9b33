import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { buildApp } from "#server/app.ts";
import { dealLink } from "#server/features/deals/deal/deal-link.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { createLog } from "#server/platform/observability/log.ts";

import { addBenchUser, openBenchSession } from "../measuring/bench-user.ts";
import { fillDeals } from "./fill-deals.ts";

/** Our server with BENCH_DEALS quotes that can be approved, the built pages, and a user signed in. */
const result = readConfig(process.env);
if (!result.ok) throw new Error(result.problems.join("\n"));
const { config } = result;
const siteFolder = resolve(import.meta.dirname, "../../build/client");
const app = await buildApp({ config, log: createLog(config.logLevel), siteFolder });
const userId = await addBenchUser(app.services.database);
const deals = await fillDeals(app.services, { count: Number(process.env["BENCH_DEALS"]), userId });
const paths = deals.map(
  ({ reference }) => dealLink(app.services, { submission: quoteRequest, reference, generation: 1 }).path,
);
writeFileSync(join(config.dataDir, "paths"), paths.join("\n"));
const access = await openBenchSession(app.services, userId);
const origin = await app.server.listen({ host: config.host, port: config.port });
console.log(`ready on ${new URL(origin).port} with token ${access}`);
process.once("SIGTERM", () => process.exit(0));
