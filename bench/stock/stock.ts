import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { type Bench, verdict } from "../measuring/bench.ts";
import { memoryMb } from "../measuring/candidate.ts";
import { productionOn, script } from "../measuring/commands.ts";
import { requireProgram } from "../measuring/cores.ts";
import { cpuMicrosecondsWhenQuiet } from "../measuring/cpu-time.ts";
import { KeepAliveClient } from "../measuring/keep-alive-client.ts";
import { alternate } from "../measuring/rounds.ts";
import { format, median, quantile } from "../measuring/statistics.ts";
import { printTable } from "../measuring/table.ts";
import { type Workbench, withWorkbench } from "../measuring/workbench.ts";
import { requireBuiltSite } from "../pages/built-site.ts";
import { countOfRun } from "../reliability/seed.ts";
import { asked, askedReference, spreadsheet } from "./fill-stock.ts";
import { comparePublicPages, publicBars } from "./public-pages.ts";

const bars = { ratio: 1.5, processor: 30, p99Ms: 100, memoryMb: 40 };
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 100);
const [few, many] = [500, countOfRun(50_000)];
const importRows = 10_000;
/** SQLite's shell takes some 30 ms: Linux counts in steps of 10. */
const shellTimes = 20;

const stock = (query: Readonly<Record<string, string>>) =>
  `/functions/v1/stock?${new URLSearchParams(query)}`;
const requests = {
  "stock-for": `/functions/v1/stock-for?ref=${askedReference}`,
  "search: a number": stock({ q: "P77" }),
  "search: a model": stock({ q: asked.model }),
  "search: two words": stock({ q: `${asked.part} ${asked.model}` }),
  "search: a broad word": stock({ q: "front" }),
};

export const stockBench: Bench = {
  name: "stock",
  title: `stock-for and the search at ${format(many)} parts (bar: <= ${bars.ratio}x of ${few}), an import of ${format(importRows)} rows (bars: <= ${bars.processor}x the processor time of SQLite's shell, p99 of other requests <= ${bars.p99Ms} ms), memory while 8 MiB are read (bar: <= ${bars.memoryMb} MB), the public pages (bars: >= ${publicBars.rate} of nginx, the first time <= ${publicBars.first}x, memory <= ${publicBars.memory}x)`,
  run() {
    requireProgram("sqlite3", "The import is compared with SQLite's own shell: apt-get install sqlite3");
    requireProgram("nginx", "The public pages are compared with nginx: apt-get install nginx-light");
    requireProgram("wrk", "The public pages are asked for with wrk: apt-get install wrk");
    requireBuiltSite();
    return withWorkbench(async (bench) => {
      const servers = [await startServer(bench, few), await startServer(bench, many)] as const;
      const met = [
        await compareSearch(...servers),
        await compareImport(bench, servers[1]),
        await readLarge(servers[1]),
      ];
      await Promise.all(servers.map((server) => server.stop()));
      return [...met, await publicPages(bench)].every(Boolean);
    });
  },
};

/** On a server of its own: its memory is measured. */
async function publicPages(bench: Workbench): Promise<boolean> {
  const server = await startServer(bench, many, "public");
  const isMet = await comparePublicPages(bench, server);
  await server.stop();
  return isMet;
}

type Server = Awaited<ReturnType<typeof startServer>>;

async function startServer(bench: Workbench, parts: number, name = "desk") {
  const dataDir = join(bench.folder, `stock-${parts}-${name}`);
  mkdirSync(dataDir);
  const environment = { ...productionOn(dataDir), BENCH_PARTS: String(parts) };
  const server = bench.start("measured", script(import.meta.resolve("./server.ts")), environment);
  const [, port = "", token = ""] = await server.printed(/ready on (\d+) with token (\S+)/);
  const headers = { cookie: `__Host-quadkea_session=${token}` };
  return { pid: server.pid, port: Number(port), headers, stop: () => server.stop() };
}

async function compareSearch(small: Server, large: Server): Promise<boolean> {
  const rows: string[][] = [];
  const misses: string[] = [];
  for (const [name, path] of Object.entries(requests)) {
    const asker = ({ port, headers }: Server) => {
      const client = new KeepAliveClient(port);
      return async () => {
        const start = performance.now();
        const { status, head } = await client.get(path, headers);
        if (status !== 200) throw new Error(head);
        return performance.now() - start;
      };
    };
    const measures = { few: asker(small), many: asker(large) };
    await alternate(measures, rounds / 4);
    const times = await alternate(measures, rounds);
    const ratio = median(times.many) / median(times.few);
    if (ratio > bars.ratio) misses.push(name);
    const cells = [median(times.few), median(times.many), quantile(times.many, 0.95), ratio];
    rows.push([name, ...cells.map((cell) => format(cell, 2))]);
  }
  printTable(["ms", `${few} parts`, `${format(many)} parts`, "p95", "ratio"], rows);
  const summary = misses.length === 0 ? "all within the bar" : `beyond the bar: ${misses.join(", ")}`;
  return verdict(`stock-for and search: ${summary} (<= ${bars.ratio}x)`, misses.length === 0);
}

