import { resolve } from "node:path";

import { buildApp } from "#server/app.ts";
import { openSession } from "#server/auth/sessions.ts";
import { readConfig } from "#server/config.ts";
import { createLog } from "#server/operations/log.ts";

/** Our server as shipped, with the pages, and an admin signed in BENCH_PANELS times. */
const result = readConfig(process.env);
if (!result.ok) throw new Error(result.problems.join("\n"));
const { config } = result;
const siteFolder = resolve(import.meta.dirname, "../../build/client");
const app = await buildApp({ config, log: createLog(config.logLevel), siteFolder });
const { database, secrets } = app.services;
const admin = await database.reader.selectFrom("users").select("id").executeTakeFirstOrThrow();
const access: string[] = [];
for (let panel = 0; panel < Number(process.env["BENCH_PANELS"]); panel += 1) {
  const bench = { userId: admin.id, browser: "Bench" };
  const tokens = await database.write((tx) => openSession(tx, app.services, bench));
  access.push(tokens.access);
}
const origin = await app.server.listen({ host: config.host, port: config.port });
console.log(`ready ${JSON.stringify({ origin, anonKey: secrets.anonKey, access })}`);
process.once("SIGTERM", () => process.exit(0));
