import { setTimeout as delay } from "node:timers/promises";

import { submissions } from "#domain/forms/submissions.ts";
import { chance } from "#scripts/demo/chance.ts";
import type { MailServer } from "#tests/mail-server.ts";

import { type Bench, verdict } from "../measuring/bench.ts";
import { printTable } from "../measuring/table.ts";
import { staffMails, startChaosMail } from "./chaos-mail.ts";
import { Crashes } from "./crashes.ts";
import { judge } from "./judgement.ts";
import { type ProofServer, withProofServer } from "./proof-server.ts";
import { countOfRun, seedOfRun } from "./seed.ts";
import { rowsOf } from "./stored-rows.ts";
import { type Site, type Visit, visit } from "./visitors.ts";

const usualCount = 2000;
const atOnce = 40;
const adoptionDeadlineMs = 60_000;

/** Every submission exactly once, whatever fails: mail of every fault, and servers that are killed. */
export const reliability: Bench = {
  name: "reliability",
  title: "submissions through a mail server that fails and a server that is killed: none lost, none doubled",
  run: throughKills,
};

async function throughKills(): Promise<boolean> {
  const seed = seedOfRun();
  const mail = await startChaosMail(chance(seed));
  try {
    const environment = { MAIL_URL: mail.url, LOG_LEVEL: "error" };
    return await withProofServer(environment, (server) => prove(server, mail, seed));
  } finally {
    await mail.stop();
  }
}

async function prove(server: ProofServer, mail: MailServer, seed: number): Promise<boolean> {
  const count = countOfRun(usualCount);
  const acknowledged = new Set<string>();
  const crashes = new Crashes(server, chance(seed + 1), acknowledged);
  const started = Date.now();
  await server.start();
  const site: Site = {
    origin: server.origin,
    anonKey: await server.anonKey(),
    onAcknowledged: (reference) => acknowledged.add(reference),
    answers: new Map(),
  };
  crashes.begin();
  const visits = await everybody(site, count, seed);
  await crashes.end();
  mail.setMode("accept");
  await adoptEverything(server);
  const { cutOff, forgotten, kills } = crashes;
  const records = recordsIn(server);
  tellStory(visits, site, { kills, records: records.length, mails: mail.messages.length, started });
  const findings = judge({
    visits,
    records,
    staffMails: staffMails(mail),
    cutOff,
    forgotten,
    answers: site.answers,
  });
  printTable(
    ["what", "bar", "found"],
    findings.map(({ what, bar, found, met }) => [what, bar, met ? found : `${found} MISSED`]),
  );
  return verdict(
    `${count} submissions, ${kills} kills, seed ${seed}`,
    findings.every(({ met }) => met),
  );
}

async function everybody(site: Site, count: number, seed: number): Promise<Visit[]> {
  const visits: Visit[] = [];
  let next = 0;
  const oneAfterAnother = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      visits.push(await visit(site, index, chance(seed + 1000 + index)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, oneAfterAnother));
  return visits;
}

/** What visitors left half-way is stored by the last server's sweeper. */
async function adoptEverything(server: ProofServer): Promise<void> {
  await server.start({ ADOPT_AFTER_MINUTES: "0" });
  const deadline = Date.now() + adoptionDeadlineMs;
  for (;;) {
    const [attempts = []] = rowsOf(server.databaseFile, ["attempts"]);
    if (!attempts.some((attempt) => attempt["state"] === "mailed")) break;
    if (Date.now() > deadline) throw new Error(`not everything was adopted:\n${server.output.slice(-2000)}`);
    await delay(200);
  }
  await server.stop("SIGTERM");
}

function recordsIn(server: ProofServer) {
  const tables = rowsOf(
    server.databaseFile,
    submissions.map(({ table }) => table),
  );
  return tables.flat().map((row) => ({ reference: String(row["ref_number"]), email: String(row["email"]) }));
}

function tellStory(
  visits: readonly Visit[],
  { answers }: Site,
  facts: { kills: number; records: number; mails: number; started: number },
): void {
  const presses = visits.reduce((sum, one) => sum + one.presses, 0);
  const acknowledged = visits.filter((one) => one.acknowledged.size > 0).length;
  const byStatus = [...answers]
    .toSorted(([one], [other]) => one - other)
    .map(([status, many]) => `${status}: ${many}`);
  const minutes = ((Date.now() - facts.started) / 60_000).toFixed(1);
  console.log(
    `${visits.length} visitors pressed ${presses} times in ${minutes} minutes; ${facts.kills} servers were killed.`,
  );
  console.log(
    `${acknowledged} read that it went through; ${facts.records} records; ${facts.mails} mails taken, receipts among them.`,
  );
  console.log(`Responses by status (0: none came): ${byStatus.join(", ")}\n`);
}
