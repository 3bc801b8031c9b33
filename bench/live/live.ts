import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import * as v from "valibot";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { visit } from "#scripts/demo/visit.ts";

import { type Bench, verdict } from "../measuring/bench.ts";
import { productionOn, script } from "../measuring/commands.ts";
import { format, median, quantile } from "../measuring/statistics.ts";
import { printTable } from "../measuring/table.ts";
import { type Workbench, withWorkbench } from "../measuring/workbench.ts";
import { exampleFields } from "../submissions/example-fields.ts";
import { openDesks } from "./desks.ts";
import { openListeners } from "./listeners.ts";

const barMs = 1000;
/** Most colleagues have a machine of their own: only some of the desks are drawn here. */
const desks = 20;
const screens = 4;
/** Of all forms, in the database from the start. */
const records = 150_000;
/** COUNT makes it shorter. */
const count = Number(process.env["COUNT"] ?? 100);
const everyMs = 500;

export const live: Bench = {
  name: "live",
  title: `a new submission on ${desks} open desks over ${format(records)} records, from the store call's answer (bar: p95 <= ${format(barMs)} ms)`,
  run: () => withWorkbench(measure),
};

const readySchema = v.object({ origin: v.string(), anonKey: v.string(), access: v.array(v.string()) });

async function measure(bench: Workbench): Promise<boolean> {
  const dataDir = join(bench.folder, "live");
  mkdirSync(dataDir);
  const unlimited = { LIMIT_SUBMISSIONS_PER_ADDRESS: "10000", LIMIT_MAILS_PER_HOUR: "10000" };
  const environment = {
    ...productionOn(dataDir),
    ...unlimited,
    BENCH_DESKS: String(desks),
    BENCH_RECORDS: String(records),
  };
  await bench.start("all", script(import.meta.resolve("../desk/fill.ts")), environment).finished();
  const server = bench.start("measured", script(import.meta.resolve("./server.ts")), environment);
  const [, ready = ""] = await server.printed(/ready (\{.*\})/);
  const site = v.parse(readySchema, JSON.parse(ready));
  const others = openListeners(site.origin, site.access.slice(screens));
  const open = await openDesks(site.origin, site.access.slice(0, screens));
  try {
    const times: number[][] = [];
    for (let index = 0; index < count; index += 1) {
      const reference = await visit(site, index, quoteRequest, exampleFields(index));
      const storedAt = Date.now();
      times.push((await open.sightings(reference)).map((at) => at - storedAt));
      await delay(everyMs * Math.random() * 2);
    }
    return report(times);
  } finally {
    others.close();
    await open.close();
  }
}

/** Judged by the screen that shows it last: nobody is to wait for more than that. */
function report(times: readonly (readonly number[])[]): boolean {
  const last = times.map((ofOne) => Math.max(...ofOne));
  const row = (what: string, values: readonly number[]) => [
    what,
    format(median(values)),
    format(quantile(values, 0.95)),
    format(Math.max(...values)),
  ];
  console.log(
    `${times.length} submissions through both calls; ${screens} of the ${desks} desks are pages of a browser\n`,
  );
  printTable(
    ["on", "median ms", "p95 ms", "longest ms"],
    [row("any screen", times.flat()), row("the last of all screens", last)],
  );
  const p95 = quantile(last, 0.95);
  return verdict(
    `p95 ${format(p95)} ms on the last of ${screens} screens, ${desks} desks open`,
    p95 <= barMs,
  );
}
