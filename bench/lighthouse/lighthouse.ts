import { setTimeout as delay } from "node:timers/promises";

import { stockPath } from "#domain/stock/part.ts";
import { addStock } from "#scripts/demo/stock.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { publicPaths } from "#tests/browser/public-pages.ts";

import { type Bench, verdict } from "../measuring/bench.ts";
import { format } from "../measuring/statistics.ts";
import { printTable } from "../measuring/table.ts";
import { type Workbench, withWorkbench } from "../measuring/workbench.ts";
import { requireBuiltSite } from "../pages/built-site.ts";
import { startOurServer } from "../pages/our-server.ts";
import { type Figures, figuresOf, missedBars } from "./bars.ts";
import { requireBrowser, startBrowser } from "./browser.ts";
import { categories, type PageVisit, pageVisitor, type Visit } from "./page-visit.ts";

// For a look at some pages, or a quick one: BENCH_PATHS=/,/faq BENCH_ROUNDS=1
const paths = process.env["BENCH_PATHS"]?.split(",") ?? [...publicPaths, stockPath];
/** After so long, the site shows what is in stock. */
const seenMs = 10_000;
const visits = Number(process.env["BENCH_ROUNDS"] ?? 3);

export const lighthouse: Bench = {
  name: "lighthouse",
  title:
    "Lighthouse mobile on every public page (bar: 100 four times, 45 kB in all and LCP 1.0 s, 160 kB with a form, TBT 50 ms, CLS 0; of parts in stock, 45 kB without photos and LCP 1.2 s)",
  run() {
    requireBrowser();
    requireBuiltSite();
    return withWorkbench(visitPages);
  },
};

async function visitPages(bench: Workbench): Promise<boolean> {
  const { origin, environment } = await startOurServer(bench);
  const visit = await pageVisitor(bench, await startBrowser(bench));
  console.log(`medians of ${visits} visits with an empty cache\n`);
  const pages: Figures[] = [];
  const look = async (path: string) => pages.push(figuresOf(path, await visitsOf(origin + path, visit)));
  for (const path of paths) if (path !== stockPath) await look(path);
  // Last: parts in stock change other pages, too.
  if (paths.includes(stockPath)) for (const path of await fillStock(origin, environment)) await look(path);
  printTable(
    ["page", "scores", "readable kB", "in all kB", "FCP ms", "LCP ms", "TBT ms", "CLS", "requests"],
    pages.map(rowOf),
  );
  const met = pages.map(judge).every(Boolean);
  return met && verdict(`${pages.length} pages`, true);
}

/** Puts the demo's parts into stock; returns the list and the page of one. */
async function fillStock(origin: string, environment: Readonly<Record<string, string>>): Promise<string[]> {
  const read = readConfig(environment);
  if (!read.ok) throw new Error(read.problems.join("\n"));
  await addStock(read.config);
  await delay(seenMs);
  const list = await (await fetch(origin + stockPath)).text();
  const [, part = ""] = /<li class="part"><a href="([^"]+)"/.exec(list) ?? [];
  return [stockPath, part];
}

async function visitsOf(url: string, visit: Visit): Promise<PageVisit[]> {
  const seen: PageVisit[] = [];
  for (let count = 0; count < visits; count += 1) {
    // What does not depend on time is asked once.
    seen.push(await visit(url, count === 0 ? categories : ["performance"]));
  }
  return seen;
}

function rowOf(page: Figures): string[] {
  return [
    page.path,
    categories.map((category) => page.scores[category]).join("/"),
    format(page.readableBytes / 1000, 1),
    format(page.allBytes / 1000, 1),
    format(page.firstPaintMs),
    format(page.largestPaintMs),
    format(page.blockingMs),
    format(page.layoutShift, 3),
    format(page.requests),
  ];
}

function judge(page: Figures): boolean {
  const missed = missedBars(page);
  if (missed.length === 0) return true;
  for (const host of page.otherHosts) console.log(`${page.path}: ${host}`);
  return verdict(`${page.path}: ${missed.join("; ")}`, false);
}
