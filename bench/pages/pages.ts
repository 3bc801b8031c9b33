import { join } from "node:path";

import { freePort } from "#tests/server-process.ts";

import { type Bench, verdict } from "../measuring/bench.ts";
import { requireProgram } from "../measuring/cores.ts";
import { cpuMicroseconds } from "../measuring/cpu-time.ts";
import { alternate } from "../measuring/rounds.ts";
import { format, median, span } from "../measuring/statistics.ts";
import { printTable } from "../measuring/table.ts";
import { type Workbench, withWorkbench } from "../measuring/workbench.ts";
import { copySite, requireBuiltSite } from "./built-site.ts";
import { startNginx } from "./nginx.ts";
import { startOurServer } from "./our-server.ts";
import { runWrk, type WrkResult } from "./wrk.ts";

const bar = 0.5;
const rounds = 6;
const seconds = 3;

interface Sample extends WrkResult {
  readonly cpuPerRequest: number;
  /** Share of the round in which the server's core worked for it: 1 means that it was the limit. */
  readonly busy: number;
}

export const pages: Bench = {
  name: "pages",
  title: `the home page from our server, against nginx on the same core, both with a log (bar: >= ${bar} of its requests/s)`,
  run() {
    requireProgram("nginx", "This bench compares with nginx: apt-get install nginx-light");
    requireProgram("wrk", "This bench asks with wrk: apt-get install wrk");
    requireBuiltSite();
    return withWorkbench(comparePages);
  },
};

async function comparePages(bench: Workbench): Promise<boolean> {
  const { server, origin } = await startOurServer(bench);
  const ours = await readPage(origin);
  copySite(join(bench.folder, "site"), ours.body);
  const port = Number(await freePort());
  const nginxPid = await startNginx(bench, port, ours.headers);
  const theirs = await readPage(`http://localhost:${port}`);
  if (ours.body !== theirs.body) throw new Error("nginx and our server answer different pages");
  const measures = {
    nginx: () => sampleRound(bench, `http://127.0.0.1:${port}/`, nginxPid),
    quadkea: () => sampleRound(bench, `${origin.replace("localhost", "127.0.0.1")}/`, server.pid),
  };
  await alternate(measures, 1);
  const samples = await alternate(measures, rounds);
  console.log(`${rounds} rounds of ${seconds} s each, medians; ${ours.bytes} bytes of gzip in each answer\n`);
  return report(samples);
}

async function readPage(origin: string) {
  const answer = await fetch(`${origin}/`, { headers: { "accept-encoding": "gzip" } });
  if (!answer.ok || answer.headers.get("content-encoding") !== "gzip")
    throw new Error(`${origin} answers ${answer.status} without gzip`);
  return { headers: answer.headers, bytes: answer.headers.get("content-length"), body: await answer.text() };
}

async function sampleRound(bench: Workbench, url: string, pid: number): Promise<Sample> {
  const before = cpuMicroseconds(pid);
  const result = await runWrk(bench, url, seconds);
  const cpu = cpuMicroseconds(pid) - before;
  return { ...result, cpuPerRequest: cpu / result.requests, busy: cpu / (seconds * 1e6) };
}

function report({ nginx, quadkea }: Record<"nginx" | "quadkea", Sample[]>): boolean {
  const of = (samples: Sample[], pick: (sample: Sample) => number) => samples.map(pick);
  const row = (name: string, samples: Sample[]) => [
    name,
    format(median(of(samples, (sample) => sample.requestsPerSecond))),
    span(of(samples, (sample) => sample.requestsPerSecond)),
    format(median(of(samples, (sample) => sample.cpuPerRequest)), 1),
    format(median(of(samples, (sample) => sample.busy)), 2),
    format(median(of(samples, (sample) => sample.p99Milliseconds)), 2),
  ];
  const headings = ["server", "requests/s", "lowest - highest", "CPU us/request", "core busy", "p99 ms"];
  printTable(headings, [row("nginx", nginx), row("QuadKea", quadkea)]);
  const ratioOf = (pick: (sample: Sample) => number) => median(of(quadkea, pick)) / median(of(nginx, pick));
  const cpuRatio = ratioOf((sample) => sample.cpuPerRequest);
  console.log(`CPU per request: ${format(cpuRatio, 2)} x nginx`);
  const ratio = ratioOf((sample) => sample.requestsPerSecond);
  return verdict(`requests/s: ${format(ratio, 2)} of nginx (bar: >= ${bar})`, ratio >= bar);
}
