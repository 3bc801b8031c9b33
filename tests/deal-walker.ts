import { buildApp } from "#server/app.ts";
import { createLog } from "#server/platform/observability/log.ts";

import { walkAll } from "./deal-walk.ts";
import { testConfig } from "./prepared-database.ts";

/** A process that walks from WALK_FROM to WALK_TO and says so, until somebody kills it. */
const { WALK_FROM = "1", WALK_TO = "1", ...environment } = process.env;
const given = Object.entries(environment).flatMap(([name, value]) =>
  value === undefined ? [] : [[name, value] as const],
);
const clock = { time: Date.now() };
const app = await buildApp({
  config: testConfig({ ...Object.fromEntries(given), UNDO_SECONDS: "0" }),
  log: createLog("silent"),
  siteFolder: null,
  now: () => new Date(clock.time),
});
const { services } = app;
const user = await services.database.reader.selectFrom("users").select("id").executeTakeFirstOrThrow();
const walker = {
  services,
  userId: user.id,
  onPaid: (key: string) => console.log(`paid ${key}`),
  advance: (ms: number) => void (clock.time += ms),
};
const range = { from: Number(WALK_FROM), to: Number(WALK_TO) };
await walkAll(walker, range, (seed) => console.log(`walked ${seed}`));
await app.close();
