import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { startMailServer } from "#tests/mail-server.ts";
import { type PostgresServer, startPostgres } from "#tests/postgres-server.ts";

import { type Bench, verdict } from "../measuring/bench.ts";
import { format, median, span } from "../measuring/statistics.ts";
import { type Workbench, withWorkbench } from "../measuring/workbench.ts";
import { countOfRun } from "../reliability/seed.ts";
import { compareWithRecords, countStatuses, printFindings } from "./evidence.ts";
import { Instance } from "./instance.ts";
import { Visitors } from "./visitors.ts";

const crashes = countOfRun(20);
const quietMs = 2000;
const awayMs = 700;
const pollMs = 20;
const expected = new Set([200, 201, 503]);

export const postgresCrashes: Bench = {
  name: "postgres-crashes",
  title:
    "PostgreSQL stopped with -m immediate and started under load: 503 during it, none lost, none doubled",
  async run() {
    const postgres = await startPostgres({ isDurable: true });
    try {
      return await withWorkbench((bench) => prove(bench, postgres));
    } finally {
      await postgres.stop();
    }
  },
};

async function prove(bench: Workbench, postgres: PostgresServer): Promise<boolean> {
  const mail = await startMailServer();
  const instance = await Instance.on(postgres.url, join(bench.folder, "instance"), { MAIL_URL: mail.url });
  try {
    await instance.start();
    const visitors = new Visitors(`http://${instance.address}`);
    const coming = visitors.keepComing();
    const recoveries = await crashAgainAndAgain(postgres, instance, visitors);
    visitors.close();
    await coming;
    const refused = await visitors.pressAgain();
    const { length: others } = visitors.answers.filter(({ status }) => !expected.has(status));
    console.log(`${crashes} crashes; answers ${countStatuses(visitors)}`);
    console.log(`Ready again after ${format(median(recoveries))} ms (${span(recoveries)})`);
    const findings = [
      ...(await compareWithRecords(visitors, postgres.url, mail)),
      { what: "refused after the last crash", found: refused },
      { what: "answers other than 200, 201, 503", found: others },
      { what: "our process ended", found: instance.isRunning ? 0 : 1 },
    ];
    return verdict(`${crashes} crashes: nothing lost, doubled or stuck`, printFindings(findings));
  } finally {
    await instance.stop();
    await mail.stop();
  }
}

/** Returns how long our server took each time to be ready again, once PostgreSQL was. */
async function crashAgainAndAgain(
  postgres: PostgresServer,
  instance: Instance,
  visitors: Visitors,
): Promise<number[]> {
  const recoveries: number[] = [];
  for (let crash = 0; crash < crashes; crash += 1) {
    await delay(quietMs);
    await postgres.crash();
    await delay(awayMs);
    await postgres.start();
    const started = performance.now();
    while (instance.isRunning && !(await isReady(instance))) await delay(pollMs);
    recoveries.push(performance.now() - started);
    await visitors.pressAgain();
  }
  return recoveries;
}

function isReady({ address }: Instance): Promise<boolean> {
  return fetch(`http://${address}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );
}
