import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { createLog } from "#server/platform/observability/log.ts";

/** Our server over the pages in SITE_FOLDER. */
const result = readConfig(process.env);
if (!result.ok) throw new Error(result.problems.join("\n"));
const { config } = result;
const siteFolder = process.env["SITE_FOLDER"] ?? null;
const app = await buildApp({ config, log: createLog(config.logLevel), siteFolder });
const origin = await app.server.listen({ host: config.host, port: config.port });
console.log(`ready on ${new URL(origin).port}`);
process.once("SIGTERM", () => process.exit(0));
