import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { type Bench, verdict } from "../measuring/bench.ts";
import { productionOn, script } from "../measuring/commands.ts";
import { KeepAliveClient } from "../measuring/keep-alive-client.ts";
import { alternate } from "../measuring/rounds.ts";
import { format, median } from "../measuring/statistics.ts";
import { printTable } from "../measuring/table.ts";
import { type Workbench, withWorkbench } from "../measuring/workbench.ts";
import { countOfRun } from "../reliability/seed.ts";

const bars = { ratio: 0.1, matchMs: 1000, lists: 1.2, pdfMs: 40, pdfBytes: 60_000 };
const rounds = 200;
const [few, many] = [1000, countOfRun(100_000)];

export const money: Bench = {
  name: "money",
  title: `matching 5,000 rows against 20,000 open and ${format(many)} old orders (bars: <= ${bars.ratio} of the plain way, <= ${bars.matchMs} ms), the lists of money at ${format(many)} orders (bar: <= ${bars.lists}x of ${format(few)}), a PDF (bars: <= ${bars.pdfMs} ms, <= ${bars.pdfBytes / 1000} kB)`,
  run() {
    return withWorkbench(async (bench) => {
      const servers = [
        await startServer(bench, { old: few, open: few / 5 }),
        await startServer(bench, { old: many, open: many / 5 }),
      ] as const;
      const [small, large] = servers;
      const met = [judge(large.figures), await compareLists(small, large)];
      await Promise.all(servers.map((server) => server.stop()));
      return met.every(Boolean);
    });
  },
};

/** What the server measured in its own process. */
interface Figures {
  readonly matched: number;
  readonly matchMs: number;
  readonly plainMs: number;
  readonly pdfMs: number;
  readonly pdfBytes: number;
}

export interface OrderServer {
  readonly port: number;
  readonly cookie: string;
  readonly figures: Figures;
  stop(): Promise<void>;
}

interface ServerOrders {
  readonly old: number;
  readonly open: number;
  readonly toPack?: number;
}

/** A server over so many orders. */
export async function startServer(
  bench: Workbench,
  { old, open, toPack = 0 }: ServerOrders,
): Promise<OrderServer> {
  const dataDir = join(bench.folder, `money-${old}`);
  mkdirSync(dataDir);
  const counts = { BENCH_OLD: String(old), BENCH_OPEN: String(open), BENCH_TO_PACK: String(toPack) };
  const environment = { ...productionOn(dataDir), ...counts };
  const server = bench.start("measured", script(import.meta.resolve("./server.ts")), environment);
  const [, port = "", token = "", figures = ""] = await server.printed(
    /ready on (\d+) with token (\S+) (\{.*\})/,
  );
  return {
    port: Number(port),
    cookie: `__Host-quadkea_session=${token}`,
    figures: JSON.parse(figures) as Figures,
    stop: () => server.stop(),
  };
}

function judge({ matched, matchMs, plainMs, pdfMs, pdfBytes }: Figures): boolean {
  printTable(
    ["5,000 rows", "ms"],
    [
      ["by code, through indexes", format(matchMs, 1)],
      ["each row against each open order", format(plainMs, 1)],
    ],
  );
  const ratio = matchMs / plainMs;
  return [
    verdict(
      `${format(matched)} rows matched in ${format(matchMs, 1)} ms (bar: <= ${bars.matchMs} ms)`,
      matchMs <= bars.matchMs,
    ),
    verdict(`of the plain way: ${format(ratio, 3)} (bar: <= ${bars.ratio})`, ratio <= bars.ratio),
    verdict(
      `a PDF: ${format(pdfMs, 1)} ms of processor time (bar: <= ${bars.pdfMs} ms)`,
      pdfMs <= bars.pdfMs,
    ),
    verdict(`a PDF: ${format(pdfBytes)} bytes (bar: <= ${format(bars.pdfBytes)})`, pdfBytes <= bars.pdfBytes),
  ].every(Boolean);
}

async function compareLists(small: OrderServer, large: OrderServer): Promise<boolean> {
  const asker = ({ port, cookie }: OrderServer) => {
    const client = new KeepAliveClient(port);
    return async () => {
      const start = performance.now();
      const { status, head } = await client.get("/functions/v1/money", { cookie });
      if (status !== 200) throw new Error(head);
      return performance.now() - start;
    };
  };
  const measures = { few: asker(small), many: asker(large) };
  await alternate(measures, rounds / 4);
  const samples = await alternate(measures, rounds);
  const ratio = median(samples.many) / median(samples.few);
  printTable(
    ["the lists of money", "median ms"],
    [
      [`${format(few)} orders`, format(median(samples.few), 2)],
      [`${format(many)} orders, 20,000 open`, format(median(samples.many), 2)],
    ],
  );
  return verdict(`the lists of money: ${format(ratio, 2)}x (bar: <= ${bars.lists}x)`, ratio <= bars.lists);
}
