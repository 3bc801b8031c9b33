import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { type Bench, verdict } from "../measuring/bench.ts";
import { productionOn, script } from "../measuring/commands.ts";
import { requireProgram } from "../measuring/cores.ts";
import { KeepAliveClient } from "../measuring/keep-alive-client.ts";
import { alternate } from "../measuring/rounds.ts";
import { format, median, quantile } from "../measuring/statistics.ts";
import { printTable } from "../measuring/table.ts";
import { type Workbench, withWorkbench } from "../measuring/workbench.ts";
import { requireBuiltSite } from "../pages/built-site.ts";
import { runWrk } from "../pages/wrk.ts";
import { countOfRun } from "../reliability/seed.ts";
import { modelOf, parts } from "./fill-deals.ts";

const sizeBar = 1.3;
const pageBar = 0.3;
const memoryBarMs = 50;
const rounds = 400;
const loadRounds = 4;
const loadSeconds = 3;
const approvals = 2000;
const slowCommitMs = 3;
const [few, many] = [100, countOfRun(100_000)];

export const deals: Bench = {
  name: "deals",
  title: `the visitor's page at ${format(many)} deals (bars: <= ${sizeBar}x of ${few} deals, >= ${pageBar} of a public page's requests/s), price memory at as many lines (bar: p95 <= ${memoryBarMs} ms), approvals per second`,
  run() {
    requireProgram("wrk", "This bench asks with wrk: apt-get install wrk");
    requireBuiltSite();
    return withWorkbench(async (bench) => {
      const servers = { few: await startServer(bench, few), many: await startServer(bench, many) };
      const met = [
        await compareSizes(servers),
        await compareSpellings(servers.few),
        await compareWithPublicPage(bench, servers.many),
        await askPriceMemory(servers.many),
      ];
      await Promise.all([servers.few.stop(), servers.many.stop()]);
      await countApprovals(bench);
      return met.every(Boolean);
    });
  },
};

interface Server {
  readonly port: number;
  readonly cookie: string;
  /** Of visitors' pages. */
  readonly paths: readonly string[];
  stop(): Promise<void>;
}

async function startServer(bench: Workbench, count: number): Promise<Server> {
  const dataDir = join(bench.folder, `deals-${count}`);
  mkdirSync(dataDir);
  const environment = { ...productionOn(dataDir), BENCH_DEALS: String(count) };
  const server = bench.start("measured", script(import.meta.resolve("./server.ts")), environment);
  const [, port = "", token = ""] = await server.printed(/ready on (\d+) with token (\S+)/);
  const paths = readFileSync(join(dataDir, "paths"), "utf8").split("\n");
  return { port: Number(port), cookie: `__Host-quadkea_session=${token}`, paths, stop: () => server.stop() };
}

/** Asks one thing after another over one connection; resolves with the milliseconds of each answer. */
function asker({ port, cookie }: Server): (path: string) => Promise<number> {
  const client = new KeepAliveClient(port);
  return async (path) => {
    const start = performance.now();
    const { status, head } = await client.get(path, { cookie });
    if (status !== 200) throw new Error(`${path}\n${head}`);
    return performance.now() - start;
  };
}

async function compareSizes(servers: Record<"few" | "many", Server>): Promise<boolean> {
  const [small, large] = [asker(servers.few), asker(servers.many)];
  const pick = ({ paths }: Server) => respelt(paths[Math.floor(Math.random() * paths.length)] ?? "");
  const measures = { few: () => small(pick(servers.few)), many: () => large(pick(servers.many)) };
  await alternate(measures, rounds / 4);
  const samples = await alternate(measures, rounds);
  printTable(
    ["visitor's page", `${few} deals, ms`, `${format(many)} deals, ms`],
    [
      ["median", format(median(samples.few), 2), format(median(samples.many), 2)],
      ["p95", format(quantile(samples.few, 0.95), 2), format(quantile(samples.many, 0.95), 2)],
    ],
  );
  const ratio = median(samples.many) / median(samples.few);
  return verdict(`the visitor's page: ${format(ratio, 2)}x (bar: <= ${sizeBar}x)`, ratio <= sizeBar);
}

