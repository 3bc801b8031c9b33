import { setTimeout as delay } from "node:timers/promises";

import { publicPaths } from "#tests/browser/public-pages.ts";

import { type Bench, verdict } from "../measuring/bench.ts";
import { Candidate, memoryMb, type RunningServer, signIn, today } from "../measuring/candidate.ts";
import { cpuMicrosecondsWhenQuiet } from "../measuring/cpu-time.ts";
import { alternate } from "../measuring/rounds.ts";
import { format, median } from "../measuring/statistics.ts";
import { printTable } from "../measuring/table.ts";
import { type Workbench, withWorkbench } from "../measuring/workbench.ts";
import { runLoad } from "../submissions/run-load.ts";
import { dealCosts } from "./deal-costs.ts";
import { formerCheckout } from "./former.ts";
import { scriptBytes } from "./script-bytes.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const pageVisits = 1000;
const idleMs = 10_000;
const submissionsPerRound = 500;
const manyRecords = Number(process.env["COUNT"] ?? 100_000);

/** At most this share of what the former build takes: noise, unless a build was to become lighter. */
const bars = {
  "second start, s": 1.05,
  "idle after 1,000 pages, MB": 1.05,
  "scripts of the desk, kB": 0.95,
  "scripts of a form, kB": 1.05,
  "a submission, CPU us": 1.05,
  "a record with a deal, CPU us": 0.8,
  "a refused approval, CPU us": 0.5,
  "list, ms": 1.05,
  "search, ms": 1.05,
  "statistics, ms": 1.05,
} as const;

type Figure = keyof typeof bars;
type Samples = Partial<Record<Figure, Record<"former" | "today", number[]>>>;

export const footprint: Bench = {
  name: "footprint",
  title: "this build against a former one (FORMER=<folder or commit>), side by side",
  run: () => withWorkbench(compareBuilds),
};

async function compareBuilds(bench: Workbench): Promise<boolean> {
  const both = {
    former: new Candidate(bench, "former", formerCheckout()),
    today: new Candidate(bench, "today", today),
  };
  const samples: Samples = {
    "second start, s": await secondStarts(both),
    ...(await inUse(bench, both)),
    ...(await atManyRecords(both)),
  };
  return report(samples);
}

type Both<Value> = Record<"former" | "today", Value>;

/** Does the same to both and keeps the order. */
async function toBoth<From, To>(both: Both<From>, work: (one: From) => Promise<To>): Promise<Both<To>> {
  return { former: await work(both.former), today: await work(both.today) };
}

async function secondStarts(both: Both<Candidate>) {
  const start = { former: () => both.former.secondsToStart(), today: () => both.today.secondsToStart() };
  await alternate(start, 1);
  return alternate(start, rounds);
}

/** Memory after page visits, then what a browser loads, then the processor time of submissions. */
async function inUse(bench: Workbench, both: Both<Candidate>): Promise<Samples> {
  const servers = await toBoth(both, (one) => one.start("use"));
  const memory = await toBoth(servers, memoryAfterPages);
  const scripts = await toBoth(servers, ({ origin }) => scriptBytes(origin));
  const load = { former: submitter(bench, servers.former), today: submitter(bench, servers.today) };
  await alternate(load, 2);
  const submissions = await alternate(load, rounds);
  const costs = await toBoth(servers, dealCosts);
  const ofDeals = async (name: keyof typeof costs.today) => {
    const pair = { former: costs.former[name], today: costs.today[name] };
    await alternate(pair, 2);
    return alternate(pair, rounds);
  };
  const [records, refusals] = [await ofDeals("record"), await ofDeals("refusal")];
  await toBoth(servers, (server) => server.stop());
  return {
    "idle after 1,000 pages, MB": { former: [memory.former], today: [memory.today] },
    "scripts of the desk, kB": { former: [scripts.former.desk], today: [scripts.today.desk] },
    "scripts of a form, kB": { former: [scripts.former.form], today: [scripts.today.form] },
    "a submission, CPU us": submissions,
    "a record with a deal, CPU us": records,
    "a refused approval, CPU us": refusals,
  };
}

async function memoryAfterPages({ pid, origin }: RunningServer): Promise<number> {
  for (let visit = 0; visit < pageVisits; visit += 1) {
    const path = publicPaths[visit % publicPaths.length] ?? "/";
    await (await fetch(origin + path, { headers: { "accept-encoding": "br" } })).arrayBuffer();
  }
  await delay(idleMs);
  return memoryMb(pid);
}

/** Both calls of a round of submissions; resolves with the server's processor time for one. */
function submitter(bench: Workbench, { pid, origin, port }: RunningServer): () => Promise<number> {
  let first = 0;
  return async () => {
    const { anonKey } = await (await fetch(`${origin}/config.json`)).json();
    const before = await cpuMicrosecondsWhenQuiet(pid);
    await runLoad(bench, { port, anonKey, first, count: submissionsPerRound });
    first += submissionsPerRound;
    return ((await cpuMicrosecondsWhenQuiet(pid)) - before) / submissionsPerRound;
  };
}

async function atManyRecords(both: Both<Candidate>): Promise<Samples> {
  const asks = await toBoth(both, async (one) => {
    // The first start makes the database and its user.
    await (await one.start("many")).stop();
    await one.fill("many", manyRecords);
    return asksOf(await one.start("many"));
  });
  const compare = async (name: keyof typeof asks.today, times: number) => {
    const pair = { former: asks.former[name], today: asks.today[name] };
    await alternate(pair, Math.ceil(times / 4));
    return alternate(pair, times);
  };
  return {
    "list, ms": await compare("list", 200),
    "search, ms": await compare("search", 200),
    "statistics, ms": await compare("statistics", 20),
  };
}

const searches = ["farm", "honda 420 diff", "kiri smith", "kawaski caburettor"];

/** What staff ask for, over HTTP; each resolves with its milliseconds. */
async function asksOf({ origin }: RunningServer) {
  const session = await signIn(origin);
  const page = "select=*&limit=51&order=created_at.desc";
  let searched = 0;
  const ask = async (path: string, init: RequestInit = {}) => {
    const began = performance.now();
    const headers = { ...session, origin, "content-type": "application/json" };
    const response = await fetch(origin + path, { headers, ...init });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return performance.now() - began;
  };
  return {
    list: () => ask(`/rest/v1/quote_requests?${page}`),
    search: () => {
      const words = searches[(searched += 1) % searches.length];
      return ask(`/rest/v1/rpc/search_quote_requests?${page}`, {
        method: "POST",
        body: JSON.stringify({ words }),
      });
    },
    statistics: () => ask("/functions/v1/figures"),
  };
}

function report(samples: Samples): boolean {
  const met: boolean[] = [];
  const rows = Object.entries(bars).map(([name, bar]) => {
    const { former = [], today: ours = [] } = samples[name as Figure] ?? {};
    const ratio = median(ours) / median(former);
    met.push(ratio <= bar);
    const figures = [median(former), median(ours)].map((value) => format(value, value < 100 ? 2 : 0));
    return [name, ...figures, format(ratio, 2), `${ratio <= bar ? "" : "MISSED "}<= ${bar}`];
  });
  printTable(["what", "former", "today", "ratio", "bar"], rows);
  return verdict("this build against the former one", met.every(Boolean));
}
