import { resolve } from "node:path";

import { sql } from "kysely";

import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { createLog } from "#server/platform/observability/log.ts";

import { longestTurnRoute } from "../loop-delay/longest-turn.ts";
import { openBenchSession } from "../measuring/bench-user.ts";

/** Our server over what `fill.ts` has made, with the built pages and an admin signed in. */
const result = readConfig(process.env);
if (!result.ok) throw new Error(result.problems.join("\n"));
const { config } = result;
const siteFolder = resolve(import.meta.dirname, "../../build/client");
const app = await buildApp({ config, log: createLog(config.logLevel), siteFolder });
const { database } = app.services;
const { reader } = database;
const admin = await reader.selectFrom("users").select("id").executeTakeFirstOrThrow();
const { rows } = await sql<{ id: string; ref_number: string; version: number }>`
  select id, ref_number, version from quote_requests order by created_at desc limit 1`.execute(reader);
const access = await openBenchSession(app.services, admin.id);
longestTurnRoute(app.server);
const origin = await app.server.listen({ host: config.host, port: config.port });
console.log(`ready ${JSON.stringify({ port: new URL(origin).port, access, userId: admin.id, ...rows[0] })}`);
process.once("SIGTERM", () => process.exit(0));
