import { resolve } from "node:path";

import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { createLog } from "#server/platform/observability/log.ts";

import { openBenchSessions } from "../measuring/bench-user.ts";

/** Our server as shipped, with the pages, and BENCH_DESKS sessions of staff. */
const result = readConfig(process.env);
if (!result.ok) throw new Error(result.problems.join("\n"));
const { config } = result;
const siteFolder = resolve(import.meta.dirname, "../../build/client");
const app = await buildApp({ config, log: createLog(config.logLevel), siteFolder });
const { secrets } = app.services;
const access = await openBenchSessions(app.services, Number(process.env["BENCH_DESKS"]));
const origin = await app.server.listen({ host: config.host, port: config.port });
console.log(`ready ${JSON.stringify({ origin, anonKey: secrets.anonKey, access })}`);
process.once("SIGTERM", () => process.exit(0));
