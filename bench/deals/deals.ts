import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { type Bench, verdict } from "../measuring/bench.ts";
import { productionOn, script } from "../measuring/commands.ts";
import { KeepAliveClient } from "../measuring/keep-alive-client.ts";
import { alternate } from "../measuring/rounds.ts";
import { format, median, quantile } from "../measuring/statistics.ts";
import { printTable } from "../measuring/table.ts";
import { type Workbench, withWorkbench } from "../measuring/workbench.ts";
import { countOfRun } from "../reliability/seed.ts";
import { modelOf, parts } from "./fill-deals.ts";

const sizeBar = 1.3;
const memoryBarMs = 50;
const rounds = 400;
const [few, many] = [100, countOfRun(100_000)];

export const deals: Bench = {
  name: "deals",
  title: `the visitor's page at ${format(many)} deals (bars: <= ${sizeBar}x of ${few} deals), price memory at as many lines (bar: p95 <= ${memoryBarMs} ms)`,
  run() {
    return withWorkbench(async (bench) => {
      const servers = { few: await startServer(bench, few), many: await startServer(bench, many) };
      const met = [await compareSizes(servers), await askPriceMemory(servers.many)];
      await Promise.all([servers.few.stop(), servers.many.stop()]);
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
