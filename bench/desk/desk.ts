import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import * as v from "valibot";

import { type Bench, verdict } from "../measuring/bench.ts";
import { productionOn, script } from "../measuring/commands.ts";
import { type Answer, KeepAliveClient } from "../measuring/keep-alive-client.ts";
import { alternate } from "../measuring/rounds.ts";
import { format, median, quantile } from "../measuring/statistics.ts";
import { printTable } from "../measuring/table.ts";
import { type Workbench, withWorkbench } from "../measuring/workbench.ts";

const bars = { p95Ms: 50, ratio: 1.5, memoryMb: 250 };
const rounds = 200;
/** Two thirds of the records are quote requests: 100 and 100,000 of them. */
const [few, many] = [150, 150_000];

export const desk: Bench = {
  name: "desk",
  title: `what staff do at ${format(many)} records, against ${few} (bars: p95 <= ${bars.p95Ms} ms, <= ${bars.ratio}x, <= ${bars.memoryMb} MB)`,
  run: () => withWorkbench(compareSizes),
};

const table = "/rest/v1/quote_requests?select=*";
const page = "&limit=51";
const newest = `${page}&order=created_at.desc%2Cid.desc`;
const found = (words: string) =>
  `${table}&search=plfts.${encodeURIComponent(words)}${page}&order=number.desc`;

interface Server {
  readonly port: number;
  readonly access: string;
  readonly id: string;
  readonly ref_number: string;
}

type Ask = (client: KeepAliveClient, server: Server, headers: Record<string, string>) => Promise<Answer>;

const get =
  (path: (server: Server) => string): Ask =>
  (client, server, headers) =>
    client.get(path(server), headers);

/** What the panel asks for, by what staff do. The words of the first search match a page in both sizes. */
const acts: Readonly<Record<string, Ask>> = {
  list: get(() => `${table}&limit=50&order=created_at.desc%2Cid.desc`),
  "filter: completed": get(() => `${table}&status=eq.completed${newest}`),
  // Few are due on either desk: as many as both have.
  "due first": get(() => `${table}&is_open=eq.true&limit=10&order=created_at.asc%2Cid.asc`),
  "search: farm": get(() => found("farm")),
  counts: get(() => "/functions/v1/desk-summary"),
  "open a record": get(({ ref_number: reference }) => `/functions/v1/desk-record?reference=${reference}`),
  "set a status": (client, { id }, headers) =>
    client.patch(`/rest/v1/quote_requests?id=eq.${id}`, { status: nextStatus() }, headers),
};

/** As typed, sign by sign, on the large desk only: there is less to be found on the small one. */
const typedWords = ["honda 420 diff", "kiri smith", "021 4", "kawasaki brute", "otaika"];

let turn = 0;
const nextStatus = () => ((turn += 1) % 2 === 0 ? "completed" : "in_progress");

async function compareSizes(bench: Workbench): Promise<boolean> {
  const servers = { few: await startServer(bench, few), many: await startServer(bench, many) };
  const rows: string[][] = [];
  const misses: string[] = [];
  for (const [name, ask] of Object.entries(acts)) {
    const [small, large] = [asker(servers.few.server, ask), asker(servers.many.server, ask)];
    await alternate({ small, large }, rounds / 4);
    const times = await alternate({ small, large }, rounds);
    const ratio = median(times.large) / median(times.small);
    const p95 = quantile(times.large, 0.95);
    if (p95 > bars.p95Ms || ratio > bars.ratio) misses.push(name);
    rows.push([name, ms(median(times.small)), ms(median(times.large)), format(ratio, 2), ms(p95)]);
  }
  const typing = await typeWords(servers.many.server);
  if (quantile(typing, 0.95) > bars.p95Ms) misses.push("search while typing");
  rows.push(["search while typing", "", ms(median(typing)), "", ms(quantile(typing, 0.95))]);
  console.log(`${rounds} requests each, one at a time, over HTTP\n`);
  printTable(["what", `${few} records, ms`, `${format(many)} records, ms`, "ratio", "p95 ms"], rows);
  const memory = memoryMb(servers.many.pid);
  const isLight = memory <= bars.memoryMb;
  if (!isLight) misses.push("memory");
  const summary = misses.length === 0 ? "all within their bars" : `beyond their bars: ${misses.join(", ")}`;
  return verdict(`${summary}; the server holds ${format(memory)} MB`, misses.length === 0);
}

const ms = (value: number) => format(value, 2);

async function typeWords(server: Server): Promise<number[]> {
  const times: number[] = [];
  for (const words of typedWords) {
    for (let length = 1; length <= words.length; length += 1) {
      const ask = asker(
        server,
        get(() => found(words.slice(0, length))),
      );
      for (let round = 0; round < 10; round += 1) times.push(await ask());
    }
  }
  return times;
}

const aboutSchema = v.object({
  port: v.pipe(v.string(), v.transform(Number)),
  access: v.string(),
  id: v.string(),
  ref_number: v.string(),
});

async function startServer(bench: Workbench, records: number): Promise<{ server: Server; pid: number }> {
  const dataDir = join(bench.folder, `desk-${records}`);
  mkdirSync(dataDir);
  const environment = { ...productionOn(dataDir), BENCH_RECORDS: String(records) };
  await bench.start("all", script(import.meta.resolve("./fill.ts")), environment).finished();
  const child = bench.start("measured", script(import.meta.resolve("./server.ts")), environment);
  const [, about = ""] = await child.printed(/ready (\{.*\})/);
  return { server: v.parse(aboutSchema, JSON.parse(about)), pid: child.pid };
}

/** Answers how many milliseconds one request took. */
function asker(server: Server, ask: Ask): () => Promise<number> {
  const client = new KeepAliveClient(server.port);
  const headers = { cookie: `__Host-quadkea_access=${server.access}` };
  return async () => {
    const start = performance.now();
    const answer = await ask(client, server, headers);
    const milliseconds = performance.now() - start;
    if (answer.status !== 200 && answer.status !== 204) throw new Error(`${answer.head}\n${answer.body}`);
    return milliseconds;
  };
}

/** What the process holds in memory, as Linux counts it. */
function memoryMb(pid: number): number {
  const [, kilobytes = ""] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1000;
}
