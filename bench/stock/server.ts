import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { createLog } from "#server/platform/observability/log.ts";

import { addBenchUser, openBenchSession } from "../measuring/bench-user.ts";
import { builtSiteFolder } from "../pages/built-site.ts";
import { fillStock } from "./fill-stock.ts";

/** Our server and its pages, with BENCH_PARTS parts in stock, and a user signed in. */
const result = readConfig(process.env);
if (!result.ok) throw new Error(result.problems.join("\n"));
const { config } = result;
const app = await buildApp({ config, log: createLog(config.logLevel), siteFolder: builtSiteFolder });
const userId = await addBenchUser(app.services.database);
await fillStock(app.services, Number(process.env["BENCH_PARTS"]));
const access = await openBenchSession(app.services, userId);
const origin = await app.server.listen({ host: config.host, port: config.port });
console.log(`ready on ${new URL(origin).port} with token ${access}`);
process.once("SIGTERM", () => process.exit(0));
