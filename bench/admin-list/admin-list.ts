import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { type Bench, verdict } from "../measuring/bench.ts";
import { productionOn, script } from "../measuring/commands.ts";
import { KeepAliveClient } from "../measuring/keep-alive-client.ts";
import { alternate } from "../measuring/rounds.ts";
import { format, median, quantile } from "../measuring/statistics.ts";
import { printTable } from "../measuring/table.ts";
import { type Workbench, withWorkbench } from "../measuring/workbench.ts";

const bar = 1.5;
const rounds = 400;
const [few, many] = [100, 100_000];

/** The list as the desk asks for it when it opens, and the same without the total. */
const path = "/rest/v1/quote_requests?select=*&order=created_at.desc%2Cid.desc&limit=50";

export const adminList: Bench = {
  name: "admin-list",
  title: `the desk's first page at ${format(many)} records, against ${few} (bar: <= ${bar}x)`,
  run: () => withWorkbench(compareSizes),
};

async function compareSizes(bench: Workbench): Promise<boolean> {
  const servers = { few: await startServer(bench, few), many: await startServer(bench, many) };
  // Connections come last: the servers close those that stay idle.
  const small = asker(servers.few);
  const large = asker(servers.many);
  const measures = {
    few: () => small(true),
    many: () => large(true),
    fewUncounted: () => small(false),
    manyUncounted: () => large(false),
  };
  await alternate(measures, rounds / 4);
  const { few: a, many: b, fewUncounted: c, manyUncounted: d } = await alternate(measures, rounds);
  console.log(`${rounds} requests each, one at a time, over HTTP\n`);
  printTable(
    ["what", `${few} records, ms`, `${format(many)} records, ms`, "ratio", "p95 ms"],
    [row("50 newest and the total", a, b), row("50 newest", c, d)],
  );
  const ratio = median(b) / median(a);
  return verdict(`time of the first page: ${format(ratio, 2)}x (bar: <= ${bar}x)`, ratio <= bar);
}

function row(what: string, ofFew: readonly number[], ofMany: readonly number[]): string[] {
  const [small, large] = [median(ofFew), median(ofMany)];
  const p95 = `${format(quantile(ofFew, 0.95), 2)}, ${format(quantile(ofMany, 0.95), 2)}`;
  return [what, format(small, 2), format(large, 2), format(large / small, 2), p95];
}

interface Server {
  readonly records: number;
  readonly port: number;
  /** Of a signed-in admin. */
  readonly accessToken: string;
}

async function startServer(bench: Workbench, records: number): Promise<Server> {
  const dataDir = join(bench.folder, `records-${records}`);
  mkdirSync(dataDir);
  const server = bench.start("measured", script(import.meta.resolve("./server.ts")), {
    ...productionOn(dataDir),
    BENCH_RECORDS: String(records),
  });
  const [, port = "", accessToken = ""] = await server.printed(/ready on (\d+) with token (\S+)/);
  return { records, port: Number(port), accessToken };
}

/** Asks for the page, with or without the total, and returns how many milliseconds it took. */
function asker({ records, port, accessToken }: Server): (counted: boolean) => Promise<number> {
  const client = new KeepAliveClient(port);
  const cookie = `__Host-quadkea_session=${accessToken}`;
  return async (counted) => {
    const start = performance.now();
    const answer = await client.get(path, counted ? { cookie, prefer: "count=exact" } : { cookie });
    const milliseconds = performance.now() - start;
    const isWhole = answer.head.includes(`content-range: 0-49/${counted ? records : "*"}`);
    if (answer.status !== 200 || !isWhole) throw new Error(`${answer.head}\n${answer.body}`);
    return milliseconds;
  };
}
