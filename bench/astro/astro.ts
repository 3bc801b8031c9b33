import { join } from "node:path";

import { requireBrowser, startBrowser } from "../lighthouse/browser.ts";
import { pageVisitor, type Throttling, type Visit } from "../lighthouse/page-visit.ts";
import { type Bench, verdict } from "../measuring/bench.ts";
import { productionOn, script } from "../measuring/commands.ts";
import { freePort } from "../measuring/free-port.ts";
import { alternate } from "../measuring/rounds.ts";
import { format, median, span } from "../measuring/statistics.ts";
import { printTable } from "../measuring/table.ts";
import { type Workbench, withWorkbench } from "../measuring/workbench.ts";
import { requireBuiltSite, siteFolder } from "../pages/built-site.ts";
import { buildReference } from "./reference.ts";

// For a quick look: BENCH_ROUNDS=1
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 9);
const bar = 1.0;

export const astro: Bench = {
  name: "astro",
  title: `largest paint of the home page against the same page built bare with Astro (bar: <= ${bar.toFixed(2)}x)`,
  run() {
    requireBrowser();
    requireBuiltSite();
    return withWorkbench(compare);
  },
};

const rivals = ["QuadKea", "Astro, style sheet in the page", "Astro, style sheet linked"] as const;
type Rival = (typeof rivals)[number];

async function compare(bench: Workbench): Promise<boolean> {
  const origins: Readonly<Record<Rival, string>> = {
    QuadKea: await serve(bench, siteFolder),
    "Astro, style sheet in the page": await serve(bench, await buildReference(bench, "inlined")),
    "Astro, style sheet linked": await serve(bench, await buildReference(bench, "linked")),
  };
  const visit = await pageVisitor(bench, await startBrowser(bench));
  console.log(`${rounds} rounds in turn, empty caches, all from our server\n`);
  const met: boolean[] = [];
  for (const throttling of ["simulate", "devtools"] as const) {
    const paints = await alternate(measures(origins, visit, throttling), rounds);
    met.push(report(throttling, paints));
  }
  return met.every(Boolean);
}

/** One more server of ours, over another folder. */
async function serve(bench: Workbench, folder: string): Promise<string> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const place = { PORT: String(port), SITE_ORIGIN: origin, SITE_FOLDER: folder };
  const environment = { ...productionOn(join(bench.folder, `var-${port}`)), ...place };
  const server = bench.start("measured", script(import.meta.resolve("./server.ts")), environment);
  await server.printed(/ready on/);
  return origin;
}

function measures(origins: Readonly<Record<Rival, string>>, visit: Visit, throttling: Throttling) {
  const of = (rival: Rival) => async () => {
    const seen = await visit(`${origins[rival]}/`, { asked: ["performance"], throttling });
    return seen.largestContentfulPaint;
  };
  return {
    QuadKea: of("QuadKea"),
    "Astro, style sheet in the page": of("Astro, style sheet in the page"),
    "Astro, style sheet linked": of("Astro, style sheet linked"),
  };
}

/** Judges against the better of the two, in hundredths: what differs by less is the same. */
function report(throttling: Throttling, paints: Readonly<Record<Rival, number[]>>): boolean {
  const middle = (rival: Rival) => median(paints[rival]);
  const best = Math.min(...rivals.slice(1).map(middle));
  printTable(
    [`page (${words[throttling]})`, "LCP ms", "lowest - highest", "ours to it"],
    rivals.map((rival) => [
      rival,
      format(middle(rival)),
      span(paints[rival]),
      (middle("QuadKea") / middle(rival)).toFixed(2),
    ]),
  );
  const ratio = Math.round((middle("QuadKea") / best) * 100) / 100;
  return verdict(`${words[throttling]}: ${ratio.toFixed(2)}x of the better Astro page`, ratio <= bar);
}

const words: Readonly<Record<Throttling, string>> = {
  simulate: "reckoned for a slow phone and link",
  devtools: "seen with the processor and the link slowed down",
};
