import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { startMailServer } from "#tests/mail-server.ts";
import { startPostgres } from "#tests/postgres-server.ts";

import { type Bench, verdict } from "../measuring/bench.ts";
import { type Workbench, withWorkbench } from "../measuring/workbench.ts";
import { countOfRun } from "../reliability/seed.ts";
import { compareWithRecords, countStatuses, printFindings } from "./evidence.ts";
import { Instance } from "./instance.ts";
import { requireProxy, startProxy } from "./proxy.ts";
import { type Answer, Visitors } from "./visitors.ts";

const kills = countOfRun(12);
const everyMs = 5000;
/** From then on what a killed instance was sending is sent again. */
const lostAfterMs = 61_000;

export const instanceKills: Bench = {
  name: "instance-kills",
  title: "three instances behind nginx, 32 clients, every 5 s one is killed: none lost, none doubled",
  async run() {
    requireProxy();
    const postgres = await startPostgres({ isDurable: true });
    try {
      return await withWorkbench((bench) => prove(bench, postgres.url));
    } finally {
      await postgres.stop();
    }
  },
};

async function prove(bench: Workbench, databaseUrl: string): Promise<boolean> {
  const mail = await startMailServer();
  const environment = { MAIL_URL: mail.url, TRUST_PROXY: "loopback" };
  const folders = [1, 2, 3].map((number) => join(bench.folder, `instance-${number}`));
  const instances = await Promise.all(folders.map((folder) => Instance.on(databaseUrl, folder, environment)));
  try {
    await Promise.all(instances.map((instance) => instance.start()));
    const visitors = new Visitors(
      await startProxy(
        bench,
        instances.map(({ address }) => address),
      ),
    );
    const coming = visitors.keepComing();
    await killInTurn(instances);
    visitors.close();
    await coming;
    await delay(lostAfterMs);
    const refused = await visitors.pressAgain();
    console.log(`${kills} kills; answers ${countStatuses(visitors)}`);
    const findings = [
      ...(await compareWithRecords(visitors, databaseUrl, mail)),
      { what: "refused again a minute later", found: refused },
      {
        what: "other answers, of instances that were not killed",
        found: visitors.answers.filter((answer) => isWrong(answer, instances)).length,
      },
    ];
    return verdict(`${kills} kills: nothing lost, doubled or refused`, printFindings(findings));
  } finally {
    await Promise.all(instances.map((instance) => instance.stop()));
    await mail.stop();
  }
}

async function killInTurn(instances: readonly Instance[]): Promise<void> {
  for (let kill = 0; kill < kills; kill += 1) {
    const next = delay(everyMs);
    const instance = instances[kill % instances.length];
    await instance?.kill();
    await instance?.start();
    await next;
  }
}

/** A failed response counts, unless its instance was away. */
function isWrong({ status, instances, askedAt, answeredAt }: Answer, all: readonly Instance[]): boolean {
  if (status === 200 || status === 201) return false;
  const last = all.find(({ address }) => address === instances.at(-1));
  return last === undefined || !last.wasAway(askedAt, answeredAt);
}