/** Spelt like nobody else does, so that the page has to be made. */
function respelt(path: string): string {
  const encode = (letter: string) =>
    Math.random() < 0.5 ? letter : `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
  return path.replace(/[\w-]+$/, (key) => Array.from(key, encode).join(""));
}

/** What somebody with a link could do to make the page dear: a query, or a deal with many versions. */
async function compareSpellings(server: Server): Promise<boolean> {
  const ask = asker(server);
  const [long = "", plain = ""] = server.paths;
  const measures = {
    plain: () => ask(plain),
    query: () => ask(`${plain}?${Math.random()}`),
    made: () => ask(respelt(plain)),
    versions: () => ask(respelt(long)),
  };
  await alternate(measures, rounds / 4);
  const samples = await alternate(measures, rounds);
  const ratios = {
    "with a query": median(samples.query) / median(samples.plain),
    "with 40 versions of 20 lines": median(samples.versions) / median(samples.made),
  };
  return Object.entries(ratios)
    .map(([what, ratio]) =>
      verdict(`the visitor's page ${what}: ${format(ratio, 2)}x (bar: <= ${sizeBar}x)`, ratio <= sizeBar),
    )
    .every(Boolean);
}

async function compareWithPublicPage(bench: Workbench, { port, paths }: Server): Promise<boolean> {
  const perSecond = async (path: string) =>
    (await runWrk(bench, `http://127.0.0.1:${port}${path}`, loadSeconds)).requestsPerSecond;
  const measures = { home: () => perSecond("/"), deal: () => perSecond(paths[7] ?? "") };
  await alternate(measures, 1);
  const { home, deal } = await alternate(measures, loadRounds);
  printTable(
    ["page", "requests/s"],
    [
      ["home page", format(median(home))],
      ["visitor's page", format(median(deal))],
    ],
  );
  const ratio = median(deal) / median(home);
  return verdict(`requests/s: ${format(ratio, 2)} of the home page (bar: >= ${pageBar})`, ratio >= pageBar);
}

async function askPriceMemory(server: Server): Promise<boolean> {
  const ask = asker(server);
  const times: Record<"machine" | "part", number[]> = { machine: [], part: [] };
  for (let index = 0; index < rounds; index += 1) {
    const part = encodeURIComponent(parts[index % parts.length] ?? "");
    const path = `/functions/v1/price-memory?part=${part}`;
    times.machine.push(await ask(`${path}&make=Honda&model=${encodeURIComponent(modelOf(index * 7))}`));
    times.part.push(await ask(path));
  }
  printTable(
    ["price memory", "median ms", "p95 ms"],
    [
      ["part and machine", format(median(times.machine), 2), format(quantile(times.machine, 0.95), 2)],
      ["part of any machine", format(median(times.part), 2), format(quantile(times.part, 0.95), 2)],
    ],
  );
  const slowest = Math.max(quantile(times.machine, 0.95), quantile(times.part, 0.95));
  return verdict(
    `price memory at ${format(many)} lines: p95 ${format(slowest, 1)} ms (bar: <= ${memoryBarMs} ms)`,
    slowest <= memoryBarMs,
  );
}

async function countApprovals(bench: Workbench): Promise<void> {
  const rows: string[][] = [];
  for (const commitMs of [0, slowCommitMs]) {
    const grouped = await approvalsPerSecond(bench, "grouped", commitMs);
    const each = await approvalsPerSecond(bench, "each", commitMs);
    const disk = commitMs === 0 ? "as it is" : `commits ${commitMs} ms longer`;
    rows.push([disk, format(grouped), format(each), format(grouped / each, 2)]);
  }
  console.log(`${approvals} approvals, 32 at once: order, invoice number, mail and history each\n`);
  printTable(["disk", "grouped, per second", "one commit each, per second", "ratio"], rows);
}

async function approvalsPerSecond(bench: Workbench, commits: string, commitMs: number): Promise<number> {
  const dataDir = join(bench.folder, `approvals-${commits}-${commitMs}`);
  mkdirSync(dataDir);
  const output = await bench
    .start("measured", script(import.meta.resolve("./approvals.ts")), {
      ...productionOn(dataDir),
      LOG_LEVEL: "error",
      BENCH_DEALS: String(approvals),
      BENCH_COMMITS: commits,
      ...(commitMs === 0 ? {} : { BENCH_COMMIT_MS: String(commitMs) }),
    })
    .finished();
  const [, count = "", seconds = ""] = /approved (\d+) in ([\d.]+) s/.exec(output) ?? [];
  return Number(count) / Number(seconds);
}
