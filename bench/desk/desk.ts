import { type Bench, verdict } from "../measuring/bench.ts";
import { Candidate, memoryMb, today } from "../measuring/candidate.ts";
import { alternate } from "../measuring/rounds.ts";
import { format, median, quantile } from "../measuring/statistics.ts";
import { printTable } from "../measuring/table.ts";
import { type Workbench, withWorkbench } from "../measuring/workbench.ts";
import { acts, asker, type DeskServer, searches, signedIn, statistics, timesOfTyping } from "./acts.ts";
import { compareRecords } from "./open-deal.ts";
import { comparePackLists } from "./pack-list.ts";

const bars = { p95Ms: 50, searchMs: 10, ratio: 1.5, statisticsMs: 200, memoryMb: 250 };
const rounds = 200;
/** Two thirds of the records are quote requests: 1,000 and 100,000 of them. */
const [few, many] = [1500, 150_000];

export const desk: Bench = {
  name: "desk",
  title: `what staff do at ${format(many)} records, against ${few} (bars: p95 <= ${bars.p95Ms} ms, <= ${bars.ratio}x, search <= ${bars.searchMs} ms, statistics <= ${bars.statisticsMs} ms, <= ${bars.memoryMb} MB)`,
  run: async () => {
    const met = [await withWorkbench(compareSizes), await withWorkbench(comparePackLists)];
    if (process.env["FORMER"] === undefined) return met.every(Boolean);
    return [...met, await withWorkbench(compareRecords)].every(Boolean);
  },
};

async function compareSizes(bench: Workbench): Promise<boolean> {
  const servers = { few: await startDesk(bench, few), many: await startDesk(bench, many) };
  const misses = await compareRequests(servers);
  const memory = memoryMb(servers.many.pid);
  if (memory > bars.memoryMb) misses.push("memory");
  const summary = misses.length === 0 ? "all within their bars" : `beyond their bars: ${misses.join(", ")}`;
  return verdict(`${summary}; the server holds ${format(memory)} MB`, misses.length === 0);
}

/** The first start makes the database and its user. */
async function startDesk(bench: Workbench, records: number): Promise<DeskServer> {
  const candidate = new Candidate(bench, "desk", today);
  const data = String(records);
  await (await candidate.start(data)).stop();
  await candidate.fill(data, records);
  return signedIn(await candidate.start(data));
}

const ms = (value: number) => format(value, 2);

/** Returns what missed its bar. */
async function compareRequests(servers: { few: DeskServer; many: DeskServer }): Promise<string[]> {
  const rows: string[][] = [];
  const misses: string[] = [];
  for (const [name, ask] of Object.entries(acts)) {
    const [small, large] = [asker(servers.few, ask), asker(servers.many, ask)];
    await alternate({ small, large }, rounds / 4);
    const times = await alternate({ small, large }, rounds);
    const ratio = median(times.large) / median(times.small);
    const p95 = quantile(times.large, 0.95);
    if (p95 > bars.p95Ms || ratio > bars.ratio) misses.push(name);
    rows.push([name, ms(median(times.small)), ms(median(times.large)), format(ratio, 2), ms(p95)]);
  }
  const alone = async (name: string, times: readonly number[], bar: number) => {
    if (quantile(times, 0.95) > bar) misses.push(name);
    rows.push([name, "", ms(median(times)), "", ms(quantile(times, 0.95))]);
  };
  await alone("search while typing", await timesOfTyping(servers.many, searches.typed), bars.searchMs);
  await alone(
    "search with a typing error",
    await timesOfTyping(servers.many, searches.mistyped),
    bars.searchMs,
  );
  const { large } = await alternate({ large: asker(servers.many, statistics) }, 20);
  await alone("statistics", large, bars.statisticsMs);
  console.log(`${rounds} requests each (statistics 20), one at a time, over HTTP\n`);
  printTable(["what", `${few} records, ms`, `${format(many)} records, ms`, "ratio", "p95 ms"], rows);
  return misses;
}
