import { buildApp } from "#server/app.ts";
import { createLog } from "#server/platform/observability/log.ts";

import { quoteWalk } from "./deal-walk.ts";
import { offerWalk } from "./offer-walk.ts";
import { testConfig } from "./prepared-database.ts";
import { walkAll } from "./random-walk.ts";

/** A process that walks from WALK_FROM to WALK_TO and says so, until somebody kills it. */
const { WALK_FROM = "1", WALK_TO = "1", WALK, ...environment } = process.env;
const given = Object.entries(environment).flatMap(([name, value]) =>
  value === undefined ? [] : [[name, value] as const],
);
const clock = { time: Date.now() };
const app = await buildApp({
  config: testConfig(Object.fromEntries(given)),
  log: createLog("silent"),
  siteFolder: null,
  now: () => new Date(clock.time),
});
const { services } = app;
const user = await services.database.reader.selectFrom("users").select("id").executeTakeFirstOrThrow();
const walker = {
  services,
  userId: user.id,
  onDone: (key: string) => console.log(`done ${key}`),
  advance: (ms: number) => void (clock.time += ms),
};
const range = { from: Number(WALK_FROM), to: Number(WALK_TO) };
await walkAll(WALK === "offers" ? offerWalk : quoteWalk, walker, range, (seed) =>
  console.log(`walked ${seed}`),
);
await app.close();
