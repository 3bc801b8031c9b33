import { type Bench, verdict } from "../measuring/bench.ts";
import { alternate } from "../measuring/rounds.ts";
import { format, median, quantile } from "../measuring/statistics.ts";
import { printTable } from "../measuring/table.ts";
import { type Workbench, withWorkbench } from "../measuring/workbench.ts";
import { requireBuiltSite } from "../pages/built-site.ts";
import { acts, asker, mistypeWords, openLists, statistics, typeWords } from "./acts.ts";
import { type DeskServer, startDesk } from "./desk-server.ts";
import { measureInteractions } from "./interactions.ts";
import { saveList } from "./save-list.ts";

const bars = { p95Ms: 50, searchMs: 10, ratio: 1.5, statisticsMs: 200, interactionMs: 100, memoryMb: 250 };
const rounds = 200;
/** Two thirds of the records are quote requests: 100 and 100,000 of them. */
const [few, many] = [150, 150_000];

export const desk: Bench = {
  name: "desk",
  title: `what staff do at ${format(many)} records, against ${few} (bars: p95 <= ${bars.p95Ms} ms, <= ${bars.ratio}x, search <= ${bars.searchMs} ms, statistics <= ${bars.statisticsMs} ms, interactions <= ${bars.interactionMs} ms, <= ${bars.memoryMb} MB)`,
  run: () => withWorkbench(compareSizes),
};

async function compareSizes(bench: Workbench): Promise<boolean> {
  requireBuiltSite();
  const servers = { few: await startDesk(bench, few), many: await startDesk(bench, many) };
  const misses = [
    ...(await compareRequests(servers)),
    ...(await timeInteractions(servers.many)),
    ...(await weighSaving(servers.many)),
  ];
  const memory = servers.many.memory();
  if (memory > bars.memoryMb) misses.push("memory");
  const summary = misses.length === 0 ? "all within their bars" : `beyond their bars: ${misses.join(", ")}`;
  return verdict(`${summary}; the server holds ${format(memory)} MB`, misses.length === 0);
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
  for (const [name, ask] of Object.entries(openLists)) {
    const { large } = await alternate({ large: asker(servers.many, ask) }, rounds);
    await alone(name, large, bars.p95Ms);
  }
  await alone("search while typing", await typeWords(servers.many), bars.searchMs);
  await alone("search with a typing error", await mistypeWords(servers.many), bars.searchMs);
  const { large } = await alternate({ large: asker(servers.many, statistics) }, 20);
  await alone("statistics", large, bars.statisticsMs);
  console.log(`${rounds} requests each (statistics 20), one at a time, over HTTP\n`);
  printTable(["what", `${few} records, ms`, `${format(many)} records, ms`, "ratio", "p95 ms"], rows);
  return misses;
}

async function timeInteractions(server: DeskServer): Promise<string[]> {
  const results = Object.entries(await measureInteractions(server)).map(([name, interactions]) => {
    const events = interactions.map(({ event }) => event);
    const shown = interactions.map((one) => one.shown);
    return { name, p95: quantile(events, 0.95), events, shown };
  });
  console.log(
    "In Chromium: event timing, and until the answer was shown (the steering of the browser included)\n",
  );
  const rows = results.map(({ name, p95, events, shown }) => [
    name,
    format(median(events)),
    format(p95),
    format(median(shown)),
    format(quantile(shown, 0.95)),
  ]);
  printTable(["interaction", "event, ms", "p95 ms", "shown, ms", "p95 ms"], rows);
  return results.filter(({ p95 }) => p95 > bars.interactionMs).map(({ name }) => `interaction: ${name}`);
}

async function weighSaving(server: DeskServer): Promise<string[]> {
  const before = server.memory();
  const { seconds, megabytes, memoryMb } = await saveList(server);
  console.log(
    `Saving all quote requests as CSV: ${format(megabytes, 1)} MB in ${format(seconds, 1)} s, the server at ${format(before)} MB before and at most ${format(memoryMb)} MB while it was saved\n`,
  );
  return memoryMb > bars.memoryMb ? ["memory while saving"] : [];
}
