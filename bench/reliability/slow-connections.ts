import { spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";

import { keepAliveTimeoutMs } from "#server/platform/http/server-options.ts";
import { startMailServer } from "#tests/mail-server.ts";
import { mailBody, quoteExample, storeBody } from "#tests/quote-example.ts";

import { type Bench, verdict } from "../measuring/bench.ts";
import { requireProgram } from "../measuring/cores.ts";
import { format, quantile } from "../measuring/statistics.ts";
import { printTable } from "../measuring/table.ts";
import { largestAsset, requireBuiltSite } from "../pages/built-site.ts";
import { type ProofServer, withProofServer } from "./proof-server.ts";
import { countOfRun } from "./seed.ts";

/** What slowhttptest does, and after how long the server ends it (server/platform/http/server-options.ts). */
interface Slowness {
  readonly name: string;
  readonly options: readonly string[];
  /** What it asks for. */
  readonly path: () => string;
  readonly endedAfterMs: number;
}

/** The server looks for slow questions each second, for slow readers every five. */
const slowKinds: readonly Slowness[] = [
  { name: "headers", options: ["-H", "-i", "2"], path: () => "/", endedAfterMs: 8_000 + 1_000 },
  {
    name: "bodies",
    options: ["-B", "-i", "2", "-s", "8192", "-f", "application/json"],
    path: () => "/send-mail.php",
    endedAfterMs: 15_000 + 1_000,
  },
  {
    name: "reads",
    options: ["-X", "-k", "10", "-w", "64", "-y", "512", "-n", "1", "-z", "32"],
    path: largestAsset, // More than the kernel takes off the server's hands.
    endedAfterMs: 60_000 + 5_000,
  },
];

const usualCount = 300;
const openedWithinMs = 3_000;
const visitors = 4;
const undisturbedMs = 10_000;
/** On a busy machine the tool takes its time. */
const openingAtMostMs = 40_000;
const nearlyAll = 0.9;
const barMs = 500;

/** Connections that take their time must not take the place of those that ask. */
export const slowConnections: Bench = {
  name: "slow-connections",
  title: `slow connections of each kind are ended in time (bar: visitors' p99 <= ${barMs} ms during that time)`,
  async run() {
    requireProgram("slowhttptest", "This proof attacks with slowhttptest: apt-get install slowhttptest");
    requireBuiltSite();
    const mail = await startMailServer();
    try {
      const environment = { MAIL_URL: mail.url, LOG_LEVEL: "error" };
      return await withProofServer(environment, async (server) => {
        await server.start();
        return prove(server, countOfRun(usualCount));
      });
    } finally {
      await mail.stop();
    }
  },
};

interface Found {
  /** At once. */
  readonly most: number;
  /** Since nearly all had come. */
  readonly goneAfterMs: number;
  /** Once visitors had gone, too. */
  readonly left: number;
  readonly honestMs: readonly number[];
}

async function prove(server: ProofServer, count: number): Promise<boolean> {
  const undisturbed = await withVisitors(server, () => delay(undisturbedMs));
  const rows = [["none", "", "", "", ...describe(undisturbed.honestMs)]];
  let met = true;
  for (const slowness of slowKinds) {
    const found = await attack(server, slowness, count);
    const limitMs = slowness.endedAfterMs + openedWithinMs;
    const isEnded = found.goneAfterMs <= limitMs && found.left === 0;
    met &&= found.most >= count * nearlyAll && isEnded && quantile(found.honestMs, 0.99) <= barMs;
    const gone = `${format(found.goneAfterMs / 1000, 1)} (${format(limitMs / 1000)})`;
    rows.push([slowness.name, format(found.most), gone, format(found.left), ...describe(found.honestMs)]);
  }
  const figures = ["honest requests", "p50 ms", "p99 ms", "worst ms"];
  printTable(["slow", "at once", "gone after s (bar)", "left", ...figures], rows);
  return verdict(`${count} slow connections of each kind ended in time, honest visitors served`, met);
}

function describe(times: readonly number[]): string[] {
  const figures = [quantile(times, 0.5), quantile(times, 0.99), Math.max(...times)];
  return [format(times.length), ...figures.map((ms) => format(ms))];
}

async function attack(server: ProofServer, slowness: Slowness, count: number): Promise<Found> {
  const before = await openConnections(server);
  const pace = ["-c", String(count), "-r", String(count), "-l", "120", "-v", "0", "-p", "3"];
  const tool = spawn("slowhttptest", [...pace, ...slowness.options, "-u", server.origin + slowness.path()]);
  const limitMs = slowness.endedAfterMs + openedWithinMs;
  const { result, honestMs } = await withVisitors(server, async () => {
    let [most, hereAt, seenAt, until] = [0, 0, 0, Date.now() + openingAtMostMs];
    for (; Date.now() < until; await delay(250)) {
      // Visitors and their mails have up to three connections each.
      const slow = (await openConnections(server)) - before - 3 * visitors;
      most = Math.max(most, slow);
      if (hereAt === 0 && slow >= count * nearlyAll) {
        hereAt = Date.now();
        until = hereAt + limitMs + openedWithinMs;
      }
      if (slow > 0) seenAt = Date.now();
    }
    return { most, goneAfterMs: seenAt - hereAt };
  });
  await delay(keepAliveTimeoutMs + 1000);
  const left = Math.max(0, (await openConnections(server)) - before);
  tool.kill("SIGKILL");
  return { ...result, left, honestMs };
}

/** The result of the work, and how long visitors waited during it. */
async function withVisitors<Result>(
  server: ProofServer,
  work: () => Promise<Result>,
): Promise<{ result: Result; honestMs: number[] }> {
  const over = new AbortController();
  const honest = Array.from({ length: visitors }, (_, number) => keepVisiting(server, number, over.signal));
  const result = await work();
  over.abort();
  return { result, honestMs: (await Promise.all(honest)).flat() };
}

/** As the server counts them: what the kernel still has to deliver is no burden to it. */
async function openConnections({ origin }: ProofServer): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^nodejs_active_resources\{type="TCPSocketWrap"\} (\d+)/m.exec(text)?.[1] ?? 0);
}

let visits = 0;

/** A page, the mail call and the store call, each on a new connection; returns how long each took. */
async function keepVisiting(server: ProofServer, visitor: number, over: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  const apikey = await server.anonKey();
  const ask = async (path: string, body?: object): Promise<Response> => {
    const started = performance.now();
    const headers = { connection: "close", "content-type": "application/json", apikey };
    const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    const answer = await fetch(server.origin + path, init);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} to an honest visitor`);
    const text = await answer.text();
    times.push(performance.now() - started);
    return new Response(text === "" ? null : text);
  };
  await delay(visitor * 50);
  while (!over.aborted) {
    visits += 1;
    const fields = { ...quoteExample, part_needed: `Part ${visits}` };
    await ask("/request-quote");
    const { ref_number: reference } = await (await ask("/send-mail.php", mailBody(fields))).json();
    await ask("/rest/v1/quote_requests", storeBody(reference, fields));
    await delay(200);
  }
  return times;
}
