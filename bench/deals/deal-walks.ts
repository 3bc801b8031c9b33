import { sql } from "kysely";

import { chance } from "#scripts/demo/chance.ts";
import { loudStep } from "#scripts/steps.mjs";
import { buildApp } from "#server/app.ts";
import type { Query } from "#server/platform/database/database.ts";
import { createLog } from "#server/platform/observability/log.ts";
import { brokenRules } from "#tests/deal-rules.ts";
import { type Walked, walkUnderKills } from "#tests/killed-walks.ts";
import { startPostgres } from "#tests/postgres-server.ts";
import { testSecrets } from "#tests/postgres.ts";
import { testConfig } from "#tests/prepared-database.ts";

import { type Bench, verdict } from "../measuring/bench.ts";
import { type Workbench, withWorkbench } from "../measuring/workbench.ts";
import { countOfRun, seedOfRun } from "../reliability/seed.ts";

/** On each engine. */
const usualCount = 5000;
const walksPerKill = 50;
const lives = [200, 4000] as const;

export const dealWalks: Bench = {
  name: "deal-walks",
  title:
    "random approvals, withdrawals, lapses and payments under kills: numbers, orders, parts and money agree",
  run: () =>
    withWorkbench(async (bench) => {
      const onSqlite = await prove(bench, "SQLite", {});
      const postgres = await startPostgres({ isDurable: true });
      try {
        const onPostgres = await prove(bench, "PostgreSQL", { DATABASE_URL: postgres.url, ...testSecrets });
        return onSqlite && onPostgres;
      } finally {
        await postgres.stop();
      }
    }),
};

const raceTests = [
  "server/features/deals/quotes/quote-undo.test.ts",
  "server/features/deals/orders/deal-walks.test.ts",
];

/** The races of the tests, more of them. */
export const dealRaces: Bench = {
  name: "deal-races",
  title:
    "200 undos against the sender, and 200 approvals against the next version: exactly one wins, on each engine",
  run: () =>
    loudStep("races", ["vitest", "run", "-t", "race", ...raceTests], { RACES: String(countOfRun(200)) }),
};

async function prove(
  bench: Workbench,
  engine: string,
  database: Readonly<Record<string, string>>,
): Promise<boolean> {
  const [walks, seed] = [countOfRun(usualCount), seedOfRun()];
  const environment = { DATA_DIR: `${bench.folder}/${engine}`, ...database };
  const kills = Math.ceil(walks / walksPerKill);
  const walked = await walkUnderKills({ environment, walks, lives, kills, random: chance(seed) });
  const config = testConfig(environment);
  const app = await buildApp({ config, log: createLog("silent"), siteFolder: null });
  try {
    const db = app.services.database.reader;
    const broken = await brokenRules(db, walked.acknowledged);
    for (const rule of broken.slice(0, 20)) console.log(`  ${rule}`);
    console.log(await story(db, walked));
    return verdict(`${engine}: ${walks} walks, ${walked.kills} kills, seed ${seed}`, broken.length === 0);
  } finally {
    await app.close();
  }
}

async function story(db: Query, { acknowledged }: Walked): Promise<string> {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*) as count from orders group by state order by state`.execute(db);
  const orders = rows.map(({ state, count }) => `${state} ${count}`);
  return `  ${acknowledged.size} payments acknowledged; orders: ${orders.join(", ")}`;
}
