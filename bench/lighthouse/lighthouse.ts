import { type Bench, verdict } from "../measuring/bench.ts";
import { format, median } from "../measuring/statistics.ts";
import { printTable } from "../measuring/table.ts";
import { type Workbench, withWorkbench } from "../measuring/workbench.ts";
import { requireBuiltSite } from "../pages/built-site.ts";
import { startOurServer } from "../pages/our-server.ts";
import { requireBrowser, startBrowser } from "./browser.ts";
import { categories, type PageVisit, visitPage } from "./page-visit.ts";

const paths = ["/", "/request-quote"] as const;
const visits = 3;

export const lighthouse: Bench = {
  name: "lighthouse",
  title: "Lighthouse mobile (bar: 100 four times, no layout shift, no request to another host)",
  run() {
    requireBrowser();
    requireBuiltSite();
    return withWorkbench(visitPages);
  },
};

async function visitPages(bench: Workbench): Promise<boolean> {
  const { origin } = await startOurServer(bench);
  const browserPort = await startBrowser(bench);
  console.log(`medians of ${visits} visits with an empty cache\n`);
  const results: [string, PageVisit[]][] = [];
  for (const path of paths) {
    const seen: PageVisit[] = [];
    for (let visit = 0; visit < visits; visit += 1) seen.push(await visitPage(origin + path, browserPort));
    results.push([path, seen]);
  }
  printTable(
    ["page", "scores", "FCP ms", "LCP ms", "TBT ms", "CLS", "requests", "other hosts"],
    results.map(([path, seen]) => paintRow(path, seen)),
  );
  printTable(
    ["page", "kB in all", "by kind, kB"],
    results.map(([path, seen]) => weightRow(path, seen)),
  );
  return results
    .map(([path, seen]) => verdict(`${path}: ${scoresOf(seen).join("/")}`, meetsBar(path, seen)))
    .every(Boolean);
}

function scoresOf(seen: readonly PageVisit[]): number[] {
  return categories.map((category) => median(seen.map((visit) => visit.scores[category])));
}

function meetsBar(path: string, seen: readonly PageVisit[]): boolean {
  const remarks = new Set(seen.flatMap((visit) => visit.remarks));
  for (const remark of remarks) console.log(`${path}: ${remark}`);
  const still = seen.every((visit) => visit.cumulativeLayoutShift < 0.0005);
  return still && otherHosts(seen).length === 0 && scoresOf(seen).every((score) => score === 100);
}

function otherHosts(seen: readonly PageVisit[]): string[] {
  return [...new Set(seen.flatMap((visit) => visit.otherHosts))];
}

function paintRow(path: string, seen: readonly PageVisit[]): string[] {
  const of = (pick: (visit: PageVisit) => number, digits = 0) => format(median(seen.map(pick)), digits);
  return [
    path,
    scoresOf(seen).join("/"),
    of((visit) => visit.firstContentfulPaint),
    of((visit) => visit.largestContentfulPaint),
    of((visit) => visit.totalBlockingTime),
    of((visit) => visit.cumulativeLayoutShift, 3),
    of((visit) => visit.requests),
    otherHosts(seen).join(", ") || "none",
  ];
}

function weightRow(path: string, [first]: readonly PageVisit[]): string[] {
  const kinds = Object.entries(first?.bytes ?? {});
  const total = kinds.reduce((sum, [, bytes]) => sum + bytes, 0);
  const parts = kinds.map(([kind, bytes]) => `${kind} ${format(bytes / 1000, 1)}`);
  return [path, format(total / 1000, 1), parts.join(", ")];
}
