import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { stockPath } from "#domain/stock/part.ts";
import { freshMs } from "#server/features/storefront/made-pages.ts";
import { freePort } from "#tests/server-process.ts";

import { verdict } from "../measuring/bench.ts";
import { memoryMb } from "../measuring/candidate.ts";
import { cpuMicroseconds, cpuMicrosecondsWhenQuiet } from "../measuring/cpu-time.ts";
import { KeepAliveClient } from "../measuring/keep-alive-client.ts";
import { alternate } from "../measuring/rounds.ts";
import { format, median, span } from "../measuring/statistics.ts";
import { printTable } from "../measuring/table.ts";
import type { Workbench } from "../measuring/workbench.ts";
import { startNginx } from "../pages/nginx.ts";
import { runWrk } from "../pages/wrk.ts";

export const publicBars = { rate: 0.5, first: 5, memory: 1.1 };
const [rounds, seconds] = [5, 3];
/** As many part pages as are asked for again and again. */
const pageCount = 100;
/** As many as one walks through, like a search engine, to see whether memory grows. */
const walked = 3000;
const asBrotli = { "accept-encoding": "br" };

interface Server {
  readonly pid: number;
  readonly port: number;
}

/** The pages of parts for sale: how often a second, against nginx; what the first visit costs; and memory. */
export async function comparePublicPages(bench: Workbench, server: Server): Promise<boolean> {
  const all = await partPaths(server);
  const chosen = spread(all, 2 * pageCount);
  const [warm, pages] = [chosen.slice(0, pageCount), chosen.slice(pageCount)];
  const others = all.filter((path) => !chosen.includes(path));
  return [
    await compareFirst(server, [warm, pages]),
    await compareRates(bench, server, pages),
    await walk(server, others),
  ].every(Boolean);
}

async function partPaths({ port }: Server): Promise<string[]> {
  const sitemap = await (await fetch(`http://127.0.0.1:${port}/sitemap.xml`)).text();
  return [...sitemap.matchAll(/<loc>[^<]*?(\/stock\/\d+\/[^<]+)<\/loc>/g)].map(([, path = ""]) => path);
}

/** So many of all, evenly. */
const spread = (all: readonly string[], count: number) =>
  Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)] ?? "");

/**
 * The first time, a page is read, rendered and compressed; for 4 s it comes out of memory; then it is read and rendered
 * again, and not compressed if it is the same.
 */
async function compareFirst(
  { pid, port }: Server,
  [warm, pages]: readonly (readonly string[])[],
): Promise<boolean> {
  const client = new KeepAliveClient(port);
  const rows: string[][] = [];
  const medians: number[] = [];
  const time = async (name: string, paths: readonly string[] = []) => {
    const before = await cpuMicrosecondsWhenQuiet(pid);
    const taken: number[] = [];
    for (const path of paths) taken.push(await timeOf(client, path));
    const cpu = ((await cpuMicrosecondsWhenQuiet(pid)) - before) / 1000 / paths.length;
    rows.push([name, format(median(taken), 2), format(cpu, 2)]);
    medians.push(median(taken));
  };
  for (const path of warm ?? []) await timeOf(client, path);
  await time("the first time", pages);
  await time("from memory", pages);
  await delay(freshMs);
  await time("after 4 s", pages);
  client.close();
  printTable([`${pageCount} part pages, one at a time`, "ms", "CPU ms"], rows);
  const [first = 0, kept = 0] = medians;
  const words = `the first request of a page: ${format(first / kept, 1)}x one from memory`;
  return verdict(`${words} (bar: <= ${publicBars.first}x)`, first / kept <= publicBars.first);
}

async function timeOf(client: KeepAliveClient, path: string): Promise<number> {
  const start = performance.now();
  const { status, head } = await client.get(path, asBrotli);
  const taken = performance.now() - start;
  if (status !== 200 || !/content-encoding: br/i.test(head)) throw new Error(`${path}: ${head}`);
  return taken;
}

