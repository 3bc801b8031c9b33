import { join } from "node:path";

import { startPostgres } from "#tests/postgres-server.ts";

import type { Bench } from "../measuring/bench.ts";
import { script } from "../measuring/commands.ts";
import { requireProgram } from "../measuring/cores.ts";
import { alternate } from "../measuring/rounds.ts";
import { format, median, span } from "../measuring/statistics.ts";
import { printTable } from "../measuring/table.ts";
import { type Workbench, withWorkbench } from "../measuring/workbench.ts";
import { requireBuiltSite } from "../pages/built-site.ts";
import { runWrk } from "../pages/wrk.ts";
import { productionOnPostgres } from "../postgres/production-on-postgres.ts";
import { runLoad } from "../submissions/run-load.ts";
import { requireProxy, startProxy } from "./proxy.ts";

const rounds = 4;
const seconds = 3;
const perRound = 600;

export const instances: Bench = {
  name: "instances",
  title: "pages and submissions from one, two and three instances behind nginx on one PostgreSQL (no bar)",
  async run() {
    requireProxy();
    requireProgram("wrk", "This bench asks with wrk: apt-get install wrk");
    requireBuiltSite();
    const postgres = await startPostgres({ isDurable: true });
    try {
      return await withWorkbench((bench) => compareCounts(bench, postgres.url));
    } finally {
      await postgres.stop();
    }
  },
};

interface Sample {
  readonly perSecond: number;
  readonly p99Milliseconds: number;
}

async function compareCounts(bench: Workbench, databaseUrl: string): Promise<boolean> {
  const addresses: string[] = [];
  for (const number of [1, 2, 3]) addresses.push(await startInstance(bench, databaseUrl, number));
  const origins: Record<string, string> = { "1, no nginx": `http://${addresses[0] ?? ""}` };
  for (const count of [1, 2, 3]) origins[String(count)] = await startProxy(bench, addresses.slice(0, count));
  console.log(
    `${rounds} rounds each, medians; instances, nginx, PostgreSQL and the clients share all cores\n`,
  );
  report("pages/s", await measure(origins, (origin) => askForPages(bench, origin)));
  report("submissions/s", await measure(origins, submitter(bench)));
  return true;
}

async function startInstance(bench: Workbench, databaseUrl: string, number: number): Promise<string> {
  const environment = productionOnPostgres(join(bench.folder, `instance-${number}`), databaseUrl);
  const command = script(import.meta.resolve("../submissions/server.ts"));
  const server = bench.start("whole", command, { ...environment, BENCH_PAGES: "built" });
  const [, port = ""] = await server.printed(/ready on (\d+)/);
  return `127.0.0.1:${port}`;
}

async function measure(
  origins: Readonly<Record<string, string>>,
  ask: (origin: string) => Promise<Sample>,
): Promise<Record<string, Sample[]>> {
  const measures = Object.fromEntries(
    Object.entries(origins).map(([name, origin]) => [name, () => ask(origin)]),
  );
  await alternate(measures, 1);
  return alternate(measures, rounds);
}

async function askForPages(bench: Workbench, origin: string): Promise<Sample> {
  const { requestsPerSecond, p99Milliseconds } = await runWrk(bench, `${origin}/`, seconds, "whole");
  return { perSecond: requestsPerSecond, p99Milliseconds };
}

function submitter(bench: Workbench): (origin: string) => Promise<Sample> {
  let first = 0;
  return async (origin) => {
    const port = Number(new URL(origin).port);
    const order = { port, anonKey: "anon-key-for-benches", first, count: perRound, references: null };
    first += perRound;
    const result = await runLoad(bench, order, "whole");
    return { perSecond: perRound / result.seconds, p99Milliseconds: result.p99Milliseconds };
  };
}

function report(what: string, samples: Readonly<Record<string, readonly Sample[]>>): void {
  const rows = Object.entries(samples).map(([name, all]) => {
    const rates = all.map(({ perSecond }) => perSecond);
    const p99 = median(all.map(({ p99Milliseconds }) => p99Milliseconds));
    return [name, format(median(rates)), span(rates), format(p99, 1)];
  });
  printTable(["instances", what, "lowest - highest", "p99 ms"], rows);
}