async function compareImport(bench: Workbench, server: Server): Promise<boolean> {
  const file = join(bench.folder, "stock.csv");
  writeFileSync(file, spreadsheet(importRows));
  const before = await cpuMicrosecondsWhenQuiet(server.pid);
  const meanwhile = await latencies(server, async () => {
    const looked = await call(server, "stock-import", readFileSync(file), "text/csv");
    const { import: id, new: fresh } = looked as { import: string; new: number };
    if (fresh !== importRows) throw new Error(`the look: ${JSON.stringify(looked).slice(0, 500)}`);
    await call(server, "stock-import-confirm", JSON.stringify({ import: id }), "application/json");
  });
  const asking = meanwhile.length * (await idleCost(server));
  const oursMs = ((await cpuMicrosecondsWhenQuiet(server.pid)) - before) / 1000 - asking;
  const shellMs = shellImport(bench, file);
  printTable(
    ["an import of 10,000 rows", "CPU ms"],
    [
      ["SQLite's shell", format(shellMs, 1)],
      ["look and confirm", format(oursMs, 1)],
    ],
  );
  const [ratio, p99] = [oursMs / shellMs, quantile(meanwhile, 0.99)];
  return [
    verdict(
      `import: ${format(ratio, 1)}x the processor time (bar: <= ${bars.processor}x)`,
      ratio <= bars.processor,
    ),
    verdict(
      `other requests meanwhile: p99 ${format(p99, 1)} ms (bar: <= ${bars.p99Ms} ms)`,
      p99 <= bars.p99Ms,
    ),
  ].every(Boolean);
}

async function call(
  { port, headers }: Server,
  name: string,
  body: string | Uint8Array<ArrayBuffer>,
  type: string,
) {
  const sent = { ...headers, "content-type": type, "idempotency-key": crypto.randomUUID() };
  const url = `http://127.0.0.1:${port}/functions/v1/${name}`;
  const answer = await fetch(url, { method: "POST", headers: sent, body });
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const pauseMs = 20;
const askedMeanwhile = stock({ q: "P77" });

/** In milliseconds, from the moment that each was due. */
async function latencies({ port, headers }: Server, work: () => Promise<void>): Promise<number[]> {
  const client = new KeepAliveClient(port);
  const end = new AbortController();
  const over = work().finally(() => end.abort());
  const taken: number[] = [];
  while (!end.signal.aborted) {
    const due = performance.now();
    await client.get(askedMeanwhile, headers);
    taken.push(performance.now() - due);
    await delay(pauseMs);
  }
  await over;
  client.close();
  return taken;
}

/** Processor time in milliseconds of one of the requests that are sent meanwhile. */
async function idleCost(server: Server): Promise<number> {
  const before = await cpuMicrosecondsWhenQuiet(server.pid);
  const { length } = await latencies(server, () => delay(3000));
  return ((await cpuMicrosecondsWhenQuiet(server.pid)) - before) / 1000 / length;
}

/** Processor time in milliseconds of `.import`, without that of the shell itself. */
function shellImport(bench: Workbench, file: string): number {
  const timed = (name: string, tables: number) => {
    const imports = Array.from({ length: tables }, (_, index) => `.import ${file} t${index}`);
    const input = [".mode csv", ".timer off", ...imports].join("\n");
    const before = childrenMs();
    execFileSync("sqlite3", [join(bench.folder, name)], { input });
    return childrenMs() - before;
  };
  return (timed("many.db", shellTimes) - timed("none.db", 0)) / shellTimes;
}

/** Of processes that have ended: fields 16 and 17 of `/proc/self/stat`, in hundredths of a second. */
function childrenMs(): number {
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

/** A look at as large a file as there may be. */
async function readLarge(server: Server): Promise<boolean> {
  const row = spreadsheet(1000, "Measured twice").length / 1000;
  const file = Buffer.from(spreadsheet(Math.floor((8 * 1024 * 1024 * 0.95) / row), "Measured twice"));
  const before = memoryMb(server.pid);
  let most = before;
  const sampling = setInterval(() => (most = Math.max(most, memoryMb(server.pid))), 20);
  await call(server, "stock-import", file, "text/csv");
  clearInterval(sampling);
  const grown = most - before;
  return verdict(
    `${format(file.length / 1024 / 1024, 1)} MiB read: memory grows by ${format(grown)} MB (bar: <= ${bars.memoryMb} MB)`,
    grown <= bars.memoryMb,
  );
}