/** The first page of the list, and the part pages in turn, against nginx with files of the same bytes. */
async function compareRates(bench: Workbench, server: Server, pages: readonly string[]): Promise<boolean> {
  const folder = join(bench.folder, "site");
  mkdirSync(folder);
  const paths = [stockPath, ...pages];
  const client = new KeepAliveClient(server.port);
  for (const [index, path] of paths.entries())
    writeFileSync(
      join(folder, String(index)),
      Buffer.from((await client.get(path, asBrotli)).body, "latin1"),
    );
  client.close();
  const port = Number(await freePort());
  const { headers } = await fetch(`http://127.0.0.1:${server.port}${stockPath}`, { headers: asBrotli });
  const nginx = { pid: await startNginx(bench, port, headers), port };
  const targets = { "the list": paths.slice(0, 1), [`${pageCount} part pages`]: pages };
  const met: boolean[] = [];
  for (const [name, own] of Object.entries(targets)) {
    const files = own.map((path) => `/${paths.indexOf(path)}`);
    const [file, path] = [files.at(-1), own.at(-1)];
    await expectSame(`http://127.0.0.1:${server.port}${path}`, `http://127.0.0.1:${port}${file}`);
    const measures = {
      nginx: sampler(bench, nginx, scriptFor(bench, `nginx ${name}`, files)),
      quadkea: sampler(bench, server, scriptFor(bench, name, own)),
    };
    await alternate(measures, 1);
    met.push(report(name, await alternate(measures, rounds)));
  }
  return met.every(Boolean);
}

async function expectSame(...urls: readonly string[]): Promise<void> {
  const answers = urls.map(async (url) => (await fetch(url, { headers: asBrotli })).text());
  const [ours, ...theirs] = await Promise.all(answers);
  if (theirs.some((text) => text !== ours)) throw new Error("nginx and our server answer different pages");
}

/** wrk asks for these in turn. */
function scriptFor(bench: Workbench, name: string, paths: readonly string[]): string {
  const file = join(bench.folder, `${name.replaceAll(" ", "-")}.lua`);
  const list = paths.map((path) => JSON.stringify(path)).join(", ");
  writeFileSync(
    file,
    `local requests, at = {}, 0
function init()
  for index, path in ipairs({ ${list} }) do requests[index] = wrk.format("GET", path) end
end
function request()
  at = at % #requests + 1
  return requests[at]
end`,
  );
  return file;
}

const sampler =
  (bench: Workbench, { pid, port }: Server, script: string) =>
  async () => {
    const before = cpuMicroseconds(pid);
    const asked = { encoding: "br", script } as const;
    const result = await runWrk(bench, `http://127.0.0.1:${port}/`, seconds, asked);
    return { rate: result.requestsPerSecond, cpu: (cpuMicroseconds(pid) - before) / result.requests };
  };

type Sample = Awaited<ReturnType<ReturnType<typeof sampler>>>;

function report(title: string, samples: Record<"nginx" | "quadkea", Sample[]>): boolean {
  const rates = (name: keyof typeof samples) => samples[name].map(({ rate }) => rate);
  const row = (name: keyof typeof samples) => [
    name,
    format(median(rates(name))),
    span(rates(name)),
    format(median(samples[name].map(({ cpu }) => cpu)), 1),
  ];
  printTable([title, "requests/s", "lowest - highest", "CPU us/request"], [row("nginx"), row("quadkea")]);
  const ratio = median(rates("quadkea")) / median(rates("nginx"));
  return verdict(
    `${title}: ${format(ratio, 2)} of nginx (bar: >= ${publicBars.rate})`,
    ratio >= publicBars.rate,
  );
}

/** Once through thousands of pages fills the memory for pages; twice as many more must not need more. */
async function walk({ pid, port }: Server, all: readonly string[]): Promise<boolean> {
  const client = new KeepAliveClient(port);
  const pages = spread(all, 3 * walked);
  const seen = [memoryMb(pid)];
  for (let part = 0; part < 3; part += 1) {
    for (const path of pages.slice(part * walked, (part + 1) * walked)) await client.get(path, asBrotli);
    seen.push(memoryMb(pid));
  }
  client.close();
  const [before = 0, filled = 0, , after = 0] = seen;
  const growth = after / filled;
  const words = `memory: ${format(before)} MB, ${format(filled)} after ${format(walked)} other part pages, ${format(after)} after ${format(3 * walked)}: ${format(growth, 2)}x`;
  return verdict(`${words} (bar: <= ${publicBars.memory}x)`, growth <= publicBars.memory);
}
